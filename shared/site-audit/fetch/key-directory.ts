import { createHash } from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import { keyDirectoryPath } from '#shared/contract/key-directory-path.ts';
import type { CrawlerKey } from './sign-requests.ts';

interface DirectoryOptions {
  /** Origin that serves the directory. */
  readonly agent: string;
  readonly keys: readonly CrawlerKey[];
  /** Seconds since 1970. */
  readonly created: number;
  readonly expires: number;
}

/** What is answered at `keyDirectoryPath`, headers in lower case. */
export interface KeyDirectory {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The crawler's public keys as a JSON Web Key Set, signed with each of them
 * over the authority and the body: another host cannot serve it as its own,
 * and no key is in it whose other half is not here
 * (draft-ietf-webbotauth-httpsig-protocol, "Possession Proof on the Directory Response").
 */
export function keyDirectory({ agent, keys, created, expires }: DirectoryOptions): KeyDirectory {
  const body = JSON.stringify({ keys: keys.map(({ publicKey }) => ({ ...publicKey, use: 'sig' })) });
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const message = {
    kind: 'response' as const,
    status: 200,
    fields: [{ name: 'content-digest', value: digest }],
    request: {
      kind: 'request' as const,
      method: 'GET',
      targetUri: `${agent}${keyDirectoryPath}`,
      fields: [],
    },
  };
  const signed = keys.map(({ publicKey, sign }, place) =>
    createSignatureSync(message, {
      label: `binding${place}`,
      components: [component('@authority', { req: true }), 'content-digest'],
      parameters: { created, expires, keyid: publicKey.kid, tag: 'http-message-signatures-directory' },
      signer: { algorithm: 'ed25519', sign },
    }),
  );
  return {
    body,
    headers: {
      'content-type': 'application/http-message-signatures-directory+json',
      'content-digest': digest,
      'signature-input': signed.map(({ signatureInput }) => signatureInput).join(', '),
      signature: signed.map(({ signature }) => signature).join(', '),
    },
  };
}
