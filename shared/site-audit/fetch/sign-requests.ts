import { randomBytes } from 'node:crypto';
import { component, createSignatureSync } from 'http-message-sig';
import type { Clock } from '#shared/platform/clock.ts';
import type { CrawlerKey } from './crawler-key.ts';
import type { RequestSigner } from './send-request.ts';

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
