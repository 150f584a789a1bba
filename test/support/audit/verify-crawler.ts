import type { JsonWebKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type FieldOccurrence, verifySignature, webcrypto } from 'http-message-sig';

/** A key set as the directory has it. */
export interface KeySet {
  readonly keys: readonly (JsonWebKey & { readonly kid: string })[];
}

/** Finds the key that a message names, as a site does with the directory. */
export function keyOf({ keys }: KeySet) {
  return async ({ parameters }: { readonly parameters: { readonly keyid?: string } }) => {
    const jwk = keys.find(({ kid }) => kid === parameters.keyid);
    if (jwk === undefined) throw new Error(`${parameters.keyid} is not in the directory.`);
    return webcrypto.verifier(await crypto.subtle.importKey('jwk', jwk, 'Ed25519', true, ['verify']));
  };
}

/** Field lines in the order in which they came. */
export function fieldsOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): FieldOccurrence[] {
  return rawHeaders.flatMap((name, place) =>
    place % 2 === 0 ? [{ name: name.toLowerCase(), value: rawHeaders[place + 1] ?? '' }] : [],
  );
}

/** Checks a request as a site that uses the library does. Throws where it is not what it says it is. */
export function verifyCrawler(
  request: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'> & { readonly host: string | undefined },
  { keys, agent, scheme = 'http', now }: { keys: KeySet; agent: string; scheme?: string; now?: number },
) {
  const fields = fieldsOf(request);
  return verifySignature(
    {
      kind: 'request',
      method: request.method ?? '',
      targetUri: `${scheme}://${request.host}${request.url}`,
      fields,
    },
    {
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: [
          '@method',
          '@authority',
          '@path',
          { name: 'signature-agent', parameters: { key: 'sig1' } },
        ],
        requiredParameters: ['created', 'expires', 'keyid', 'tag', 'nonce'],
        ...(now !== undefined && { now }),
        validate: ({ parameters }) =>
          parameters.tag === 'web-bot-auth' &&
          fields.some(({ name, value }) => name === 'signature-agent' && value === `sig1="${agent}"`),
      },
      resolveVerifier: keyOf(keys),
    },
  );
}
