import * as v from 'valibot';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import { defaultTerms, type PurchaseTerms } from '#shared/money/billing/order.ts';
import { accountGroups, runShards, type ShardRunner, shardsHere } from '#shared/money/shards/shard-runner.ts';
import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageLog, UsageRange } from '#shared/money/usage/usage-log.ts';
import { readAhead } from '../exports/written-files.ts';

/** What a margin is computed from: a usage record as stored. */
export type CostedCall = Pick<
  UsageItem,
  | 'tool'
  | 'status_code'
  | 'credits_charged'
  | 'upstream_cost_micro_usd'
  | 'upstream_estimated_micro_usd'
  | 'cache_hit'
  | 'hidden'
>;

/** What one tool earned and cost. Money in US dollars; shares 0-1, null without calls. */
export interface ToolMargin {
  readonly tool: string;
  readonly calls: number;
  readonly failed_calls: number;
  readonly credits_charged: number;
  readonly revenue_usd: number;
  readonly upstream_cost_usd: number;
  /** Of this, what failed calls cost: they earn nothing. */
  readonly failed_cost_usd: number;
  /** Of this, what no answer has stated: the price of requests whose answers were lost. */
  readonly estimated_cost_usd: number;
  readonly margin_usd: number;
  /** Null where nothing was earned. */
  readonly margin_share: number | null;
  readonly cost_per_call_usd: number | null;
  readonly cache_hit_share: number | null;
  /** Share of answers from the cache from which on the tool earns more than it costs; null where none was fetched. */
  readonly break_even_hit_share: number | null;
}

export interface MarginReport {
  /** Smallest margin first, so that what loses money is at the top. */
  readonly tools: readonly ToolMargin[];
  readonly total: ToolMargin;
}

const tallied = v.object({
  calls: v.number(),
  failed: v.number(),
  hits: v.number(),
  /** Calls that were charged, and those of them that the cache answered. */
  charged: v.number(),
  chargedHits: v.number(),
  credits: v.number(),
  costMicroUsd: v.number(),
  failedCostMicroUsd: v.number(),
  estimatedMicroUsd: v.number(),
});
type Tally = v.InferOutput<typeof tallied>;

const toolTallies = v.record(v.string(), tallied);
type ToolTallies = v.InferOutput<typeof toolTallies>;

type Terms = Pick<PurchaseTerms, 'stepCents' | 'creditsPerStep'>;

export async function tallyCalls(
  calls: Iterable<CostedCall> | AsyncIterable<CostedCall>,
): Promise<ToolTallies> {
  const tallies: ToolTallies = {};
  for await (const call of calls) {
    if (call.tool === null || call.hidden) continue;
    tallies[call.tool] ??= emptyTally();
    count(tallies[call.tool] ?? emptyTally(), call);
  }
  return tallies;
}

/** What the calls of several groups of accounts earned, at the list price of a credit, and cost upstream. */
export function reportMargin(groups: readonly ToolTallies[], terms: Terms): MarginReport {
  const creditMicroUsd = (terms.stepCents * 10_000) / terms.creditsPerStep;
  const tallies = new Map<string, Tally>();
  const total = emptyTally();
  for (const [tool, tally] of groups.flatMap((group) => Object.entries(group))) {
    tallies.set(tool, added(tallies.get(tool) ?? emptyTally(), tally));
    added(total, tally);
  }
  const tools = [...tallies].map(([tool, tally]) => marginOf(tool, tally, creditMicroUsd));
  return {
    tools: tools.toSorted((a, b) => a.margin_usd - b.margin_usd || (a.tool < b.tool ? -1 : 1)),
    total: marginOf('total', total, creditMicroUsd),
  };
}

function added(sum: Tally, more: Tally): Tally {
  for (const name of tallyNames) sum[name] += more[name];
  return sum;
}

const tallyNames = v.keyof(tallied).options;

function emptyTally(): Tally {
  return {
    calls: 0,
    failed: 0,
    hits: 0,
    charged: 0,
    chargedHits: 0,
    credits: 0,
    costMicroUsd: 0,
    failedCostMicroUsd: 0,
    estimatedMicroUsd: 0,
  };
}

function count(tally: Tally, call: CostedCall): void {
  const isFailed = call.status_code >= 400;
  tally.calls += 1;
  tally.failed += isFailed ? 1 : 0;
  tally.hits += call.cache_hit ? 1 : 0;
  if (call.credits_charged > 0) {
    tally.charged += 1;
    tally.chargedHits += call.cache_hit ? 1 : 0;
  }
  tally.credits += call.credits_charged;
  tally.estimatedMicroUsd += call.upstream_estimated_micro_usd ?? 0;
  tally.costMicroUsd += call.upstream_cost_micro_usd;
  tally.failedCostMicroUsd += isFailed ? call.upstream_cost_micro_usd : 0;
}

function marginOf(tool: string, tally: Tally, creditMicroUsd: number): ToolMargin {
  const revenue = tally.credits * creditMicroUsd;
  const margin = revenue - tally.costMicroUsd;
  return {
    tool,
    calls: tally.calls,
    failed_calls: tally.failed,
    credits_charged: tally.credits,
    revenue_usd: usd(revenue),
    upstream_cost_usd: usd(tally.costMicroUsd),
    failed_cost_usd: usd(tally.failedCostMicroUsd),
    estimated_cost_usd: usd(tally.estimatedMicroUsd),
    margin_usd: usd(margin),
    margin_share: revenue === 0 ? null : share(margin, revenue),
    cost_per_call_usd: tally.calls === 0 ? null : usd(tally.costMicroUsd / tally.calls),
    cache_hit_share: tally.calls === 0 ? null : share(tally.hits, tally.calls),
    break_even_hit_share: breakEven(tally, revenue),
  };
}

/**
 * With a share h of hits, n charged calls earn n × r and cost n × (1 - h) × c,
 * where c is what a call that was not answered by the cache costs: they break
 * even at h = 1 - r / c.
 */
function breakEven({ charged, chargedHits, costMicroUsd }: Tally, revenue: number): number | null {
  const fetched = charged - chargedHits;
  if (fetched === 0 || costMicroUsd === 0) return null;
  const earnedByCall = revenue / charged;
  const costOfFetched = costMicroUsd / fetched;
  return Math.max(0, share(costOfFetched - earnedByCall, costOfFetched));
}

function usd(microUsd: number): number {
  return Math.round(microUsd) / 1e6;
}

function share(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 1_000;
}

/** Milliseconds since 1970; without one, all that is kept. */
export type MarginRange = Pick<UsageRange, 'since' | 'until'>;

export type MarginReader = ReturnType<typeof createMarginReader>;

export const marginOrder = v.object({
  do: v.literal('margin'),
  account_ids: v.array(v.string()),
  since: v.optional(v.number()),
  until: v.optional(v.number()),
});
type MarginOrder = v.InferOutput<typeof marginOrder>;

/** Accounts that are asked at the same time: waiting is all that most of them cost. */
const accountsAhead = 16;

export function tallyAccounts(
  usage: Pick<UsageLog, 'records'>,
  { account_ids, since, until }: MarginOrder,
): Promise<ToolTallies> {
  const range = { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  const logs = account_ids.values().map((accountId) => usage.records({ accountId, ...range }));
  return tallyCalls(readAhead(logs, accountsAhead));
}

/** Every group in this process, one after the other. */
export function tallyHere(usage: Pick<UsageLog, 'records'>): ShardRunner {
  return shardsHere((order) => tallyAccounts(usage, v.parse(marginOrder, order)));
}

interface ReaderOptions {
  readonly accounts: Pick<AccountRepository, 'list'>;
  /** Does the reading, group of accounts by group. */
  readonly runner: ShardRunner;
}

export function createMarginReader({ accounts, runner }: ReaderOptions) {
  return {
    /** What each tool earned and cost in a time, from the usage records of all accounts: read whole, so ask rarely. */
    async between(range: MarginRange): Promise<MarginReport> {
      const accountIds: string[] = [];
      for await (const { accountId } of accounts.list()) accountIds.push(accountId);
      const orders = accountGroups(accountIds, runner).map((account_ids) => ({
        do: 'margin',
        account_ids,
        ...range,
      }));
      return reportMargin(await runShards(runner, orders, toolTallies), defaultTerms);
    },
  };
}
