import { hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** The service's own secret: one JSON document in the secret store, or a file of mode 600 on one machine. */
export const serviceSecrets = v.object({
  /** Peppers of the API key hashes by version; the newest hashes new keys, the older ones still find old keys. */
  peppers: v.pipe(v.record(v.string(), v.pipe(v.string(), v.minLength(32))), v.minEntries(1)),
  current_pepper: v.string(),
  /** Signs paging cursors. */
  cursor_key: v.pipe(v.string(), v.minLength(32)),
  /** Signs download links and makes dataset addresses unguessable. */
  link_key: v.pipe(v.string(), v.minLength(32)),
  /** Keys one-time codes, idempotency keys and other short secrets before they are stored. */
  code_key: v.pipe(v.string(), v.minLength(32)),
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
  };
}

/** What the secret store generates by itself at the first deployment: everything else is derived from it. */
const seedDocument = v.object({
  seed: v.pipe(v.string(), v.minLength(32)),
  /** Raised by one to rotate: a new pepper hashes new keys, the earlier ones still find the old. */
  generation: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)), 1),
});

/**
 * The service's secrets from the text of the secret: either all of them
 * written out, or a seed from which they are derived (HKDF-SHA-256, RFC 5869).
 * Throws without quoting the text.
 */
export function openServiceSecrets(text: string): ServiceSecrets {
  const document = v.pipe(v.string(), v.parseJson());
  const complete = v.safeParse(v.pipe(document, serviceSecrets), text);
  if (complete.success) return complete.output;
  const seeded = v.safeParse(v.pipe(document, seedDocument), text);
  if (!seeded.success) throw new Error('The service secret is not in its expected form.');
  return deriveServiceSecrets(seeded.output);
}

function deriveServiceSecrets({ seed, generation }: v.InferOutput<typeof seedDocument>): ServiceSecrets {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', seed, 'oriel', purpose, 32)).toString('base64url');
  const versions = Array.from({ length: generation }, (_, index) => `v${index + 1}`);
  return {
    peppers: Object.fromEntries(versions.map((version) => [version, derive(`pepper ${version}`)])),
    current_pepper: `v${generation}`,
    cursor_key: derive('cursor key'),
    link_key: derive('link key'),
    code_key: derive('code key'),
  };
}
