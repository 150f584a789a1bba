import * as v from 'valibot';
import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import { defaultTerms } from '#shared/money/billing/terms.ts';
import { readAhead } from '#shared/money/exports/read-ahead.ts';
import { accountGroups, runShards, type ShardRunner, shardsHere } from '#shared/money/shards/shard-runner.ts';
import type { UsageLog, UsageRange } from '#shared/money/usage/usage-log.ts';
import { type MarginReport, reportMargin, type ToolTallies, tallyCalls, toolTallies } from './margin.ts';

/** Milliseconds since 1970; without one, all that is kept. */
export type MarginRange = Pick<UsageRange, 'since' | 'until'>;

export interface MarginReader {
  /** What each tool earned and cost in a time, from the usage records of all accounts: read whole, so ask rarely. */
  between(range: MarginRange): Promise<MarginReport>;
}

/** Has the calls of some accounts added up. */
export const marginOrder = v.object({
  do: v.literal('margin'),
  account_ids: v.array(v.string()),
  since: v.optional(v.number()),
  until: v.optional(v.number()),
});
type MarginOrder = v.InferOutput<typeof marginOrder>;

/** Accounts that are asked at the same time: waiting is all that most of them cost. */
const accountsAhead = 16;

/** Adds up the calls of some accounts. */
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

export function createMarginReader({ accounts, runner }: ReaderOptions): MarginReader {
  return {
    async between(range) {
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
