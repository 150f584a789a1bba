import { hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** What the keys of one rotation are derived from. */
const keySource = v.object({
  seed: v.pipe(v.string(), v.minLength(32)),
  generation: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type KeySource = v.InferOutput<typeof keySource>;

/**
 * Three sources of keys: `current` signs; `next` is known before it signs, so
 * that a function which has not read the newest secret yet accepts what others
 * sign with it; `previous` accepts what was signed before.
 */
export const keyRing = v.object({
  current: keySource,
  next: keySource,
  previous: v.optional(keySource),
});
export type KeyRing = v.InferOutput<typeof keyRing>;

/** The ring of a secret that was never rotated by itself: all of it from one seed. */
export function firstRing({ seed, generation }: KeySource): KeyRing {
  return {
    current: { seed, generation },
    next: { seed, generation: generation + 1 },
    ...(generation > 1 && { previous: { seed, generation: generation - 1 } }),
  };
}

/**
 * One step of rotation. The new source has a seed of its own: after three steps
 * nothing in the ring can be derived from what a thief of the first one has.
 */
export function turnRing({ current, next }: KeyRing): KeyRing {
  const seed = randomBytes(48).toString('base64url');
  return { previous: current, current: next, next: { seed, generation: next.generation + 1 } };
}

/** The sources in the order in which their keys are tried: the one that signs first. */
export function sourcesOf({ current, next, previous }: KeyRing): readonly [KeySource, ...KeySource[]] {
  return previous ? [current, previous, next] : [current, next];
}

const keyText = v.pipe(v.string(), v.minLength(32));

/** The service's own secret: one JSON document in the secret store, or a file of mode 600 on one machine. */
export const serviceSecrets = v.object({
  /** Peppers of the API key hashes by version; the newest hashes new keys, the older ones still find old keys. */
  peppers: v.pipe(v.record(v.string(), v.pipe(v.string(), v.minLength(32))), v.minEntries(1)),
  current_pepper: v.string(),
  /** Signs paging cursors. */
  cursor_key: keyText,
  /** Signs the download links and test payments of one machine. */
  link_key: keyText,
  /** Keys one-time codes before they are stored. */
  code_key: keyText,
  /** Keys before and after a rotation: nothing is signed with them here, and what they signed is accepted. */
  accepted: v.optional(v.array(v.object({ cursor_key: keyText, code_key: keyText })), []),
});
export type ServiceSecrets = v.InferOutput<typeof serviceSecrets>;

/** Fresh secrets for a new installation. */
export function generateServiceSecrets(): ServiceSecrets {
  const secret = () => randomBytes(32).toString('base64url');
  return {
    peppers: { v1: secret() },
    current_pepper: 'v1',
    cursor_key: secret(),
    link_key: secret(),
    code_key: secret(),
    accepted: [],
  };
}

/** A kind of key that lives for minutes: the one that signs first, then all others that are accepted. */
export function keysNamed(
  name: 'cursor_key' | 'code_key',
  { accepted, ...secrets }: Pick<ServiceSecrets, typeof name | 'accepted'>,
): SigningKeyList {
  return [secrets[name], ...accepted.map((keys) => keys[name])];
}

/** Texts that sign and accept: the first signs. */
export type SigningKeyList = readonly [string, ...string[]];

/** What the secret store generates by itself at the first deployment: everything else is derived from it. */
const seedDocument = v.object({
  seed: keyText,
  /** Raised by one by an operator: a new pepper hashes new keys, the earlier ones still find the old. */
  generation: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 1),
  /** Sources of what lives for minutes; turned by the rotation. */
  ring: v.optional(keyRing),
});
type SeedDocument = v.InferOutput<typeof seedDocument>;

const textOfSecret = v.pipe(v.string(), v.parseJson());

/**
 * The service's secrets from the text of the secret: either all of them
 * written out, or a seed from which they are derived (HKDF-SHA-256, RFC 5869).
 * Throws without quoting the text.
 */
export function openServiceSecrets(text: string): ServiceSecrets {
  const complete = v.safeParse(v.pipe(textOfSecret, serviceSecrets), text);
  return complete.success ? complete.output : deriveServiceSecrets(parseSeed(text));
}

/**
 * The text of the secret after one step of rotation: new keys for cursors and
 * codes. The peppers stay, or no API key would be recognized again.
 */
export function rotateServiceSecret(text: string): string {
  const document = parseSeed(text);
  return JSON.stringify({ ...document, ring: turnRing(ringOf(document)) });
}

/**
 * What the crawler's signing keys are made of, from the text of the secret.
 * Written-out secrets belong to one machine, which does not rotate: one key,
 * from the secret that no other machine has.
 */
export function openCrawlerSeeds(text: string): SigningKeyList {
  const complete = v.safeParse(v.pipe(textOfSecret, serviceSecrets), text);
  if (complete.success) return [derived(complete.output.link_key, 'crawler key')];
  const [current, ...others] = sourcesOf(ringOf(parseSeed(text)));
  return [crawlerSeed(current), ...others.map(crawlerSeed)];
}

/**
 * The key that accounts' credentials at other companies are sealed under. Like
 * the peppers it outlives rotations: what it sealed could not be opened again.
 */
export function openDataKey(text: string): Buffer {
  const complete = v.safeParse(v.pipe(textOfSecret, serviceSecrets), text);
  const source = complete.success ? complete.output.link_key : parseSeed(text).seed;
  return Buffer.from(derived(source, 'data key'), 'base64url');
}

function crawlerSeed({ seed, generation }: KeySource): string {
  return derived(seed, `crawler key ${generation}`);
}

function parseSeed(text: string): SeedDocument {
  const seeded = v.safeParse(v.pipe(textOfSecret, seedDocument), text);
  if (!seeded.success) throw new Error('The service secret is not in its expected form.');
  return seeded.output;
}

function ringOf({ seed, ring }: SeedDocument) {
  return ring ?? firstRing({ seed, generation: 1 });
}

function derived(seed: string, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', seed, 'oriel', purpose, 32)).toString('base64url');
}

function deriveServiceSecrets(document: SeedDocument): ServiceSecrets {
  const { seed, generation } = document;
  const versions = Array.from({ length: generation }, (_, index) => `v${index + 1}`);
  const [current, ...accepted] = sourcesOf(ringOf(document));
  return {
    peppers: Object.fromEntries(versions.map((version) => [version, derived(seed, `pepper ${version}`)])),
    current_pepper: `v${generation}`,
    link_key: derived(seed, 'link key'),
    ...shortLivedKeys(current),
    accepted: accepted.map(shortLivedKeys),
  };
}

function shortLivedKeys({ seed, generation }: KeySource) {
  return {
    cursor_key: derived(seed, `cursor key ${generation}`),
    code_key: derived(seed, `code key ${generation}`),
  };
}
