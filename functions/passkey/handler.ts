import { sessionHandler } from '#functions/session/session-handler.ts';
import { liveGround } from '#shared/http/live-foundation.ts';
import { readOriginSecret } from '#shared/http/origin-secret.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { passkeyActions } from './actions.ts';
import { createPasskeyServices } from './create-services.ts';

export const handler = sessionHandler(passkeyActions, async () => {
  const ground = liveGround();
  const { documents, tables, clock, logger, baseUrl, dashboardUrl } = ground;
  const table = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const originSecret = await readOriginSecret(ground);
  return createPasskeyServices({ table, accounts, clock, logger, baseUrl, dashboardUrl, originSecret });
});
