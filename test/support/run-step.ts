import type { MiddlewareObj } from '@middy/core';

/** Runs the `before` of one middleware on an event, and gives the event as the step leaves it. */
export async function runStep<Event, Result>(
  step: MiddlewareObj<Event, Result>,
  event: unknown,
): Promise<Event> {
  const request = { event, context: {}, response: undefined, error: undefined, internal: {} };
  await step.before?.(request as never);
  return event as Event;
}
