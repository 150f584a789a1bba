import type { ComposedServices } from '#shared/http/compose-services.ts';
import { createMonthSumsStore } from '#shared/money/usage/month-sums.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import { createUsageSummary } from '#shared/money/usage/usage-summary.ts';
import type { Foundation } from '#shared/platform/foundation.ts';
import { keysNamed } from '#shared/platform/secrets/service-secrets.ts';
import type { AccountServices } from './account-services.ts';

/** What the account endpoints work with, deployed and on one machine. */
export function composeAccountServices(
  { documents, tables, secrets, baseUrl }: Foundation,
  { accounts, credentials }: ComposedServices,
): AccountServices {
  const usage = createUsageLog({ documents, tables, cursorKeys: keysNamed('cursor_key', secrets) });
  const summarize = createUsageSummary({ log: usage, months: createMonthSumsStore(documents, tables.facts) });
  return { accounts, credentials, secrets, usage, summarize, baseUrl };
}
