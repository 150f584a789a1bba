import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import { defaultTerms } from '#shared/money/billing/terms.ts';
import { readAhead } from '#shared/money/exports/read-ahead.ts';
import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import { createUsageLog, type UsageRange } from '#shared/money/usage/usage-log.ts';
import { type MarginReport, marginByTool } from './margin.ts';

/** Milliseconds since 1970; without one, all that is kept. */
export type MarginRange = Pick<UsageRange, 'since' | 'until'>;

export interface MarginReader {
  /** What each tool earned and cost in a time, from the usage records of all accounts: read whole, so ask rarely. */
  between(range: MarginRange): Promise<MarginReport>;
}

/** Accounts that are asked at the same time: waiting is all that most of them cost. */
const accountsAhead = 16;

interface ReaderOptions extends Pick<Parameters<typeof createUsageLog>[0], 'documents' | 'tables'> {
  readonly accounts: Pick<AccountRepository, 'list'>;
}

export function createMarginReader({ documents, tables, accounts }: ReaderOptions): MarginReader {
  const usage = createUsageLog({ documents, tables });
  async function* calls(range: MarginRange): AsyncGenerator<UsageItem> {
    const accountIds: string[] = [];
    for await (const { accountId } of accounts.list()) accountIds.push(accountId);
    const logs = accountIds.values().map((accountId) => usage.records({ accountId, ...range }));
    yield* readAhead(logs, accountsAhead);
  }
  return { between: (range) => marginByTool(calls(range), defaultTerms) };
}
