import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** A key that texts are sealed under, from `openDataKey`. */
export type DataKey = Buffer;

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * A text that only holders of the key read (AES-256-GCM), as base64url. `purpose`
 * is whose it is and what for: sealed for one purpose, it opens for no other.
 */
export function sealText(key: DataKey, purpose: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text; undefined where it was sealed under another key or for another purpose, or was changed. */
export function openText(key: DataKey, purpose: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const tagEnd = nonceBytes + tagBytes;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(nonceBytes, tagEnd));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
