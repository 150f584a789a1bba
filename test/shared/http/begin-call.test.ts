import middy from '@middy/core';
import { beginCall } from '#shared/http/begin-call.ts';
import type { Begun, CallResult, GatewayEvent } from '#shared/http/call.ts';
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
