import { createClock } from '#shared/platform/clock.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createLogger } from '#shared/platform/logger.ts';
import { createSecretVersions } from '#shared/platform/secrets/secret-versions.ts';
import { reportSecretAges, type WatchedSecret } from './logic.ts';

/** One and a half rotations: a single one that failed is repeated by the secret store itself. */
const rotatedDays = 45;
/** For credentials that people put there; half a year is what they can keep up. */
const issuedDays = 180;

/** Called by the schedule of its contract. */
export async function handler(): Promise<Readonly<Record<string, number>>> {
  const env = deployedEnvironment();
  const { service, signing, upstream, stripe, canary } = loadConfig(env).secretArns;
  const rotated = { daysAllowed: rotatedDays, isIssued: false };
  const issued = { daysAllowed: issuedDays, isIssued: true };
  return reportSecretAges(
    [
      ...watched('service', service, rotated),
      ...watched('signing', signing, rotated),
      ...watched('upstream', upstream, issued),
      ...watched('stripe', stripe, issued),
      ...watched('canary', canary, issued),
    ],
    {
      versions: createSecretVersions(),
      clock: createClock(),
      logger: createLogger('secret-ages'),
    },
  );
}

function watched(
  name: string,
  secretId: string | undefined,
  rule: Omit<WatchedSecret, 'name' | 'secretId'>,
): WatchedSecret[] {
  return secretId === undefined ? [] : [{ name, secretId, ...rule }];
}
