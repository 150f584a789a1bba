import { composeCallServices } from '#shared/http/compose-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { createUsageLog } from '#shared/usage/usage-log.ts';
import type { AccountServices } from './account-services.ts';

/** What the account endpoints work with when deployed. */
export async function liveAccountServices() {
  const foundation = await liveFoundation();
  const call = composeCallServices(foundation);
  const own: AccountServices = {
    accounts: call.accounts,
    credentials: call.credentials,
    secrets: foundation.secrets,
    usage: createUsageLog({
      documents: foundation.documents,
      tables: foundation.tables,
      secret: foundation.secrets.cursor_key,
    }),
    baseUrl: foundation.baseUrl,
  };
  return { call, own };
}
