import type { ComposedServices, Foundation } from '#shared/http/compose-services.ts';
import { keysNamed } from '#shared/secrets.ts';
import { createMonthSumsStore } from '#shared/usage/month-sums.ts';
import { createUsageLog } from '#shared/usage/usage-log.ts';
import { createUsageSummary } from '#shared/usage/usage-summary.ts';
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
