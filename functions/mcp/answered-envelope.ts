import * as v from 'valibot';
import { type Envelope, nextAction, resource, warning } from '#shared/contract/envelope.ts';

/** What is read of a tool's answer to show it to an agent. */
export interface AnsweredEnvelope extends Pick<Envelope, 'data' | 'resources' | 'next_actions' | 'warnings'> {
  readonly coverage: Pick<Envelope['coverage'], 'scope_note' | 'truncated'>;
  readonly usage: Pick<Envelope['usage'], 'credits_charged' | 'balance_after'>;
}

/** The same of an answer that was kept as text. */
export const answeredEnvelope = v.looseObject({
  data: v.looseObject({}),
  coverage: v.looseObject({ scope_note: v.nullable(v.string()), truncated: v.boolean() }),
  resources: v.array(resource),
  next_actions: v.array(nextAction),
  warnings: v.array(warning),
  usage: v.looseObject({ credits_charged: v.number(), balance_after: v.nullable(v.number()) }),
});
