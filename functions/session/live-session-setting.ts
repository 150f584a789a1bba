import { createAccountRepository } from '#shared/accounts/account-repository.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { openSigningSecret } from '#shared/identity/signing-secret.ts';
import { createSesMailer } from '#shared/mail/ses-mailer.ts';
import type { SessionSetting } from './create-services.ts';

/** What signing in is built on when deployed. */
export async function liveSessionSetting(): Promise<SessionSetting> {
  const { config, secretStore, documents, tables, secrets, clock, logger } = await liveFoundation();
  const { signing } = config.secretArns;
  if (signing === undefined || config.mailFrom === undefined)
    throw new Error('SIGNING_KEYS_SECRET_ARN and MAIL_FROM must be set.');
  return {
    table: { documents, name: tables.identity, clock },
    accounts: createAccountRepository({ documents, tables, clock }),
    clock,
    logger,
    baseUrl: config.baseUrl,
    dashboardUrl: config.dashboardUrl,
    codeKey: secrets.code_key,
    signing: openSigningSecret(await secretStore.read(signing)),
    mailer: createSesMailer(config.mailFrom),
  };
}
