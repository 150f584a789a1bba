import { parseUsageItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { Outcome } from './credit-ledger.ts';
import { create, type Flow, tryRead } from './operations.ts';

/** Times that a commit without an answer is looked up and sent again. */
const maxCommits = 3;

/**
 * The one decision point: the first record written under a call's id decides
 * it, and every later writer accepts the record it finds. Only the call itself
 * proposes `charged`, so a `charged` that is found is the call's own.
 * Never fails: where nothing can be learned the answer is `unknown`.
 */
export function* decide(item: UsageItem): Flow<Outcome> {
  for (let commits = 0; commits < maxCommits; commits += 1) {
    const outcome = yield* create('usage', item);
    if (outcome === 'done') return decisionOf(item);
    const found = yield* tryRead('usage', { account_id: item.account_id, id: item.id });
    if (found.outcome === 'done' && found.item) return decisionOf(parseUsageItem(found.item));
  }
  return 'unknown';
}

function decisionOf({ decision }: UsageItem): Outcome {
  return decision === 'charged' ? 'charged' : 'void';
}
