import { composeCallServices } from '#shared/http/compose-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { keysNamed } from '#shared/secrets.ts';
import { createMonthSumsStore } from '#shared/usage/month-sums.ts';
import { createUsageLog } from '#shared/usage/usage-log.ts';
import { createUsageSummary } from '#shared/usage/usage-summary.ts';
import type { AccountServices } from './account-services.ts';

/** What the account endpoints work with when deployed. */
export async function liveAccountServices() {
  const foundation = await liveFoundation();
  const call = composeCallServices(foundation);
  const { documents, tables, secrets } = foundation;
  const usage = createUsageLog({ documents, tables, cursorKeys: keysNamed('cursor_key', secrets) });
  const own: AccountServices = {
    accounts: call.accounts,
    credentials: call.credentials,
    secrets,
    usage,
    summarize: createUsageSummary({ log: usage, months: createMonthSumsStore(documents, tables.facts) }),
    baseUrl: foundation.baseUrl,
  };
  return { call, own };
}
