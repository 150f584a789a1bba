import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** An Ed25519 public key as RFC 8037 writes it, with its thumbprint as its id. */
export interface CrawlerPublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly kid: string;
  readonly x: string;
}

/** A key of the crawler: what sites verify with, and what signs. */
export interface CrawlerKey {
  readonly publicKey: CrawlerPublicKey;
  sign(data: Uint8Array): Uint8Array;
}

/** Version, algorithm and lengths that stand before the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
/** The same before the 32 bytes of its public half (RFC 8410, section 4). */
const spkiPrefixLength = 12;

/** The key of a seed of 32 bytes in base64url: any 32 bytes are one (RFC 8032, section 5.1.5). */
export function openCrawlerKey(seed: string): CrawlerKey {
  const bytes = Buffer.from(seed, 'base64url');
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, bytes]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const x = spki.subarray(spkiPrefixLength).toString('base64url');
  return {
    publicKey: { kty: 'OKP', crv: 'Ed25519', kid: thumbprint(x), x },
    sign: (data) => sign(null, data, key),
  };
}

/** RFC 7638 over the members that RFC 8037, appendix A.3 names. */
function thumbprint(x: string): string {
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
