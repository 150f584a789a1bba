import { sessionHandler } from '#functions/session/session-handler.ts';
import { createAccountRepository } from '#shared/accounts/account-repository.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { passkeyActions } from './actions.ts';
import { createPasskeyServices } from './create-services.ts';

export const handler = sessionHandler(passkeyActions, async () => {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = await liveFoundation();
  const table = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  return createPasskeyServices({ table, accounts, clock, logger, baseUrl, dashboardUrl });
});
