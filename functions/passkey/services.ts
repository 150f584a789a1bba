import type { Foundation } from '#functions/foundation.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import { createPasskeyRepository } from '#shared/callers/identity/passkey-repository.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import type { AccountReader } from '#shared/callers/identity/token-claims.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';

export type PasskeyServices = ReturnType<typeof createPasskeyServices>;

type PasskeySetting = Awaited<ReturnType<typeof passkeySetting>>;

/** The passkey routes' services over the identity table. */
export function createPasskeyServices(setting: PasskeySetting) {
  const { table, accounts } = setting;
  return {
    ...setting,
    sessions: createSessionRepository(table, accounts),
    limits: createAttemptLimits(table),
    passkeys: createPasskeyRepository(table),
  };
}

/** What the passkey routes are built on; no secret of the service is among it. */
export async function passkeySetting(foundation: Foundation) {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl, mailer } = foundation;
  const table = { documents, name: tables.identity, clock };
  const accounts: AccountReader = createAccountRepository({ documents, tables, clock });
  const originSecret = await foundation.readSecret('origin');
  return { table, accounts, clock, logger, baseUrl, dashboardUrl, originSecret, mailer };
}
