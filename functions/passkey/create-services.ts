import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { createPasskeyRepository } from '#shared/callers/identity/passkey-repository.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import type { AccountReader } from '#shared/callers/identity/session-token.ts';
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
