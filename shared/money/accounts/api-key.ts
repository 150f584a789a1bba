import { createHash, createHmac, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ServiceSecrets } from '#shared/platform/secrets/service-secrets.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const marker = 'or_';
/** Begins every test key. No live key does: behind its marker stand no further underscores. */
const testMarker = 'or_test_';
/** 36 characters of base62 carry 214 random bits. */
const randomCharacters = 36;
/** 62^6 is more than 2^32, so that six characters hold any CRC-32. */
const checksumCharacters = 6;
const keyForm = new RegExp(
  `^(?:${testMarker}|${marker})[0-9A-Za-z]{${randomCharacters + checksumCharacters}}$`,
  'u',
);

/** Random characters of a key that may be shown: 30 of its 214 bits. */
const shownCharacters = 5;

/** A new raw key: `or_` or `or_test_`, 36 random characters, and a checksum of 6 over them. Shown once, never stored. */
export function generateApiKey(isTest = false): string {
  const random = Array.from({ length: randomCharacters }, () => base62.charAt(randomInt(62))).join('');
  return `${isTest ? testMarker : marker}${random}${checksum(random)}`;
}

/** Whether a key, or the display prefix of one, is a test key's: it answers from the sample market and spends nothing. */
export function isTestKey(keyOrPrefix: string): boolean {
  return keyOrPrefix.startsWith(testMarker);
}

/** Whether a secret is a well-formed key: a typo is refused before any read. */
export function isWellFormedKey(secret: string): boolean {
  if (!keyForm.test(secret)) return false;
  const random = secret.slice(markerOf(secret).length, -checksumCharacters);
  return secret.slice(-checksumCharacters) === checksum(random);
}

/** Whether a secret claims to be an API key, well formed or not. */
export function looksLikeApiKey(secret: string): boolean {
  return secret.startsWith(marker);
}

/** The display prefix of a key. */
export function keyPrefix(key: string): string {
  return key.slice(0, markerOf(key).length + shownCharacters);
}

/**
 * A short digest for logs and leak reports. Unpeppered, so that somebody who
 * found a key can name it; never used to let anyone in.
 */
export function keyFingerprint(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** The stored hash of a key under one version of the pepper, such as `v1.9f86…`. */
export function keyHash(key: string, pepperVersion: string, pepper: string): string {
  return `${pepperVersion}.${createHmac('sha256', pepper).update(key).digest('hex')}`;
}

/** The hashes a key may be stored under: the current pepper's first, then the older ones'. */
export function possibleHashes(
  key: string,
  { peppers, current_pepper: current }: Pick<ServiceSecrets, 'peppers' | 'current_pepper'>,
): readonly string[] {
  const versions = [current, ...Object.keys(peppers).filter((version) => version !== current)];
  return versions.flatMap((version) => {
    const pepper = peppers[version];
    return pepper === undefined ? [] : [keyHash(key, version, pepper)];
  });
}

function markerOf(key: string): string {
  return isTestKey(key) ? testMarker : marker;
}

function checksum(random: string): string {
  let rest = crc32(random);
  let encoded = '';
  for (let index = 0; index < checksumCharacters; index += 1) {
    encoded = base62.charAt(rest % 62) + encoded;
    rest = Math.floor(rest / 62);
  }
  return encoded;
}
