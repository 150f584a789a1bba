import { inspectDomain } from '#functions/tools/inspect-domain/contract.ts';
import { beginCall } from '#shared/calls/call.ts';
import { callWithArguments } from '#shared/calls/call-tool.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const database = testDatabase();

async function open(limits = {}) {
  const clock = () => noon;
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(10);
  const { services } = openCalls(database, { clock });
  const begun = { endpoint: '/mcp', method: 'POST', tool: 'inspect_domain', requestBytes: 2, network: null };
  const inputs: unknown[] = [];
  return {
    inputs,
    send: async (args: unknown, requires?: 'backlinks') =>
      callWithArguments(
        {
          call: beginCall(clock, begun),
          principal: await books.principal(accountId, limits),
          tool: { ...inspectDomain, ...(requires && { requires }) },
          async logic(input) {
            inputs.push(input);
            throw new Error('This is all that it does.');
          },
          args,
          idempotencyKey: undefined,
          deadline: noon + 5_000,
        },
        services,
      ),
    records: async () => (await books.usage.list({ accountId, limit: 50 })).records,
    setRates: (minute: number) =>
      books.accounts.update(accountId, { rateLimits: { minute, hour: 1_000, day: 1_000 } }),
  };
}

describe('a call that brings arguments', () => {
  it.each([
    ['validation_error', {}],
    ['validation_error', undefined],
    ['validation_error', []],
    ['validation_error', { domain: 7 }],
    ['unknown_location', { domain: 'a.example', location: 'Atlantis' }],
    ['invalid_json', { domain: JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`) }],
  ])('is refused with %s and recorded: %#', async (code, args) => {
    const { send, inputs, records } = await open();
    expect(await send(args)).toMatchObject({ ok: false, error: { code } });
    expect(inputs).toEqual([]);
    expect(await records()).toMatchObject([{ error_type: code, credits_charged: 0, endpoint: '/mcp' }]);
  });

  it('is refused where the key or the account may not call the tool', async () => {
    const limited = await open({ allowedTools: ['inspect_keyword'] });
    expect(await limited.send({ domain: 'a.example' })).toMatchObject({
      error: { code: 'tool_not_enabled' },
    });
    const plain = await open();
    expect(await plain.send({ domain: 'a.example' }, 'backlinks')).toMatchObject({
      error: { code: 'tool_not_enabled' },
    });
  });

  it('is refused early when a window is full', async () => {
    const { send, setRates, records } = await open();
    await setRates(1);
    await send({});
    expect(await send({ domain: 'a.example' })).toMatchObject({ error: { code: 'rate_limited' } });
    expect(await records()).toHaveLength(2);
  });

  it('reaches the tool with its input checked, and without halves of characters', async () => {
    const { send, inputs } = await open();
    await send({ domain: 'A.example', note: 'x\ud800' });
    expect(inputs).toMatchObject([{ domain: 'a.example' }]);
  });
});
