import { probeService } from '#functions/maintenance/canary/logic.ts';
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
  '/v1/me/credits': refused,
  '/v1/tools/inspect_domain': refused,
  '/mcp': refused,
  '/.well-known/jwks.json': { status: 200, body: '{"keys":[]}' },
};

async function probe(changes: Record<string, WireAnswer>): Promise<void> {
  const answers = { ...healthy, ...changes };
  const server = await startWireServer(({ url }) => answers[url ?? ''] ?? { status: 404 });
  try {
    await probeService(server.url);
  } finally {
    await server.stop();
  }
}

describe('the canary', () => {
  it('is content with a service that answers as it should', async () => {
    await expect(probe({})).resolves.toBeUndefined();
  });

  it.each([
    ['/healthz', { status: 503, body: '' }],
    ['/healthz', { status: 200, body: '<html>' }],
    ['/v1/capabilities', { status: 200, body: '{}' }],
    ['/v1/me/credits', { status: 200, body: '{"balance":1}' }],
    ['/v1/me/credits', { status: 401, body: '{"code":"missing_credentials"}' }],
    ['/v1/tools/inspect_domain', { status: 500, body: '{"code":"internal_error"}' }],
    ['/mcp', { status: 401, body: '{"code":"missing_credentials"}' }],
    ['/.well-known/jwks.json', { status: 502, body: '{"message": "Internal server error"}' }],
  ])('fails and names %s where it answers %j', async (path, answer) => {
    await expect(probe({ [path]: answer })).rejects.toThrow(path);
  });
});
