import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { countTokens } from '#test/support/count-tokens.ts';
import { type Caller, testService } from '#test/support/service/running-service.ts';

const service = testService();

async function agentOf({ key }: Caller): Promise<Client> {
  const client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', service.baseUrl), {
    requestInit: { headers },
  });
  await client.connect(transport);
  return client;
}

type Content = readonly { readonly type: string; readonly text?: string; readonly uri?: string }[];

/** The text of an answer and the rows of a list in it, and the call that it says reads on. */
async function read(client: Client, name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as Content;
  const text = content.find(({ type }) => type === 'text')?.text ?? '';
  const links = content.flatMap(({ type, uri }) => (type === 'resource_link' ? [uri] : []));
  const more = /… \d+ more rows: export_dataset (?<args>\{.*\})/u.exec(text)?.groups?.args;
  const rows = text.split('\n').filter((line) => line.startsWith('| '));
  return { text, links, rows, next: more === undefined ? undefined : JSON.parse(more), result };
}

describe('a long answer, as an agent reads it', () => {
  it('is read to its last row by the calls that it names, free of charge', async () => {
    const caller = await service.openAccount(10, ['backlinks']);
    const client = await agentOf(caller);
    const question = { domain: 'trailpeak.example', view: 'referring_domains', limit: 500 };
    const first = await read(client, 'inspect_backlinks', question);
    const { referring_domains: all } = (first.result.structuredContent as { data: Record<string, unknown[]> })
      .data;
    expect(first.rows.length).toBe(all?.length);

    const ranked = await read(client, 'inspect_domain', { domain: 'trailpeak.example' });
    const uri = ranked.links.find((link) => link?.includes('ranked-keywords')) ?? '';
    const balance = await caller.balance();
    const seen: string[] = [];
    let next: Record<string, unknown> | undefined = { uri };
    while (next) {
      const page = await read(client, 'export_dataset', next);
      expect(countTokens(page.text)).toBeLessThan(7_000);
      seen.push(...page.rows);
      next = page.next;
    }
    const whole = await caller.post('/v1/tools/export_dataset', { uri });
    const keywords = whole.body.data.items.map(({ keyword }: { keyword: string }) => keyword);
    expect(keywords.length).toBeGreaterThan(100);
    expect(seen.map((row) => row.slice(2).split(' | ')[0])).toEqual(keywords);
    expect(await caller.balance()).toBe(balance);
    await client.close();
  });

  it('links a dataset with the rows of each list that its text cannot hold', async () => {
    const caller = await service.openAccount(10);
    const client = await agentOf(caller);
    const keywords = Array.from({ length: 100 }, (_, at) => `${'incomprehensible '.repeat(9)}${at}`);
    const args = { domain: 'trailpeak.example', keywords };
    const { links, rows, next, text } = await read(client, 'inspect_search_visibility', args);
    expect(countTokens(text)).toBeLessThan(7_000);
    expect(links).toEqual([expect.stringContaining('oriel://dataset/positions/')]);
    expect(next).toEqual({ uri: links[0], offset: rows.length });
    const rest = await read(client, 'export_dataset', next);
    expect([...rows, ...rest.rows].map((row) => row.slice(2).split(' | ')[0])).toEqual(keywords);
    await client.close();
  });
});

describe('a dataset that cannot be read now', () => {
  it('is not called missing', async () => {
    const caller = await service.openAccount(10);
    const { operator } = service.operations;
    const client = await agentOf(caller);
    const { links } = await read(client, 'inspect_domain', { domain: 'trailpeak.example' });
    await operator.setRates(caller.accountId, { minute: 1, hour: 100_000, day: 100_000 });
    const uri = links[0] ?? '';
    const reading = client.readResource({ uri });
    await expect(reading).rejects.toMatchObject({
      code: -32_603,
      data: { code: 'rate_limited', retryable: true },
    });
    await client.close();
  });
});
