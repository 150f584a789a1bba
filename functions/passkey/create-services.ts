import { createAttemptLimits } from '#shared/identity/attempt-limits.ts';
import type { IdentityTable } from '#shared/identity/identity-table.ts';
import { createPasskeyRepository } from '#shared/identity/passkey-repository.ts';
import { createSessionRepository } from '#shared/identity/session-repository.ts';
import type { AccountReader } from '#shared/identity/session-token.ts';
import type { PasskeyServices } from './actions.ts';

interface PasskeySetting
  extends Pick<PasskeyServices, 'clock' | 'logger' | 'baseUrl' | 'dashboardUrl' | 'originSecret'> {
  readonly table: IdentityTable;
  readonly accounts: AccountReader;
}

/** The passkey routes' services over the identity table. */
export function createPasskeyServices(setting: PasskeySetting): PasskeyServices {
  const { table, accounts, clock, logger, baseUrl, dashboardUrl, originSecret } = setting;
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    originSecret,
    accounts,
    sessions: createSessionRepository(table),
    limits: createAttemptLimits(table),
    passkeys: createPasskeyRepository(table),
  };
}
