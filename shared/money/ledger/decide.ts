import { parseUsageItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { Outcome } from './credit-ledger.ts';
import { create, type Flow, tryRead } from './operations.ts';

/** Times that a commit without an answer is looked up and sent again. */
const maxCommits = 3;

/** `not written`: the record was throttled, so that by this writer the call is not decided and never will be. */
export type Decision = Outcome | 'not written';

/**
 * The one decision point: the first record written under a call's id decides
 * it, and every later writer accepts the record it finds. Only the call itself
 * proposes `charged`, so a `charged` that is found is the call's own.
 * Never fails: where nothing can be learned the answer is `unknown`.
 */
export function* decide(item: UsageItem): Flow<Decision> {
  for (let commits = 0; commits < maxCommits; commits += 1) {
    const outcome = yield* create('usage', item);
    if (outcome === 'done') return decisionOf(item);
    // An earlier one without an answer may have arrived.
    if (outcome === 'throttled' && commits === 0) return 'not written';
    const found = yield* tryRead('usage', { account_id: item.account_id, id: item.id });
    if (found.outcome === 'done' && found.item) return decisionOf(parseUsageItem(found.item));
  }
  return 'unknown';
}

function decisionOf({ decision }: UsageItem): Outcome {
  return decision === 'charged' ? 'charged' : 'void';
}
