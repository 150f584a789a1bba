import type { Clock } from '#shared/clock.ts';
import { type AccountOpener, createAccountDirectory } from '#shared/identity/account-directory.ts';
import { createAttemptLimits } from '#shared/identity/attempt-limits.ts';
import type { IdentityTable } from '#shared/identity/identity-table.ts';
import { createPublishedKeys } from '#shared/identity/published-keys.ts';
import { createSessionRepository } from '#shared/identity/session-repository.ts';
import { mintSessionToken } from '#shared/identity/session-token.ts';
import { createSignInRepository } from '#shared/identity/sign-in-repository.ts';
import { publicKeysOf } from '#shared/identity/signing-keys.ts';
import type { SigningMaterial } from '#shared/identity/signing-secret.ts';
import type { CallLogger } from '#shared/logger.ts';
import type { Mailer } from '#shared/mail/mailer.ts';
import type { SigningKeyList } from '#shared/secrets.ts';
import type { SessionServices } from './services.ts';

export interface SessionSetting {
  readonly table: IdentityTable;
  readonly accounts: AccountOpener;
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly codeKeys: SigningKeyList;
  readonly signing: SigningMaterial;
  readonly mailer: Mailer;
  /** What the distribution proves itself with, where there is one. */
  readonly originSecret?: string | undefined;
}

/** The session routes' services over the identity table: the same ones deployed and on one machine. */
export function createSessionServices(setting: SessionSetting): SessionServices {
  const { table, accounts, clock, baseUrl, signing } = setting;
  const published = createPublishedKeys(table);
  let publishing: Promise<void> | undefined;
  return {
    clock,
    logger: setting.logger,
    baseUrl,
    dashboardUrl: setting.dashboardUrl,
    originSecret: setting.originSecret,
    accounts,
    mailer: setting.mailer,
    directory: createAccountDirectory(table, accounts),
    signIns: createSignInRepository(table, setting.codeKeys),
    sessions: createSessionRepository(table),
    limits: createAttemptLimits(table),
    async mintToken(session) {
      publishing ??= published.publish(publicKeysOf(signing.keys)).catch((error: unknown) => {
        publishing = undefined;
        throw error;
      });
      await publishing;
      return mintSessionToken(session, { issuer: baseUrl, key: signing.keys.current, now: clock() });
    },
  };
}
