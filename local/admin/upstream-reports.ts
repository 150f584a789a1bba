import { defaultTerms } from '#shared/billing/terms.ts';
import { ServiceError } from '#shared/errors.ts';
import { checkUpstream, type UpstreamCheck } from '#shared/providers/check-upstream.ts';
import { type MarginReport, marginByTool } from '#shared/providers/margin.ts';
import type { UpstreamAccount } from '#shared/providers/upstream-account.ts';
import type { UsageItem } from '#shared/usage/usage-item.ts';
import { createUsageLog } from '#shared/usage/usage-log.ts';
import type { LocalFoundation } from '../foundation.ts';

export interface UpstreamReports {
  checkUpstream(): Promise<UpstreamCheck>;
  /** What each tool earned and cost in a month such as `2026-11`, or in all that is kept. */
  margin(month: string | undefined): Promise<MarginReport>;
}

/** What the operator asks about the provider and its cost, wherever the tables are. */
export function upstreamReports(
  { documents, tables, clock, call }: Pick<LocalFoundation, 'documents' | 'tables' | 'clock' | 'call'>,
  upstream: () => Promise<UpstreamAccount | undefined>,
): UpstreamReports {
  const usage = createUsageLog({ documents, tables });
  async function* calls(range: {
    readonly since?: number;
    readonly until?: number;
  }): AsyncGenerator<UsageItem> {
    for await (const { accountId } of call.accounts.list()) yield* usage.records({ accountId, ...range });
  }
  return {
    checkUpstream: () => checkUpstream({ documents, tables, clock, upstream }),
    margin: (month) => marginByTool(calls(month === undefined ? {} : rangeOf(month)), defaultTerms),
  };
}

function rangeOf(month: string): { readonly since: number; readonly until: number } {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/u.test(month))
    throw new ServiceError('validation_error', '--month is a month such as 2026-11.');
  return { since: Date.UTC(year, number - 1, 1), until: Date.UTC(year, number, 1) };
}
