import { runProbes } from '#functions/maintenance/canary/canary.ts';
import { freeProbes } from '#functions/maintenance/canary/probes.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import type { WireAnswer } from '#test/support/aws/object-server.ts';

const refused: WireAnswer = {
  status: 401,
  body: '{"code":"missing_credentials"}',
  headers: { 'www-authenticate': 'Bearer' },
};

const healthy: Record<string, WireAnswer> = {
  '/healthz': { status: 200, body: '{"status":"ok"}' },
  '/v1/capabilities': { status: 200, body: '{"data":{"credit_cost":{}}}' },
  '/openapi.json': { status: 200, body: '{"openapi":"3.1.0"}' },
  '/v1/nowhere': { status: 404, body: '{"code":"not_found"}' },
  '/v1/me/credits': refused,
  '/v1/tools/inspect_domain': refused,
  '/mcp': refused,
  '/.well-known/jwks.json': { status: 200, body: '{"keys":[]}' },
  '/': { status: 200, body: '<!doctype html><div id="root"></div>' },
};

async function probe(answerOf: (url: string) => WireAnswer | undefined) {
  const server = await startWireServer(({ url = '' }) => answerOf(url) ?? healthy[url] ?? { status: 404 });
  try {
    return await runProbes(freeProbes(server.url), 1);
  } finally {
    await server.stop();
  }
}

describe('the canary', () => {
  it('is content with a service that answers as it should', async () => {
    expect(await probe(() => undefined)).toEqual([]);
  });

  it.each([
    ['canary_open_paths', '/healthz', { status: 503, body: '' }],
    ['canary_open_paths', '/healthz', { status: 200, body: '<html>' }],
    ['canary_open_paths', '/v1/capabilities', { status: 200, body: '{}' }],
    ['canary_open_paths', '/v1/nowhere', { status: 404, body: '<html>' }],
    ['canary_refusals', '/v1/me/credits', { status: 200, body: '{"balance":1}' }],
    ['canary_refusals', '/v1/me/credits', { status: 401, body: '{"code":"missing_credentials"}' }],
    ['canary_refusals', '/v1/tools/inspect_domain', { status: 500, body: '{"code":"internal_error"}' }],
    ['canary_refusals', '/mcp', { status: 401, body: '{"code":"missing_credentials"}' }],
    [
      'canary_sign_in',
      '/.well-known/jwks.json',
      { status: 502, body: '{"message": "Internal server error"}' },
    ],
    ['canary_dashboard', '/', { status: 403, body: '<Error>' }],
  ])('raises %s and names %s where it answers %j', async (signal, path, answer) => {
    const failures = await probe((url) => (url === path ? answer : undefined));
    expect(failures).toEqual([{ signal, message: expect.stringContaining(path) }]);
  });

  it('tells of every probe that fails, so that one fault does not hide another', async () => {
    const failures = await probe((url) => (['/mcp', '/'].includes(url) ? { status: 500 } : undefined));
    expect(failures.map(({ signal }) => signal)).toEqual(['canary_refusals', 'canary_dashboard']);
  });

  it.each(Object.keys(healthy))('passes over %s that fails once', async (path) => {
    let hasFailed = false;
    const failures = await probe((url) => {
      if (url !== path || hasFailed) return undefined;
      hasFailed = true;
      return { status: 503 };
    });
    expect(failures).toEqual([]);
    expect(hasFailed).toBe(true);
  });

  it('tells of a name without a DNS record as of that, and of nothing that follows from it', async () => {
    const failures = await runProbes(freeProbes('http://oriel.invalid'), 1);
    expect(failures).toEqual([
      { signal: 'canary_address', message: expect.stringContaining('oriel.invalid') },
    ]);
  });
});
