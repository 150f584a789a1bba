import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type Cut, startCuttingProxy } from '#test/support/service/cutting-proxy.ts';
import { type RunningService, startService } from '#test/support/service/running-service.ts';

let service: RunningService;
let proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
beforeAll(async () => {
  service = await startService();
  proxy = await startCuttingProxy(service.baseUrl);
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

type Asked = { readonly name: string; readonly arguments: Record<string, unknown>; readonly _meta?: object };
interface Connected {
  call(asked: Asked): Promise<{ readonly structuredContent?: unknown; readonly isError?: unknown }>;
  close(): Promise<void>;
}

/** How long a client waits for an answer that was cut before it gives up. */
const patience = { timeout: 2_000 };

async function current(key: string, mode: 'auto' | 'legacy'): Promise<Connected> {
  const client = new Client({ name: 'current', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', proxy.url), { requestInit: { headers } }),
  );
  return { call: (asked) => client.callTool(asked as never, patience), close: () => client.close() };
}

async function former(key: string): Promise<Connected> {
  const client = new OldClient({ name: 'former', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  const transport = new OldTransport(new URL('/mcp', proxy.url), { requestInit: { headers } });
  await client.connect(transport as never);
  return {
    call: (asked) => client.callTool(asked as never, undefined, patience) as ReturnType<Connected['call']>,
    close: () => client.close(),
  };
}

const clients: readonly (readonly [string, (key: string) => Promise<Connected>])[] = [
  ['the current client, speaking 2026-07-28', (key) => current(key, 'auto')],
  ['the current client, speaking 2025-11-25', (key) => current(key, 'legacy')],
  ['the client of the first SDK', former],
];
const cuts: readonly Cut[] = ['before the answer', 'within the answer'];
const asked: Asked = { name: 'inspect_keyword', arguments: { keyword: 'hiking boots' } };

/** As a person or a program does: asks again until there is an answer. */
async function askUntilAnswered({ call }: Connected) {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const result = await call(asked).catch(() => undefined);
    if (result !== undefined) return result;
  }
  throw new Error('No answer after five attempts.');
}

describe.each(clients)('a call whose answer is lost, by %s', (_name, connect) => {
  it.each(cuts)('is charged once when the connection breaks %s', async (cut) => {
    const payer = await service.openAccount(10);
    const client = await connect(payer.key);
    proxy.cut(cut, cut);
    const before = proxy.toolCalls();
    const result = await askUntilAnswered(client);
    expect(proxy.toolCalls() - before).toBeGreaterThan(2);
    expect(result.structuredContent).toMatchObject({
      data: { keyword: 'hiking boots' },
      usage: { credits_charged: 0, balance_after: 8, replayed: true },
    });
    expect(await payer.balance()).toBe(8);
    const charges = (await payer.get('/v1/me/usage')).body.filter(
      (record: { credits_charged: number }) => record.credits_charged > 0,
    );
    expect(charges).toHaveLength(1);
    await client.close();
  });

  it('is asked anew and paid where the caller says so', async () => {
    const payer = await service.openAccount(10);
    const client = await connect(payer.key);
    await client.call(asked);
    const fresh = await client.call({ ...asked, _meta: { 'oriel/fresh': true } });
    expect(fresh.structuredContent).toMatchObject({ usage: { credits_charged: 2, replayed: false } });
    expect(await payer.balance()).toBe(6);
    await client.close();
  });
});
