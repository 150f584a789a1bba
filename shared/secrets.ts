import { randomBytes } from 'node:crypto';
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
