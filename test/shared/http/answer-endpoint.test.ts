import { beginCall } from '#shared/calls/call.ts';
import { answerEndpoint } from '#shared/http/endpoint-handler.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const database = testDatabase();

const said = (body: string) => ({ statusCode: 201, headers: { 'content-type': 'application/json' }, body });
const plain = async () => ({ sent: said('"sent"'), kept: said('"sent"') });

async function open() {
  const clock = () => Date.UTC(2026, 10, 20, 12);
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(10);
  const { services } = openCalls(database, { clock });
  const begun = { endpoint: '/v1/me/keys', method: 'POST', tool: null, requestBytes: 2, network: null };
  return {
    ask: async (ask = plain, idempotencyKey?: string, isKnown = true) =>
      answerEndpoint(
        {
          call: beginCall(clock, begun),
          principal: isKnown ? await books.principal(accountId) : undefined,
          idempotencyKey,
          input: {},
          ask,
        },
        services,
      ),
    records: async () => (await books.usage.list({ accountId, limit: 200 })).records,
    callsCounted: async () => {
      const { account, meters } = await books.principal(accountId);
      expect(account.windows.minute.calls).toBe(0);
      return meters[0]?.item.account_windows?.minute.calls ?? 0;
    },
  };
}

describe('a call of an endpoint', () => {
  it('is answered, counted with its key and recorded, free of charge', async () => {
    const { ask, records, callsCounted } = await open();
    expect(await ask()).toMatchObject({
      statusCode: 201,
      body: '"sent"',
      headers: { 'x-ratelimit-remaining': '119' },
    });
    expect(await callsCounted()).toBe(1);
    expect(await records()).toMatchObject([{ status_code: 201, credits_charged: 0, tool: null }]);
  });

  it('is refused before it does anything when its window is full', async () => {
    const { ask, records } = await open();
    for (let calls = 0; calls < 120; calls += 1) await ask();
    const work = () => Promise.reject(new Error('It was asked.'));
    expect(await ask(work)).toMatchObject({ statusCode: 429 });
    expect(await records()).toContainEqual(expect.objectContaining({ error_type: 'rate_limited', calls: 1 }));
  });

  it('that fails is counted once and recorded with its error', async () => {
    const { ask, records, callsCounted } = await open();
    const failing = async () => {
      throw new ServiceError('not_found', 'There is no such key.');
    };
    expect(await ask(failing)).toMatchObject({
      statusCode: 404,
      headers: { 'x-ratelimit-remaining': '119' },
    });
    expect(await callsCounted()).toBe(1);
    expect(await records()).toMatchObject([{ error_type: 'not_found' }]);
  });

  it('gives its first answer again under its Idempotency-Key, without what is shown once', async () => {
    const { ask, records } = await open();
    const secrets = ['"or_secret"', '"or_another"'].values();
    const work = async () => ({ sent: said(secrets.next().value ?? ''), kept: said('"shown once"') });
    expect(await ask(work, 'key-1')).toMatchObject({ body: '"or_secret"' });
    expect(await ask(work, 'key-1')).toMatchObject({
      statusCode: 201,
      body: '"shown once"',
      headers: {
        'idempotency-replayed': 'true',
        'x-credits-charged': '0',
        'content-type': 'application/json',
      },
    });
    expect(secrets.next().value).toBe('"or_another"');
    expect(await records()).toHaveLength(2);
  });

  it('can be sent again under its key after it failed', async () => {
    const { ask } = await open();
    let isUp = false;
    const shaky = async () => {
      if (!isUp) throw new Error('no answer');
      return plain();
    };
    expect(await ask(shaky, 'key-2')).toMatchObject({ statusCode: 500 });
    isUp = true;
    expect(await ask(shaky, 'key-2')).toMatchObject({ statusCode: 201 });
  });

  it('from nobody known is answered, and neither counted nor recorded', async () => {
    const { ask, records, callsCounted } = await open();
    expect(await ask(plain, undefined, false)).toMatchObject({ statusCode: 201 });
    expect(await ask(async () => Promise.reject(new Error('x')), undefined, false)).toMatchObject({
      statusCode: 500,
    });
    expect(await callsCounted()).toBe(0);
    expect(await records()).toEqual([]);
  });
});
