import * as v from 'valibot';
import type { rateLimits } from '#shared/contract/credentials.ts';
import { alertThresholds } from '#shared/contract/rule-choices.ts';
import type { Feature } from '#shared/contract/tool.ts';
import { authSource } from '#shared/contract/usage-record.ts';

export type RateLimits = Readonly<v.InferOutput<typeof rateLimits>>;

/** Tool calls of an account, whatever credential made them. */
export const defaultRateLimits: RateLimits = { minute: 60, hour: 1_000, day: 10_000 };
/** Calls of account endpoints, of all sessions together and of each key by itself, where tools have no more. */
const accountCalls: RateLimits = { minute: 120, hour: 2_000, day: 20_000 };
export const defaultMaxConcurrentCalls = 20;

/** How many calls of account endpoints there may be: an account with many tool calls reads as often. */
export function accountCallLimits(tools: RateLimits): RateLimits {
  return {
    minute: Math.max(accountCalls.minute, tools.minute),
    hour: Math.max(accountCalls.hour, tools.hour),
    day: Math.max(accountCalls.day, tools.day),
  };
}

const count = v.pipe(v.number(), v.integer());

/** Calls counted in the window that `start` (unix seconds, aligned to the window) names. */
const rateWindow = v.object({ start: count, calls: count });
export type RateWindow = Readonly<v.InferOutput<typeof rateWindow>>;

export const rateWindows = v.object({ minute: rateWindow, hour: rateWindow, day: rateWindow });

/**
 * What a call is counted as. Tools are held to the account's windows and the
 * credential's own rates; everything else to windows of its own, kept apart
 * for sessions and for each key, so that no credential fills those of the owner.
 */
export type CallKind = 'tool' | 'account';

/**
 * The account as stored. One item carries balance, holds and the account's
 * limits, so that one conditional write decides a call. Only the repository and the
 * ledger use these attribute names.
 */

/** Credits set aside for a call, and what a usage record needs to know if the call dies. */
export const openHold = v.object({
  credits: count,
  /** Milliseconds since 1970. */
  at: count,
  request: v.string(),
  credential: v.string(),
  source: authSource,
  tool: v.string(),
  /** The run that the call named. */
  run: v.optional(v.string()),
});
export type OpenHold = v.InferOutput<typeof openHold>;

/** The last transfer to a sub-account (`sub-accounts.ts`), which it applies once. */
const transfer = v.object({
  /** Larger than that of every transfer of the account before. */
  seq: count,
  /** Of the transfer before, which this one tops up; absent where this one opened the sub-account. */
  after: v.optional(count),
  /** All that was moved since it was opened; what is left of it and what was spent comes back when it is closed. */
  credits: count,
  add: count,
  /** Calls that may begin there until `until`, unix seconds; the account's windows count them already. */
  calls: count,
  until: count,
});
export type Transfer = v.InferOutput<typeof transfer>;

/** A person of the account, by what stays the same of them; who comes back after a removal has another term. */
const holder = v.object({ id: v.string(), term: v.string(), person: v.string() });
export type Holder = v.InferOutput<typeof holder>;

/** Who opened an account, and the account that is their own since they handed this one over. */
const opener = v.object({ ...holder.entries, home: v.string() });
export type Opener = v.InferOutput<typeof opener>;

/** A grant or claw-back that is in the balance and not yet marked as applied in its own table. */
const openEntry = v.object({
  id: v.string(),
  credits: count,
  sequence: count,
  hash: v.string(),
});
export type OpenEntry = v.InferOutput<typeof openEntry>;

const accountItem = v.object({
  account_id: v.string(),
  email: v.string(),
  /** Who owns it; absent while that is who opened it. */
  holder: v.optional(holder),
  /** Absent until the account is handed over for the first time. */
  opener: v.optional(opener),
  /** Its deletion has begun: it is not handed over any more. */
  closing: v.optional(v.boolean()),
  status: v.picklist(['active', 'suspended']),
  /** Credits that can still be spent; what is held is already off. */
  balance: count,
  /** Credits of all charged calls that were settled, ever. */
  spent: count,
  holds: v.record(v.string(), openHold),
  windows: rateWindows,
  /** Calls of account endpoints with a session; absent until the first. */
  session_windows: v.optional(rateWindows),
  /** Open sub-accounts by their position; absent until the account needs any. */
  subs: v.optional(v.record(v.string(), transfer)),
  sub_seq: v.optional(count),
  /** When the last hold of each slot was made: lets a hold take effect once, even if the network repeats it. */
  lanes: v.record(v.string(), count),
  rate_limits: v.object({ minute: count, hour: count, day: count }),
  max_concurrent_calls: count,
  features: v.array(v.string()),
  /** Answered from the sample market, as an account for reviewers is. */
  sample_data: v.optional(v.boolean()),
  entry_seq: count,
  entry_hash: v.string(),
  open_entry: v.optional(openEntry),
  /** The balance just after `open_entry`. */
  open_balance: v.optional(count),
  created_at: v.string(),
});
export type AccountItem = v.InferOutput<typeof accountItem>;

/** One letter each; two holds collide only in the same slot at the same moment. */
export const slotNames = 'abcdefghijklmnop';

/** What an account is opened with; what is left out is as every account has it. */
export interface AccountDraft {
  readonly email: string;
  readonly rateLimits?: RateLimits | undefined;
  readonly maxConcurrentCalls?: number | undefined;
  readonly features?: Iterable<Feature> | undefined;
}

export function newAccountItem(
  parts: AccountDraft & { readonly accountId: string; readonly createdAt: string },
): AccountItem {
  const untouched = { start: 0, calls: 0 };
  return {
    account_id: parts.accountId,
    email: parts.email,
    status: 'active',
    balance: 0,
    spent: 0,
    holds: {},
    windows: { minute: untouched, hour: untouched, day: untouched },
    lanes: Object.fromEntries(Array.from(slotNames, (slot) => [slot, 0])),
    rate_limits: { ...(parts.rateLimits ?? defaultRateLimits) },
    max_concurrent_calls: parts.maxConcurrentCalls ?? defaultMaxConcurrentCalls,
    features: [...(parts.features ?? [])],
    entry_seq: 0,
    entry_hash: '',
    created_at: parts.createdAt,
  };
}

/** Reads an item of the accounts table; throws where it is not one of ours. */
export function parseAccountItem(item: unknown): AccountItem {
  return v.parse(accountItem, item);
}

/** Settled credits before and after the charge of one call. */
export interface Fall {
  readonly from: number;
  readonly to: number;
}

/**
 * What an account has left of its credits when calls that still run are taken for free. Only
 * ledger entries raise it and only charges lower it one by one, so between two entries one charge
 * alone takes it past a mark, however many calls race. The balance itself also falls by holds that are given back.
 */
export function settledBalance({ balance, holds, subs = {} }: HoldingCredits): number {
  // What is in open sub-accounts counts whole until they are closed.
  return [holds, subs].flatMap(Object.values).reduce((sum, { credits }) => sum + credits, balance);
}

type HoldingCredits = Pick<AccountItem, 'balance' | 'holds' | 'subs'>;

/** What a charge did to the account, as it is after it, where that took it to a mark which accounts can choose. */
export function fallToMark(charged: HoldingCredits, credits: number): Fall | undefined {
  const to = settledBalance(charged);
  const from = to + credits;
  return alertThresholds.some((mark) => to <= mark && mark < from) ? { from, to } : undefined;
}
