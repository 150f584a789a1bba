import { type DeployedService, startDeployedService } from './support/deployed-service.ts';
import { functionNamed } from './support/function-named.ts';

interface Line {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** What the functions logged of answered calls. */
function answeredCalls({ running }: DeployedService, functionName: string): readonly Line[] {
  const log = running.hosts.get(functionNamed(functionName))?.log.join('') ?? '';
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): Line => JSON.parse(line)).filter(({ message }) => message === 'call answered');
}

/** Callers come from loopback here; the edge that passes them on has an address of its own. */
const callersNetwork = /^(?:127\.0\.0\.0\/24|0:0:0::\/48)$/u;

describe('an answered call behind the distribution', () => {
  let service: DeployedService;
  beforeAll(async () => {
    service = await startDeployedService();
  });
  afterAll(() => service.stop());

  it('leaves the network of its caller in the log, whatever the caller says of it', async () => {
    const caller = await service.openAccount(50);
    const made = { 'x-viewer-address': '203.0.113.9', 'x-forwarded-for': '203.0.113.9' };
    const tool = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' }, made);
    const credits = await caller.get('/v1/me/credits', made);
    expect([tool.status, credits.status]).toEqual([200, 200]);
    for (const [name, answer] of [
      ['inspect-domain', tool],
      ['get-credits', credits],
    ] as const)
      expect(answeredCalls(service, name).map(({ facts }) => facts)).toContainEqual(
        expect.objectContaining({
          request_id: answer.headers.get('x-request-id'),
          account_id: caller.accountId,
          network: expect.stringMatching(callersNetwork),
        }),
      );
  });

  it('leaves it over MCP as well', async () => {
    const caller = await service.openAccount(50);
    const call = { name: 'inspect_domain', arguments: { domain: 'trailpeak.example' } };
    const { status } = await caller.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
      { accept: 'application/json, text/event-stream' },
    );
    expect(status).toBe(200);
    expect(answeredCalls(service, 'mcp').map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({
        account_id: caller.accountId,
        network: expect.stringMatching(callersNetwork),
      }),
    );
  });
});
