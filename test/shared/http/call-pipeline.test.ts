import { authenticate } from '#shared/http/authenticate.ts';
import { type CallServices, callPipeline } from '#shared/http/call-pipeline.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

/** The pipeline before an endpoint that takes an object and says hello. */
async function open({ authorize = () => {} }: { authorize?: () => void } = {}) {
  const clock = () => Date.UTC(2026, 10, 20, 12);
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(10);
  const calls = openCalls(database, { clock });
  const resolver = {
    recognizes: () => true,
    resolve: async () => ({ ok: true, principal: await books.principal(accountId) }) as const,
  };
  const services: CallServices = { ...calls.services, originSecret: undefined, resolvers: [resolver] };
  const answered: unknown[] = [];
  const handler = callPipeline(
    {
      tool: 'inspect_domain',
      body: 'read',
      authenticate: authenticate(services.resolvers),
      authorize,
      validate({ body }) {
        const sent: unknown = body;
        if (typeof sent !== 'object') throw new ServiceError('validation_error', 'Send an object.');
        return sent;
      },
      async answer({ checked, principal }) {
        answered.push({ checked, caller: principal.credentialId });
        return { statusCode: 200, body: 'hello' };
      },
    },
    services,
  );
  return {
    answered,
    logged: calls.logged,
    send: (body: unknown = {}, headers: Record<string, string> = { 'x-api-key': 'key' }) =>
      handler(gatewayEvent({ path: '/v1/hello', body, headers }), lambdaContext),
    records: async () => (await books.usage.list({ accountId, limit: 50 })).records,
    callsCounted: async () => (await books.accounts.get(accountId)).windows.minute.calls,
    setRates: (minute: number) =>
      books.accounts.update(accountId, { rateLimits: { minute, hour: 1_000, day: 1_000 } }),
  };
}

describe('an authenticated call over HTTP', () => {
  it('reaches what answers it with caller and request checked, and leaves the record to that', async () => {
    const { send, answered, records } = await open();
    expect(await send({ a: 1 })).toMatchObject({ statusCode: 200, body: 'hello' });
    expect(answered).toEqual([{ checked: { a: 1 }, caller: 'cred_test' }]);
    expect(await records()).toEqual([]);
  });

  it('has the headers that every response has', async () => {
    const { send } = await open();
    const common = {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/u),
    };
    expect((await send()).headers).toMatchObject(common);
    expect((await send(undefined, {})).headers).toMatchObject(common);
  });

  it.each([
    ['invalid_json', 400, '{', {}],
    ['validation_error', 422, '7', {}],
    ['insufficient_scope', 403, {}, { authorize: () => refuse('insufficient_scope') }],
  ])(
    'that is refused with %s is recorded once, counted once, and not answered',
    async (code, status, body, steps) => {
      const { send, answered, records, callsCounted } = await open(steps);
      const refused = await send(body);
      expect(refused.statusCode).toBe(status);
      expect(JSON.parse(refused.body)).toMatchObject({ code, credits_charged: 0, instance: '/v1/hello' });
      expect(answered).toEqual([]);
      expect(await records()).toMatchObject([
        {
          error_type: code,
          status_code: status,
          credits_charged: 0,
          response_bytes: Buffer.byteLength(refused.body),
        },
      ]);
      expect(await callsCounted()).toBe(1);
    },
  );

  it('that a full window refuses is recorded and not counted', async () => {
    const { send, records, callsCounted, setRates } = await open();
    await setRates(1);
    await send('{');
    const refused = await send();
    expect(refused).toMatchObject({
      statusCode: 429,
      headers: { 'retry-after': '60', 'x-ratelimit-remaining': '0' },
    });
    expect(await callsCounted()).toBe(1);
    expect((await records()).map(({ error_type }) => error_type)).toContain('rate_limited');
  });

  it('without a credential is recorded nowhere, and told how to come in', async () => {
    const { send, records } = await open();
    const refused = await send({}, {});
    expect(refused.statusCode).toBe(401);
    expect(refused.headers?.['www-authenticate']).toContain('resource_metadata=');
    expect(await records()).toEqual([]);
  });

  it('that fails on our side says so without a cause, and the log has it', async () => {
    const cause = new Error('secret detail');
    const { send, logged, records } = await open({
      authorize: () => {
        throw cause;
      },
    });
    const failed = await send();
    expect(failed.statusCode).toBe(500);
    expect(failed.body).not.toContain('secret detail');
    expect(logged).toContainEqual(expect.objectContaining({ message: 'call failed', cause }));
    expect(await records()).toMatchObject([{ error_type: 'internal_error' }]);
  });
});

function refuse(code: 'insufficient_scope'): never {
  throw new ServiceError(code, 'Not allowed.');
}
