import { openSigningSecret } from '#shared/callers/identity/signing-secret.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { readOriginSecret } from '#shared/http/origin-secret.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { awsEnvironment } from '#shared/platform/aws/aws-request.ts';
import { deployedEnvironment } from '#shared/platform/config.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { createSesMailer } from '#shared/platform/mail/ses-mailer.ts';
import { keysNamed } from '#shared/platform/secrets/service-secrets.ts';
import type { SessionSetting } from './create-services.ts';

/** What signing in is built on when deployed. */
export async function liveSessionSetting(): Promise<SessionSetting> {
  const foundation = await liveFoundation();
  const { config, secretStore, documents, tables, secrets, clock, logger } = foundation;
  const { signing } = config.secretArns;
  if (signing === undefined) throw new Error('SIGNING_KEYS_SECRET_ARN must be set.');
  const [signingText, originSecret] = await Promise.all([
    secretStore.read(signing),
    readOriginSecret(foundation),
  ]);
  return {
    table: { documents, name: tables.identity, clock },
    accounts: createAccountRepository({ documents, tables, clock }),
    clock,
    logger,
    baseUrl: config.baseUrl,
    dashboardUrl: config.dashboardUrl,
    codeKeys: keysNamed('code_key', secrets),
    signing: openSigningSecret(signingText),
    mailer: createMailer(config.mailFrom),
    originSecret,
  };
}

/** A stage without an address for mail still lets passkeys and agents in. */
function createMailer(from: string | undefined): Mailer {
  if (from !== undefined) return createSesMailer(from, awsEnvironment(deployedEnvironment()));
  return {
    async send() {
      throw new ServiceError(
        'upstream_unavailable',
        'This service cannot send mail yet. Sign in with a passkey, or ask its operator.',
        { reason: 'MAIL_FROM is not set' },
      );
    },
  };
}
