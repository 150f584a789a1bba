import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { component, createSignatureSync } from 'http-message-sig';
import { calculateJwkThumbprint } from 'jose';
import { createGuardedFetcher } from '#shared/site-audit/fetch/guarded-fetcher.ts';
import { parseResolveMap } from '#shared/site-audit/fetch/pinned-connector.ts';
import {
  type CrawlerKey,
  createRequestSigner,
  openCrawlerKey,
} from '#shared/site-audit/fetch/sign-requests.ts';
import { verifyCrawler } from '#test/support/audit/verify-crawler.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

/** RFC 9421, appendix B.1.4. */
const rfcSeed = 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU';
const rfcPublic = 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs';

const agent = 'https://crawler.example';
const seed = Buffer.alloc(32, 7).toString('base64url');
const key = openCrawlerKey(seed);
const keys = { keys: [{ ...key.publicKey }] };
const unreported = (cause: unknown) => {
  throw cause;
};
const signerOf = (options: { key?: CrawlerKey; clock?: () => number } = {}) =>
  createRequestSigner({ key, agent, clock: Date.now, reportFailure: unreported, ...options });

describe("the crawler's key", () => {
  it('is the one of RFC 9421 for the seed of RFC 9421', () => {
    expect(openCrawlerKey(rfcSeed).publicKey).toEqual({
      kty: 'OKP',
      crv: 'Ed25519',
      x: rfcPublic,
      // RFC 8037, appendix A.3, for another key; the draft's test vectors name this one.
      kid: 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
    });
  });

  it('signs the base of RFC 9421, appendix B.2.6 as it is signed there', () => {
    const base = [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    ].join('\n');
    expect(Buffer.from(openCrawlerKey(rfcSeed).sign(Buffer.from(base))).toString('base64')).toBe(
      'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
    );
  });

  it('makes of the request of the Web Bot Auth draft what the draft has', () => {
    const { publicKey, sign } = openCrawlerKey(rfcSeed);
    const signed = createSignatureSync(
      {
        kind: 'request',
        method: 'GET',
        targetUri: 'https://example.com/path/to/resource',
        fields: [{ name: 'signature-agent', value: 'agent2="https://signature-agent.test"' }],
      },
      {
        label: 'sig2',
        components: ['@authority', component('signature-agent', { key: 'agent2' })],
        parameters: {
          created: 1_735_689_600,
          keyid: publicKey.kid,
          alg: 'ed25519',
          expires: 4_889_289_600,
          nonce: 'n9p433xm+NJ3ph3upfBIGmsuwHw387YV7Q/F+6BSpGCVjYCqQw6rznNA8PVVLySrAWsv0hQtFioQb6E1YsauiA==',
          tag: 'web-bot-auth',
        },
        signer: { algorithm: 'ed25519', sign },
      },
    );
    expect(signed.signature).toBe(
      'sig2=:RdNFx5Bj6au3YgAMQL/RzmUlZE8QZLIaXGRpw985hWnwPfMxT228NMk6ehRS1PSl4e8PhbNZACSanGdhEwYCCg==:',
    );
  });

  it('has its RFC 7638 thumbprint as its id, for every seed', async () => {
    const seeds = fc.uint8Array({ minLength: 32, maxLength: 32 });
    await fc.assert(
      fc.asyncProperty(seeds, async (bytes) => {
        const { kid, ...jwk } = openCrawlerKey(Buffer.from(bytes).toString('base64url')).publicKey;
        expect(kid).toBe(await calculateJwkThumbprint(jwk));
      }),
    );
  });
});

describe('a signed request', () => {
  const now = Date.UTC(2026, 10, 20, 9);
  const seconds = now / 1000;
  const requestOf = (url: string, headers: Readonly<Record<string, string>>, method = 'GET') => {
    const { host, pathname, search } = new URL(url);
    return { method, url: pathname + search, host, rawHeaders: Object.entries(headers).flat() };
  };
  const check = (request: ReturnType<typeof requestOf>, options: { now?: number; scheme?: string } = {}) =>
    verifyCrawler(request, { keys, agent, now: seconds, scheme: 'https', ...options });
  const sign = signerOf({ clock: () => now });

  it('is accepted by the site that it goes to, whatever its address', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webUrl({ withQueryParameters: true, withFragments: true }), async (text) => {
        const url = new URL(text);
        const headers = sign({ method: 'GET', url });
        await check(requestOf(text, headers), { scheme: url.protocol.slice(0, -1) });
      }),
    );
  });

  it('is good for no other host, path or method, for no other agent, and for no longer than a minute', async () => {
    const url = 'https://shop.example/a?b=c';
    const headers = sign({ method: 'GET', url: new URL(url) });
    const other = { ...headers, 'signature-agent': 'sig1="https://other.example"' };
    await expect(check(requestOf(url, headers), { now: seconds + 60 })).resolves.toBeDefined();
    for (const [request, options] of [
      [requestOf('https://other.example/a?b=c', headers)],
      [requestOf('https://shop.example/b?b=c', headers)],
      [requestOf(url, headers, 'HEAD')],
      [requestOf(url, other)],
      [requestOf(url, headers), { now: seconds + 70 }],
    ] as const)
      await expect(check(request, options)).rejects.toThrow();
  });

  it('never has the nonce of another one', () => {
    const url = new URL('https://shop.example/');
    const inputs = Array.from({ length: 50 }, () => sign({ method: 'GET', url })['signature-input']);
    expect(new Set(inputs).size).toBe(50);
  });

  it('goes without a signature where it cannot be signed, which is reported once', () => {
    const reported: unknown[] = [];
    const broken = createRequestSigner({
      key: {
        ...key,
        sign: () => {
          throw new Error('No entropy.');
        },
      },
      agent,
      clock: () => now,
      reportFailure: (cause) => reported.push(cause),
    });
    const request = { method: 'GET', url: new URL('https://shop.example/') };
    expect([broken(request), broken(request)]).toEqual([{}, {}]);
    expect(reported).toHaveLength(1);
  });
});

describe('the fetcher with a signer', () => {
  let server: Server;
  let port: number;
  let seen: { host: string | undefined; isSigned: boolean; verdict: string }[];

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { host } = request.headers;
      const answer = (verdict: string) => {
        seen.push({ host, isSigned: 'signature' in request.headers, verdict });
        if (request.url === '/start') response.writeHead(302, { location: 'http://b.example/end' }).end();
        else response.end('arrived');
      };
      verifyCrawler({ ...request, rawHeaders: request.rawHeaders, host }, { keys, agent }).then(
        () => answer('sound'),
        (error) => answer(String(error.code ?? error.message)),
      );
    });
    port = await listenOnLoopback(server);
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const fetchAs = async (userAgent: string, sign = signerOf()) => {
    const fetcher = createGuardedFetcher({
      userAgent,
      sign,
      resolve: parseResolveMap(`a.example:80=127.0.0.1:${port},b.example:80=127.0.0.1:${port}`),
      limits: { headersMs: 120_000, wholeMs: 120_000 },
    });
    const outcome = await fetcher.fetch('http://a.example/start', { maxRedirects: 2 });
    await fetcher.close();
    return outcome;
  };

  it('signs every request anew for the host that it goes to, redirects too', async () => {
    expect(await fetchAs('OrielBot/1.0 (+https://crawler.example/docs/crawler)')).toMatchObject({ ok: true });
    expect(seen).toEqual([
      { host: 'a.example', isSigned: true, verdict: 'sound' },
      { host: 'b.example', isSigned: true, verdict: 'sound' },
    ]);
  });

  it("signs nothing under another user agent's name", async () => {
    for (const userAgent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'Mozilla/5.0 OrielBot/1.0'])
      expect(await fetchAs(userAgent)).toMatchObject({ ok: true });
    expect(seen.map(({ isSigned }) => isSigned)).toEqual([false, false, false, false]);
  });

  it('fetches the same without a signature where signing fails', async () => {
    expect(await fetchAs('OrielBot/1.0', () => ({}))).toMatchObject({ ok: true, hops: [{ status: 302 }] });
    expect(seen.map(({ isSigned }) => isSigned)).toEqual([false, false]);
  });
});
