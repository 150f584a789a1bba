import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { consentingPerson, memoryAuthProvider } from '#test/support/identity/consenting-person.ts';
import { testService } from '#test/support/service/running-service.ts';

const service = testService();
const address = () => new URL('/mcp', service.baseUrl);
const open = async (transport: StreamableHTTPClientTransport) => {
  const client = new Client({ name: 'watcher', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return client;
};

/** A client with an API key. */
const withKey = (key: string) =>
  open(
    new StreamableHTTPClientTransport(address(), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );

/** An agent that its person has let in with the limit that stands on the page, 500 credits a month. */
async function letIn(email: string) {
  const authProvider = memoryAuthProvider();
  const transport = () =>
    new StreamableHTTPClientTransport(address(), { authProvider: authProvider as never });
  const first = transport();
  await expect(open(first)).rejects.toThrow();
  await first.finishAuth(
    await consentingPerson(service.baseUrl, email).approve(authProvider.authorizationUrl),
  );
  const accounts = await service.operations.operator.list();
  const accountId = accounts.find((account) => account.email === email)?.account_id ?? '';
  const { key } = await service.operations.operator.createKey({ accountId, name: 'owner' });
  return { client: await open(transport()), owner: await service.callerWith(accountId, key) };
}

const question = {
  tool: 'discover_competitors',
  args: { domain: 'trailpeak.example' },
  schedule: { every: 'week', at: '08:00', time_zone: 'Europe/Berlin' },
};

async function create(client: Client, args: Readonly<Record<string, unknown>>) {
  const { structuredContent, isError } = await client.callTool({ name: 'create_tracker', arguments: args });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the assertions show.
  return { isError: isError ?? false, ...(structuredContent as any) };
}

describe('an agent that watches', () => {
  it('is told the price before a tracker exists, makes it within its limit, and makes none twice', async () => {
    const { client, owner } = await letIn('watcher@test.example');
    const told = await create(client, { name: 'Rivals', ...question });
    expect(told.data).toMatchObject({ created: false, price: 5, most_a_month: 25, tracker: null });
    expect((await owner.get('/v1/me/trackers')).body).toEqual([]);
    const made = await create(client, { name: 'Rivals', ...question, monthly_budget: 25 });
    expect(made.data).toMatchObject({ created: true, tracker: { monthly_budget: 25, status: 'active' } });
    const again = await create(client, { name: 'Rivals', ...question, monthly_budget: 25 });
    expect(again.data).toMatchObject({ created: false, tracker: { id: made.data.tracker.id } });
    const beyond = await create(client, { name: 'More', ...question, monthly_budget: 476 });
    expect(beyond).toMatchObject({ isError: true, code: 'spend_limit_reached', credits_charged: 0 });
    const within = await create(client, { name: 'More', ...question, monthly_budget: 475 });
    expect(within.data.created).toBe(true);
    expect((await owner.get('/v1/me/trackers')).body).toHaveLength(2);
    await client.close();
  });

  it('watches the places of a site with the price of all its calls', async () => {
    const { key } = await service.openAccount(10);
    const client = await withKey(key);
    const keywords = Array.from({ length: 101 }, (_, number) => `tea ${number}`);
    const markets = [
      { location: 'US', device: 'mobile' },
      { location: 'DE', language: 'de' },
    ];
    const watched = { name: 'Tea', site: 'trailpeak.example', keywords, markets };
    const daily = { ...watched, schedule: { every: 'day' } };
    expect((await create(client, daily)).data).toMatchObject({ price: 12, most_a_month: 372 });
    const { data } = await create(client, { ...daily, monthly_budget: 372 });
    expect(data.tracker).toMatchObject({ kind: 'rank', rank: { keywords: 101, calls: 4 } });
    await client.close();
  });

  it('is told what is wrong with a tracker, and makes none', async () => {
    const caller = await service.openAccount(10);
    const client = await withKey(caller.key);
    const wrong = [
      { name: 'No domain', ...question, args: {}, monthly_budget: 25 },
      { name: 'Poor', ...question, monthly_budget: 4 },
      { name: 'No schedule', tool: question.tool, args: question.args, monthly_budget: 25 },
      { name: 'Nothing to ask', schedule: question.schedule, monthly_budget: 25 },
    ];
    for (const args of wrong)
      expect(await create(client, args)).toMatchObject({ isError: true, code: 'validation_error' });
    expect((await caller.get('/v1/me/trackers')).body).toEqual([]);
    await client.close();
  });

  it('hears of each event once when it asks with the number it was given', async () => {
    const caller = await service.openAccount(10);
    const client = await withKey(caller.key);
    const list = async (args: Readonly<Record<string, unknown>>) => {
      const answer = await client.callTool({ name: 'list_events', arguments: args });
      // biome-ignore lint/suspicious/noExplicitAny: the shape is what the assertions show.
      return (answer.structuredContent as any).data;
    };
    expect(await list({})).toEqual({ events: [], next: 0, more: false });
    const { documents, tables } = service.database;
    const log = createEventLog({ documents, name: tables.identity, clock: Date.now });
    for (const cause of ['1', '2', '3']) {
      const event = { type: 'balance.low', summary: 'Low.', why: 'A mark.', link: '/billing' } as const;
      await log.write(caller.accountId, { ...event, cause, subject: null, data: {} });
    }
    const { events, next } = await list({ limit: 2 });
    expect(events.map(({ number }: { number: number }) => number)).toEqual([3, 2]);
    expect(await list({ after: next })).toMatchObject({ events: [], next });
    const first = await list({ after: 0, limit: 2 });
    expect(first).toMatchObject({ events: [{ number: 1 }, { number: 2 }], next: 2, more: true });
    expect(await list({ after: first.next })).toMatchObject({ events: [{ number: 3 }], next: 3 });
    expect(await list({ type: 'sync.failed' })).toMatchObject({ events: [] });
    await client.close();
  });
});

describe('a key with limits', () => {
  it('that may call some tools alone neither makes trackers nor lists events; a test key neither', async () => {
    const caller = await service.openAccount(10);
    const { key } = await service.operations.operator.createKey({
      accountId: caller.accountId,
      name: 'one tool',
      limits: { allowedTools: ['inspect_keyword'] },
    });
    const client = await withKey(key);
    await expect(create(client, { name: 'Rivals', ...question, monthly_budget: 25 })).rejects.toThrow(
      'no tool',
    );
    const made = await caller.post('/v1/me/api-credentials', { name: 'test', mode: 'test' });
    const tester = await withKey(made.body.key);
    const names = (await tester.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('inspect_domain');
    expect(names).not.toContain('create_tracker');
    expect(names).not.toContain('list_events');
  });
});
