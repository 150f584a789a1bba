import type { Context } from 'aws-lambda';
import type { GatewayEvent } from '#shared/http/call.ts';
import { type CallServices, callPipeline } from '#shared/http/call-pipeline.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const services = { clock: () => 0, logger: silent, baseUrl: '', dashboardUrl: '' } as unknown as CallServices;
const event = {
  httpMethod: 'GET',
  path: '/',
  resource: '/',
  headers: {},
  requestContext: { identity: { sourceIp: '198.51.100.7' } },
};

describe('a call that the function has no more time for', () => {
  it('is answered with upstream_timeout before the function ends', async () => {
    const handler = callPipeline(
      {
        tool: null,
        body: 'ignored',
        authenticate: { name: 'nobody', before: () => undefined },
        authorize: () => undefined,
        validate: () => ({}),
        answer: () => new Promise(() => undefined),
      },
      services,
    );
    const context = { getRemainingTimeInMillis: () => 50 } as unknown as Context;
    const { statusCode, body } = await handler(event as unknown as GatewayEvent, context);
    expect(statusCode).toBe(504);
    expect(JSON.parse(body)).toMatchObject({ code: 'upstream_timeout', credits_charged: 0 });
  });
});
