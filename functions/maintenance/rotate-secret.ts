import * as v from 'valibot';
import { agentTokenSeconds } from '#shared/callers/identity/agent-token.ts';
import { openSigningSecret, rotateSigningSecret } from '#shared/callers/identity/signing-keys.ts';
import { type Clock, createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment } from '#shared/platform/config.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createSecretVersions, type SecretVersions } from '#shared/platform/secrets/secret-store.ts';
import { openServiceSecrets, rotateServiceSecret } from '#shared/platform/secrets/service-secrets.ts';

const rotationEvent = v.object({
  Step: v.picklist(['createSecret', 'setSecret', 'testSecret', 'finishSecret']),
  SecretId: v.string(),
  ClientRequestToken: v.string(),
});

/** Called by the secret store; a failure is an error of the function, which has an alarm, and is tried again. */
export async function rotateSecret(event: unknown): Promise<void> {
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

/** What the secret store sends, once for each step. */
export interface RotationStep {
  readonly step: 'createSecret' | 'setSecret' | 'testSecret' | 'finishSecret';
  readonly secretId: string;
  /** Names the new version, in every step of one rotation. */
  readonly token: string;
}

export interface Renewal {
  rotate(text: string): string;
  /** Throws where the text cannot be worked with. */
  open(text: string): unknown;
}

interface RotationParts {
  readonly versions: SecretVersions;
  readonly renewal: Renewal;
  readonly clock: Clock;
}

/** A key that was replaced twice is gone; what it signed must have expired by then. */
const shortestRestSeconds = agentTokenSeconds;

/**
 * One step of a rotation. Each may be sent again, and then finds its work done:
 * a version has its text once, and becomes the current one once.
 */
export async function takeRotationStep(step: RotationStep, parts: RotationParts): Promise<void> {
  const { versions, renewal } = parts;
  const { secretId, token } = step;
  const { stages } = await versions.describe(secretId);
  const stagesOfToken = stages.get(token);
  if (!stagesOfToken) throw new Error('The secret store names no version for this rotation.');
  if (stagesOfToken.includes('AWSCURRENT')) return;
  // Nothing is set elsewhere: the keys exist where the secret is read.
  if (step.step === 'createSecret') await createVersion(step, parts);
  else if (step.step === 'testSecret') renewal.open(await readPending(versions, step));
  else if (step.step === 'finishSecret') {
    const current = [...stages].find(([, names]) => names.includes('AWSCURRENT'))?.[0];
    await versions.makeCurrent(secretId, token, current);
  }
}

async function createVersion({ secretId, token }: RotationStep, parts: RotationParts): Promise<void> {
  const { versions, renewal, clock } = parts;
  if ((await versions.read(secretId, token)) !== undefined) return;
  const { text, since } = await versions.readCurrent(secretId);
  if (clock() - since < shortestRestSeconds * 1_000)
    throw new Error('The secret was renewed within the last eight hours: what it signed is still in use.');
  await versions.put(secretId, token, renewal.rotate(text));
}

async function readPending(versions: SecretVersions, { secretId, token }: RotationStep): Promise<string> {
  const text = await versions.read(secretId, token);
  if (text === undefined) throw new Error('The new version of the secret has no text.');
  return text;
}
