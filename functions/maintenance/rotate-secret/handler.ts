import * as v from 'valibot';
import { openSigningSecret, rotateSigningSecret } from '#shared/callers/identity/signing-secret.ts';
import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment } from '#shared/platform/config.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createSecretVersions } from '#shared/platform/secrets/secret-versions.ts';
import { openServiceSecrets, rotateServiceSecret } from '#shared/platform/secrets/service-secrets.ts';
import { type Renewal, takeRotationStep } from './logic.ts';

const rotationEvent = v.object({
  Step: v.picklist(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
  SecretId: v.string(),
  ClientRequestToken: v.string(),
});

/** Called by the secret store; a failure is an error of the function, which has an alarm, and is tried again. */
export async function handler(event: unknown): Promise<void> {
  const env = deployedEnvironment();
  const { Step: step, SecretId: secretId, ClientRequestToken: token } = v.parse(rotationEvent, event);
  await takeRotationStep(
    { step, secretId, token },
    {
      versions: createSecretVersions(),
      renewal: renewalOf(secretId, env),
      clock: createClock(),
    },
  );
  createLogger('rotate-secret').info('rotation step', { step, secret_arn: secretId });
}

function renewalOf(secretArn: string, env: NodeJS.ProcessEnv): Renewal {
  if (secretArn === env.SERVICE_SECRETS_ARN) return { rotate: rotateServiceSecret, open: openServiceSecrets };
  if (secretArn === env.SIGNING_KEYS_SECRET_ARN)
    return { rotate: rotateSigningSecret, open: openSigningSecret };
  throw new Error('This secret is not one that the service renews.');
}
