import type { Foundation } from '#functions/foundation.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { createPasskeyRepository } from '#shared/callers/identity/passkey-repository.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import type { AccountReader } from '#shared/callers/identity/token-claims.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { PasskeyServices } from './actions.ts';

interface PasskeySetting
  extends Pick<PasskeyServices, 'clock' | 'logger' | 'baseUrl' | 'dashboardUrl' | 'originSecret' | 'mailer'> {
  readonly table: IdentityTable;
  readonly accounts: AccountReader;
}

/** The passkey routes' services over the identity table. */
export function createPasskeyServices(setting: PasskeySetting): PasskeyServices {
  const { table, accounts, clock, logger, baseUrl, dashboardUrl, originSecret, mailer } = setting;
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    originSecret,
    mailer,
    accounts,
    sessions: createSessionRepository(table),
    limits: createAttemptLimits(table),
    passkeys: createPasskeyRepository(table),
  };
}

/** What the passkey routes are built on; no secret of the service is among it. */
export async function passkeySetting(foundation: Foundation): Promise<PasskeySetting> {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl, mailer } = foundation;
  const table = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const originSecret = await foundation.readSecret('origin');
  return { table, accounts, clock, logger, baseUrl, dashboardUrl, originSecret, mailer };
}
