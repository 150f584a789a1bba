import { type Foundation, serviceSecrets, signingMaterial } from '#functions/foundation.ts';
import { type AccountOpener, createAccountDirectory } from '#shared/callers/identity/account-directory.ts';
import { createAttemptLimits } from '#shared/callers/identity/attempt-limits.ts';
import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { type CodePeppers, createReviewCodes } from '#shared/callers/identity/review-codes.ts';
import { createSessionRepository, type Session } from '#shared/callers/identity/session-repository.ts';
import { mintSessionToken } from '#shared/callers/identity/session-token.ts';
import { createSignInRepository } from '#shared/callers/identity/sign-in-repository.ts';
import {
  createPublishedKeys,
  publicKeysOf,
  type SigningMaterial,
} from '#shared/callers/identity/signing-keys.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { keysNamed, type SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';

export type SessionServices = ReturnType<typeof createSessionServices>;

export interface SessionSetting {
  readonly table: IdentityTable;
  readonly accounts: AccountOpener;
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly baseUrl: string;
  readonly dashboardUrl: string;
  readonly codeKeys: SigningKeyList;
  readonly peppers: CodePeppers;
  readonly signing: SigningMaterial;
  readonly mailer: Mailer;
  /** What the distribution proves itself with, where there is one. */
  readonly originSecret?: string | undefined;
}

export function createSessionServices(setting: SessionSetting) {
  const { table, accounts, clock, baseUrl, signing } = setting;
  const published = createPublishedKeys(table);
  const reviewCodes = createReviewCodes(table, setting.peppers);
  let publishing: Promise<void> | undefined;
  const publish = () => {
    publishing ??= published.publish(publicKeysOf(signing.keys)).catch((error: unknown) => {
      publishing = undefined;
      throw error;
    });
    return publishing;
  };
  return {
    ...setting,
    directory: createAccountDirectory(table, accounts),
    signIns: createSignInRepository(table, setting.codeKeys, reviewCodes),
    reviewCodes,
    sessions: createSessionRepository(table, accounts),
    limits: createAttemptLimits(table),
    /** A token for `/v1`; publishes the keys that verify it first. */
    mintToken: async (session: Session): Promise<string> => {
      await publish();
      return mintSessionToken(session, { issuer: baseUrl, key: signing.keys.current, now: clock() });
    },
  };
}

export async function sessionSetting(foundation: Foundation): Promise<SessionSetting> {
  const { documents, tables, clock, logger, baseUrl, dashboardUrl, mailer = unableMailer } = foundation;
  const [secrets, signing, originSecret] = await Promise.all([
    serviceSecrets(foundation),
    signingMaterial(foundation),
    foundation.readSecret('origin'),
  ]);
  return {
    table: { documents, name: tables.identity, clock },
    accounts: createAccountRepository({ documents, tables, clock }),
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    codeKeys: keysNamed('code_key', secrets),
    peppers: secrets,
    signing,
    mailer,
    originSecret,
  };
}

/** A stage without an address for mail still lets passkeys and agents in. */
const unableMailer: Mailer = {
  async send() {
    throw new ServiceError(
      'upstream_unavailable',
      'This service cannot send email yet. Sign in with a passkey, or ask its operator.',
      { reason: 'MAIL_FROM is not set' },
    );
  },
};
