import { duringTests } from '#test/support/during-tests.ts';
import { type DeployedService, startDeployedService } from './support/deployed-service.ts';
import { functionNamed } from './support/function-named.ts';

interface Line {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
}

/** What the functions logged of answered calls. */
function answeredCalls(service: DeployedService, functionName: string): readonly Line[] {
  return linesOf(service, functionName, 'call answered');
}

function linesOf({ running }: DeployedService, functionName: string, wanted: string): readonly Line[] {
  const log = running.hosts.get(functionNamed(functionName))?.log.join('') ?? '';
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): Line => JSON.parse(line)).filter(({ message }) => message === wanted);
}

/** Callers come from loopback here; the edge that passes them on has an address of its own. */
const callersNetwork = /^(?:127\.0\.0\.0\/24|0:0:0::\/48)$/u;

describe('an answered call behind the distribution', () => {
  const service = duringTests(startDeployedService);

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

  it('is found by what the distribution and the gateway call it, whatever its caller calls it', async () => {
    const caller = await service.openAccount(50);
    const made = 'A'.repeat(56);
    const answer = await caller.get('/v1/me/credits', { 'x-amz-cf-id': made });
    const id = answer.headers.get('x-request-id');
    const line = answeredCalls(service, 'get-credits').find(({ facts }) => facts.request_id === id);
    expect(line?.facts).toMatchObject({
      edge_id: expect.stringMatching(/^[\w-]{50,}$/u),
      gateway_id: expect.stringMatching(/^[\w-]{20,}$/u),
    });
    expect(line?.facts.edge_id).not.toBe(made);
  });

  it('carries its figures, and a failure that a test key played is told apart from others', async () => {
    const caller = await service.openAccount(50);
    const paid = await caller.post('/v1/tools/inspect_domain', { domain: 'trailpeak.example' });
    const byId = ({ facts }: Line) => facts.request_id === paid.headers.get('x-request-id');
    expect(answeredCalls(service, 'inspect-domain').find(byId)).toMatchObject({
      tool: 'inspect_domain',
      Calls: 1,
      EarnedUsd: 0.03,
      _aws: { CloudWatchMetrics: [{ Namespace: 'Oriel/dev', Dimensions: [['service', 'tool']] }] },
    });
    const made = await caller.post('/v1/me/api-credentials', { name: 'CI', mode: 'test' });
    const tester = service.callerWith(caller.accountId, made.body.key);
    const fault = { 'x-test-fault': 'upstream_unavailable' };
    const { status } = await tester.post('/v1/tools/inspect_domain', { domain: 'a.example' }, fault);
    expect(status).toBe(503);
    expect(linesOf(service, 'inspect-domain', 'fault played')).toEqual([
      expect.objectContaining({
        PlayedFailures: 1,
        _aws: expect.objectContaining({
          CloudWatchMetrics: [expect.objectContaining({ Dimensions: [['service']] })],
        }),
      }),
    ]);
    expect(linesOf(service, 'inspect-domain', 'call failed')).toEqual([]);
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
