import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import { keyDirectoryPath } from '#shared/contract/function-contract.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { RequestSigner } from './send-request.ts';

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

interface SignerOptions {
  readonly key: CrawlerKey;
  /** Origin at which sites find the keys. */
  readonly agent: string;
  readonly clock: Clock;
  /** Called with the first failure; the requests go unsigned. */
  reportFailure(cause: unknown): void;
}

const label = 'sig1';
/** A request is sent at once; this leaves room for a site whose clock is slow to read it. */
const validSeconds = 60;
/** As many bytes as verifiers of Web Bot Auth expect. */
const nonceBytes = 64;

/**
 * More than the draft's least: a signature that somebody reads on its way says
 * nothing for another host, method or path.
 */
const components = ['@method', '@authority', '@path', component('signature-agent', { key: label })];

/**
 * Signs requests by RFC 9421 as Web Bot Auth profiles it
 * (draft-ietf-webbotauth-httpsig-protocol), so that sites can tell the crawler
 * from whatever bears its name.
 */
export function createRequestSigner({ key, agent, clock, reportFailure }: SignerOptions): RequestSigner {
  const signer = { algorithm: 'ed25519', sign: key.sign };
  const agentField = `${label}="${agent}"`;
  let isReported = false;
  return ({ method, url }) => {
    try {
      const created = Math.floor(clock() / 1000);
      const targetUri = `${url.origin}${url.pathname}${url.search}`;
      const fields = [{ name: 'signature-agent', value: agentField }];
      const { signature, signatureInput } = createSignatureSync(
        { kind: 'request', method, targetUri, fields },
        {
          label,
          components,
          parameters: {
            created,
            keyid: key.publicKey.kid,
            alg: signer.algorithm,
            expires: created + validSeconds,
            nonce: randomBytes(nonceBytes).toString('base64'),
            tag: 'web-bot-auth',
          },
          signer,
        },
      );
      return { 'signature-agent': agentField, 'signature-input': signatureInput, signature };
    } catch (cause) {
      if (!isReported) reportFailure(cause);
      isReported = true;
      return {};
    }
  };
}

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
