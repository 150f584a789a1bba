import * as v from 'valibot';
import { agentTokenSeconds } from '#shared/callers/identity/agent-token.ts';
import { openSigningSecret, rotateSigningSecret } from '#shared/callers/identity/signing-keys.ts';
import { type Clock, createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { type CallLogger, createLogger } from '#shared/platform/logger.ts';
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

/** One and a half rotations: a single one that failed is repeated by the secret store itself. */
const rotatedDays = 45;
/** For credentials that people put there; half a year is what they can keep up. */
const issuedDays = 180;

export async function secretAges(): Promise<Readonly<Record<string, number>>> {
  const env = deployedEnvironment();
  const arns = loadConfig(env).secretArns;
  const watched = ({ daysAllowed, isIssued }: Rule, ...names: readonly (keyof typeof arns)[]) =>
    names.flatMap((name) => {
      const secretId = arns[name];
      return secretId === undefined ? [] : [{ name, secretId, daysAllowed, isIssued }];
    });
  return reportSecretAges(
    [
      ...watched({ daysAllowed: rotatedDays, isIssued: false }, 'service', 'signing'),
      ...watched(
        { daysAllowed: issuedDays, isIssued: true },
        'upstream',
        'stripe',
        'google',
        'crux',
        'canary',
      ),
    ],
    {
      versions: createSecretVersions(),
      clock: createClock(),
      logger: createLogger('secret-ages'),
    },
  );
}

type Rule = Pick<WatchedSecret, 'daysAllowed' | 'isIssued'>;

export interface WatchedSecret {
  readonly name: string;
  readonly secretId: string;
  readonly daysAllowed: number;
  /** People fill it in: while it has only its first version it is empty, and there is nothing to renew. */
  readonly isIssued: boolean;
}

interface AgeParts {
  readonly versions: Pick<SecretVersions, 'describe'>;
  readonly clock: Clock;
  readonly logger: CallLogger;
}

const dayMs = 86_400_000;

/** Logs one line with the alarm's signal for each secret that is too old; says how old each is, in days. */
export async function reportSecretAges(
  secrets: readonly WatchedSecret[],
  { versions, clock, logger }: AgeParts,
): Promise<Readonly<Record<string, number>>> {
  const ages: Record<string, number> = {};
  for (const { name, secretId, daysAllowed, isIssued } of secrets) {
    const { stages, changedAt } = await versions.describe(secretId);
    if (isIssued && stages.size < 2) continue;
    const days = Math.floor((clock() - changedAt) / dayMs);
    ages[name] = days;
    if (days >= daysAllowed)
      logger.error('secret not renewed', { signal: 'secret_old', name, days, days_allowed: daysAllowed });
  }
  return ages;
}
