import * as v from 'valibot';
import { nextAction, resource, warning } from '#shared/contract/envelope.ts';

/** What is read of a tool's answer to show it to an agent. */
export const answeredEnvelope = v.looseObject({
  data: v.looseObject({}),
  coverage: v.looseObject({ scope_note: v.nullable(v.string()), truncated: v.boolean() }),
  resources: v.array(resource),
  next_actions: v.array(nextAction),
  warnings: v.array(warning),
  usage: v.looseObject({ credits_charged: v.number(), balance_after: v.nullable(v.number()) }),
});
export type AnsweredEnvelope = v.InferOutput<typeof answeredEnvelope>;
