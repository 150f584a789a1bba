import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { SecretVersions } from '#shared/platform/secrets/secret-versions.ts';

/** A secret and how old it may become. */
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
