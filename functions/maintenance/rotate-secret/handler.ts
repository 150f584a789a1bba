import * as v from 'valibot';
import { awsEnvironment } from '#shared/aws/aws-request.ts';
import { createSecretVersions } from '#shared/aws/secret-versions.ts';
import { createClock } from '#shared/clock.ts';
import { deployedEnvironment } from '#shared/config.ts';
import { openSigningSecret, rotateSigningSecret } from '#shared/identity/signing-secret.ts';
import { createLogger } from '#shared/logger.ts';
import { openServiceSecrets, rotateServiceSecret } from '#shared/secrets.ts';
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
      versions: createSecretVersions(awsEnvironment(env)),
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
