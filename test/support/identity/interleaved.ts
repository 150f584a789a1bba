import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';

/** In which order the requests of two things that happen at once reach the database. */
export const orders = fc.record({ scheduler: fc.scheduler(), headStart: fc.nat({ max: 14 }) });

/**
 * Both at once, with their requests to the database one at a time in the order that the scheduler
 * draws; the other one waits for so many turns first.
 */
export async function interleaved<One, Other>(
  { documents: { middlewareStack } }: { readonly documents: DynamoDBDocumentClient },
  { scheduler, headStart }: { readonly scheduler: fc.Scheduler; readonly headStart: number },
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[PromiseSettledResult<One>, PromiseSettledResult<Other>]> {
  const inTurn = { name: 'inTurn', step: 'initialize' } as const;
  const later = async () => {
    for (let turns = 0; turns < headStart; turns += 1) await scheduler.schedule(Promise.resolve());
    return other();
  };
  middlewareStack.add((next) => scheduler.scheduleFunction(next), inTurn);
  try {
    return await scheduler.waitFor(Promise.allSettled([one(), later()]));
  } finally {
    middlewareStack.remove(inTurn.name);
  }
}
