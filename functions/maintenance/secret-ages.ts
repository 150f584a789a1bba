import { type Clock, createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { type CallLogger, createLogger } from '#shared/platform/logger.ts';
import { createSecretVersions, type SecretVersions } from '#shared/platform/secrets/secret-store.ts';

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
