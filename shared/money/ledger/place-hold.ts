import {
  type Books,
  isSplit,
  type SplitTerms,
  splitTerms,
  wholeAccount,
} from '#shared/money/accounts/sub-accounts.ts';
import { failedCheck } from '#shared/platform/dynamo/conditional-change.ts';
import type { Flow } from './operations.ts';
import {
  conditions,
  type HoldCondition,
  type HoldEnvironment,
  type HoldPlan,
  type HoldRequest,
  planHold,
  planSubHold,
} from './plan-hold.ts';
import { callsLeft } from './rate-windows.ts';
import { readyPosition, recallSubs } from './sub-account-flows.ts';

/** In place of a plan: what does not hold, or that sub-accounts were changed, so that another attempt can find more. */
type NoPlan = { readonly condition: HoldCondition | undefined } | 'changed';

/**
 * Where a hold is made: in the account's own item while few calls run there, else in one of its sub-accounts, and
 * where these have not what the call needs, in the account's item again. What is refused is refused of the whole
 * account: before that, what lies in sub-accounts is called back.
 */
export function* planInPlace(
  books: Books,
  request: HoldRequest,
  environment: HoldEnvironment,
): Flow<HoldPlan | NoPlan> {
  const { main } = books;
  const { terms = splitTerms } = environment;
  const direct = planHold(main, request, environment);
  const failed = failedCheck(direct.change, main);
  const isQuiet = Object.keys(main.holds).length < terms.directCalls;
  if (!failed && (isQuiet || !isSplit(main))) return direct;
  const elsewhere = yield* planInSubs(books, direct, { request, environment, terms });
  if (elsewhere) return elsewhere;
  if (!failed) return direct;
  if (!hasWhatFailed(failed.condition, books, request.call.credits, direct.now)) return failed;
  // It is there: too little in each place, or beside calls that are running.
  return (yield* recallSubs(books)) ? 'changed' : { condition: undefined };
}

interface Placing {
  readonly request: HoldRequest;
  readonly environment: HoldEnvironment;
  readonly terms: SplitTerms;
}

/** A plan in the position that chance has picked, which is made ready where it is not, else in any other that can take the call. */
function* planInSubs(
  books: Books,
  direct: HoldPlan,
  { request, environment, terms }: Placing,
): Flow<HoldPlan | 'changed' | undefined> {
  // What was clawed back is owed by the whole account.
  if (books.main.balance < 0) return undefined;
  const own = planSubHold(books, direct, request, environment);
  if (own) return own;
  if (yield* readyPosition(books, direct.slot, direct.now, terms)) return 'changed';
  for (const position of Object.keys(books.subs)) {
    const other = planSubHold(books, { ...direct, position }, request, environment);
    if (other) return other;
  }
  return undefined;
}

/** Whether the account as a whole has what its own item lacks. */
function hasWhatFailed(condition: HoldCondition, books: Books, credits: number, now: number): boolean {
  if (Object.keys(books.subs).length === 0) return false;
  const { balance, windows, rate_limits, holds, max_concurrent_calls } = wholeAccount(books);
  if (condition === conditions.covered) return balance >= credits;
  if (condition === conditions.concurrency) return Object.keys(holds).length < max_concurrent_calls;
  return condition === conditions.rate && callsLeft(windows, rate_limits, now) > 0;
}
