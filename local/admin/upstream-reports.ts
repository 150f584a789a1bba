import { upstreamAccount } from '#functions/foundation.ts';
import { checkUpstream } from '#shared/facts/provider/check-upstream.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createMarginReader, type MarginRange, tallyHere } from '#shared/money/margin/margin.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AdminFoundation } from './stage-foundation.ts';

/** What the operator asks about the provider and its cost, wherever the tables are. */
export function upstreamReports(foundation: AdminFoundation) {
  const { documents, tables, clock } = foundation;
  const accounts = createAccountRepository({ documents, tables, clock });
  const reader = createMarginReader({ accounts, runner: tallyHere(createUsageLog({ documents, tables })) });
  return {
    checkUpstream: () =>
      checkUpstream({ documents, tables, clock, upstream: () => upstreamAccount(foundation) }),
    /** What each tool earned and cost in a month such as `2026-11`, on a day such as `2026-11-20`, or in all that is kept. */
    margin: async (period: string | undefined) => reader.between(period === undefined ? {} : rangeOf(period)),
  };
}

const monthPattern = /^(\d{4})-(0[1-9]|1[0-2])$/u;
const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u;
const dayMs = 86_400_000;

/** Months and days are those of UTC. */
function rangeOf(period: string): MarginRange {
  const [, year, month] = monthPattern.exec(period) ?? [];
  if (year !== undefined && month !== undefined)
    return {
      since: Date.UTC(Number(year), Number(month) - 1, 1),
      until: Date.UTC(Number(year), Number(month), 1),
    };
  const since = Date.parse(period);
  // The parser takes the 31st of any month for the 1st of the next.
  const isDay = dayPattern.test(period) && new Date(since).toISOString().startsWith(period);
  if (isDay) return { since, until: since + dayMs };
  throw new ServiceError(
    'validation_error',
    'A period is a month such as 2026-11 or a day such as 2026-11-20.',
  );
}
