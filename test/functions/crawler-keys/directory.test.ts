import { createHash } from 'node:crypto';
import { verifySignature } from 'http-message-sig';
import { crawlerKeys as createHandler } from '#functions/crawler-keys/actions.ts';
import { crawlerPage } from '#functions/reference/crawler-page.ts';
import { openRequestSigner } from '#functions/tools/request-signer.ts';
import { rotateServiceSecret } from '#shared/platform/secrets/service-secrets.ts';
import { keyDirectory, openCrawlerKey } from '#shared/site-audit/fetch/sign-requests.ts';
import { type KeySet, keyOf, verifyCrawler } from '#test/support/audit/verify-crawler.ts';
import { gatewayEvent } from '#test/support/gateway-event.ts';

const path = '/.well-known/http-message-signatures-directory';
const agent = 'https://oriel.example';
const clock = () => Date.UTC(2026, 10, 20, 9);
const now = clock() / 1000;

const foundationOf = (text: string | undefined, baseUrl = agent) => {
  const failures: unknown[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (...told: unknown[]) => failures.push(told) };
  const readSecret = async (name: string) => {
    if (name !== 'service') throw new Error('Only the service secret is granted.');
    return text;
  };
  return { foundation: { baseUrl, clock, logger, readSecret } as never, failures };
};

async function readDirectory(text: string | undefined, baseUrl?: string) {
  const handler = createHandler(foundationOf(text, baseUrl).foundation);
  const { statusCode, headers, body } = await handler(gatewayEvent({ method: 'GET', path }), {} as never);
  return { statusCode, headers: headers ?? {}, body };
}

const seeded = JSON.stringify({ seed: 's'.repeat(64) });

/** The requests that a function with this secret sends, as a site with a directory sees them. */
async function isKnown(text: string, directory: { readonly body: string }): Promise<boolean> {
  const sign = await openRequestSigner(foundationOf(text).foundation);
  const headers = sign?.({ method: 'GET', url: new URL('https://shop.example/') }) ?? {};
  const request = {
    method: 'GET',
    url: '/',
    host: 'shop.example',
    rawHeaders: Object.entries(headers).flat(),
  };
  const keys: KeySet = JSON.parse(directory.body);
  return verifyCrawler(request, { keys, agent, scheme: 'https', now }).then(
    () => true,
    () => false,
  );
}

function checkDirectory(
  directory: Awaited<ReturnType<typeof readDirectory>>,
  label: string,
  authority = agent,
) {
  const fields = Object.entries(directory.headers).map(([name, value]) => ({ name, value: String(value) }));
  const request = { kind: 'request' as const, method: 'GET', targetUri: `${authority}${path}`, fields: [] };
  return verifySignature(
    { kind: 'response', status: 200, fields, request },
    {
      label,
      policy: {
        algorithms: ['ed25519'],
        requiredComponents: [{ name: '@authority', parameters: { req: true } }, 'content-digest'],
        requiredParameters: ['created', 'expires', 'keyid', 'tag'],
        now,
      },
      resolveVerifier: async (candidate) => keyOf(JSON.parse(directory.body))(candidate),
    },
  );
}

describe('the directory of crawler keys', () => {
  it('is what the draft has for the key of RFC 9421', () => {
    const { headers, body } = keyDirectory({
      agent: 'https://signature-agent.test',
      keys: [openCrawlerKey('n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU')],
      created: 1_735_689_600,
      expires: 4_889_289_600,
    });
    expect(body).toBe(
      '{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U","x":"JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs","use":"sig"}]}',
    );
    expect(headers['content-digest']).toBe('sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:');
    expect(headers.signature).toBe(
      'binding0=:l6P8R67tm3kujAxbHWio7ll01qrEZ0dKD/WWlGhNYEmTnFZM8Wt0VQ9zqGfvo7T/UMkBxsigzChM1Gpz7gOVBg==:',
    );
  });

  it('is a key set of public halves that sites may keep for an hour and browsers may read', async () => {
    const { statusCode, headers, body } = await readDirectory(seeded);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/http-message-signatures-directory+json',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
      'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    });
    const { keys } = JSON.parse(body);
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(Object.keys(key)).toEqual(['kty', 'crv', 'kid', 'x', 'use']);
  });

  it('is signed with each of its keys, for its own authority and body', async () => {
    const directory = await readDirectory(rotateServiceSecret(seeded));
    const { keys }: KeySet = JSON.parse(directory.body);
    expect(keys).toHaveLength(3);
    for (const [place, { kid }] of keys.entries())
      expect(await checkDirectory(directory, `binding${place}`)).toMatchObject({
        parameters: { keyid: kid },
      });
    await expect(checkDirectory(directory, 'binding0', 'https://other.example')).rejects.toThrow();
    const forged = { ...directory, headers: { ...directory.headers, 'content-digest': 'sha-256=:AAAA:' } };
    await expect(checkDirectory(forged, 'binding0')).rejects.toThrow();
  });

  it('knows what functions before and after a rotation sign, and forgets a key two rotations later', async () => {
    const once = rotateServiceSecret(seeded);
    const twice = rotateServiceSecret(once);
    const [before, after, later] = await Promise.all(
      [seeded, once, twice].map((text) => readDirectory(text)),
    );
    if (!before || !after || !later) throw new Error('A directory is missing.');
    expect(await isKnown(seeded, before)).toBe(true);
    expect(await isKnown(once, before)).toBe(true);
    expect(await isKnown(seeded, after)).toBe(true);
    expect(await isKnown(twice, after)).toBe(true);
    expect(await isKnown(seeded, later)).toBe(false);
  });

  it('is not there, and nothing is signed, without an address that sites could reach', async () => {
    for (const baseUrl of ['http://127.0.0.1:4000', 'https://oriel.example/below']) {
      const { statusCode, body } = await readDirectory(seeded, baseUrl);
      expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found']);
      expect(await openRequestSigner(foundationOf(seeded, baseUrl).foundation)).toBeUndefined();
    }
  });
});

describe('a crawler whose secret cannot be read', () => {
  it('goes unsigned and says so, and the audit goes on', async () => {
    const { foundation, failures } = foundationOf('no secret');
    expect(await openRequestSigner(foundation)).toBeUndefined();
    expect(failures).toEqual([['crawler goes unsigned', { cause: expect.any(Error) }]]);
  });
});

describe('the page about the crawler', () => {
  it('tells owners of sites where the keys are, and nothing of signatures where there are none', () => {
    expect(crawlerPage(agent).markdown).toContain(`${agent}${path}`);
    const unsigned = crawlerPage('http://127.0.0.1:4000').markdown;
    expect(unsigned).toContain('does not sign');
    expect(unsigned).not.toContain(path);
  });
});
