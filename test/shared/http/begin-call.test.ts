import middy from '@middy/core';
import {
  type Begun,
  beginCall,
  type CallResult,
  type GatewayEvent,
  type Surroundings,
} from '#shared/http/call.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';

/** The headers that the steps after the first are given. */
async function headersGiven(lines: readonly [string, string][]) {
  const many = Object.groupBy(lines, ([name]) => name);
  const event = gatewayEvent({
    path: '/v1/tools/inspect_domain',
    headers: Object.fromEntries(lines),
  });
  event.multiValueHeaders = Object.fromEntries(
    Object.entries(many).map(([name, pairs]) => [name, pairs?.map(([, value]) => value)]),
  );
  let given: Readonly<Record<string, string>> = {};
  const handler = middy<GatewayEvent, CallResult>()
    .use(beginCall(Date.now, null))
    .handler(async ({ call }: GatewayEvent & Begun) => {
      given = call.headers;
      return { statusCode: 200, body: '' };
    });
  await handler(event as GatewayEvent & Begun, lambdaContext);
  return given;
}

/** The network that the steps after the first are told of a caller at `192.0.2.1`. */
async function networkTold(surroundings: Surroundings | undefined, headers: Record<string, string>) {
  let told: string | null = null;
  const handler = middy<GatewayEvent, CallResult>()
    .use(beginCall(Date.now, null, surroundings))
    .handler(async ({ call }: GatewayEvent & Begun) => {
      told = call.network;
      return { statusCode: 200, body: '' };
    });
  const event = gatewayEvent({ path: '/v1/tools/inspect_domain', headers, sourceIp: '192.0.2.1' });
  await handler(event as GatewayEvent & Begun, lambdaContext);
  return told;
}

describe('the network of a call', () => {
  const fromEdge = { 'x-viewer-address': '203.0.113.77', 'x-origin-verify': 'the secret of the edge' };
  const surroundings = { originSecret: 'the secret of the edge' };

  it('is that of the caller, where the edge proves that it says so', async () => {
    expect(await networkTold(surroundings, fromEdge)).toBe('203.0.113.0/24');
    expect(await networkTold(surroundings, { ...fromEdge, 'x-viewer-address': '2001:db8:1:2::3' })).toBe(
      '2001:db8:1::/48',
    );
  });

  it('is that of the peer, whatever a caller says without the proof', async () => {
    for (const proof of ['', 'a guess'])
      expect(await networkTold(surroundings, { ...fromEdge, 'x-origin-verify': proof })).toBe('192.0.2.0/24');
    expect(await networkTold({ originSecret: undefined }, fromEdge)).toBe('192.0.2.0/24');
  });

  it('is not told by a function that cannot tell the edge from callers', async () => {
    expect(await networkTold(undefined, fromEdge)).toBeNull();
  });
});

describe('the headers of a call', () => {
  it('carry two different Idempotency-Keys as a list, which is no key and is refused', async () => {
    const given = await headersGiven([
      ['Idempotency-Key', 'one'],
      ['idempotency-key', 'two'],
    ]);
    expect(given['idempotency-key']).toBe('one, two');
  });

  it('carry a key that was sent twice as that key', async () => {
    const given = await headersGiven([
      ['Idempotency-Key', 'one'],
      ['Idempotency-Key', 'one'],
    ]);
    expect(given['idempotency-key']).toBe('one');
  });
});
