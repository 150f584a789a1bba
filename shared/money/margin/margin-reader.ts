import type { AccountRepository } from '#shared/money/accounts/account-repository.ts';
import { defaultTerms } from '#shared/money/billing/terms.ts';
import type { UsageItem } from '#shared/money/usage/usage-item.ts';
import { createUsageLog, type UsageRange } from '#shared/money/usage/usage-log.ts';
import { type MarginReport, marginByTool } from './margin.ts';

/** Milliseconds since 1970; without one, all that is kept. */
export type MarginRange = Pick<UsageRange, 'since' | 'until'>;

export interface MarginReader {
  /** What each tool earned and cost in a time, from the usage records of all accounts: read whole, so ask rarely. */
  between(range: MarginRange): Promise<MarginReport>;
}

interface ReaderOptions extends Pick<Parameters<typeof createUsageLog>[0], 'documents' | 'tables'> {
  readonly accounts: Pick<AccountRepository, 'list'>;
}

export function createMarginReader({ documents, tables, accounts }: ReaderOptions): MarginReader {
  const usage = createUsageLog({ documents, tables });
  async function* calls(range: MarginRange): AsyncGenerator<UsageItem> {
    for await (const { accountId } of accounts.list()) yield* usage.records({ accountId, ...range });
  }
  return { between: (range) => marginByTool(calls(range), defaultTerms) };
}
