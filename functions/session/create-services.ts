import { type AccountOpener, createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { createPublishedKeys } from '#shared/callers/identity/published-keys.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { mintSessionToken } from '#shared/callers/identity/session-token.ts';
import { createSignInRepository } from '#shared/callers/identity/sign-in-repository.ts';
import { publicKeysOf } from '#shared/callers/identity/signing-keys.ts';
import type { SigningMaterial } from '#shared/callers/identity/signing-secret.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import type { SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';
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
