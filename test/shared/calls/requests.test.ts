import { tableNames } from '#local/data/database.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import { markerKey } from '#shared/facts/stored-index/items/keys.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';
import { listingOf } from '#test/support/index/index-worlds.ts';
import { exampleCall, indexTools, startMeteredWorld } from '#test/support/service/metered-world.ts';
import { followRequests } from '#test/support/stores/request-chain.ts';

describe('a paid call that the stored index answers', () => {
  const world = duringTests(startMeteredWorld);

  /** The tool with every request followed, each time with a key that its process has never seen. */
  async function openTool(tool: (typeof indexTools)[number]) {
    const followed = followRequests(world);
    const handler = world.handlersOn(followed.documents, followed.objects)(tool);
    const key = await world.openKey();
    return async () => {
      const { value, chain } = await followed.during(() => handler(exampleCall(tool, key), lambdaContext));
      expect(value.statusCode).toBe(200);
      return chain;
    };
  }

  /** The shortest chain of a few calls: a busy machine can only make one seem longer than it is. */
  async function shortest(rounds: number, call: () => Promise<readonly string[][]>) {
    let best = await call();
    for (let tries = 1; tries < 5 && best.length > rounds; tries += 1) {
      const next = await call();
      if (next.length < best.length) best = next;
    }
    return best;
  }

  // Who the rivals are says which totals are to be read next: the one answer that reads twice.
  // A second crawl of the account has to wait for those before it.
  it.each(indexTools.filter((name) => name !== 'crawl_site'))(
    'waits for at most five requests one after another, six to rank rivals (%s)',
    async (tool) => {
      const most = tool === 'discover_competitors' ? 6 : 5;
      const call = await openTool(tool);
      await call();
      expect((await shortest(most, call)).slice(most)).toEqual([]);
    },
  );

  it.each([
    ['inspect_domain', 8],
    ['inspect_keyword', 6],
  ] as const)('sends few requests where no sample market is loaded (%s: %i)', async (tool, most) => {
    const table = createIndexTable({ documents: world.documents, table: tableNames().index });
    const key = markerKey(sampleSource);
    const marker = await table.get(key, true);
    await table.change([{ remove: key }]);
    try {
      const call = await openTool(tool);
      await call();
      expect((await call()).flat()).toHaveLength(most);
    } finally {
      await table.change([{ put: { ...marker, ...key } }]);
    }
  });

  it('names another market that knows what the asked one does not, and waits for no request more', async () => {
    const germany = resolveMarket({ location: 'Germany', language: 'German' });
    const { documents } = world;
    const writer = createIndexWriter({ documents, table: tableNames().index, clock: Date.now });
    const urls = ['https://nur.example/tee'];
    await writer.writeListing(listingOf({ keyword: 'nur dort', at: 20_000, urls }), germany, 'test');
    const followed = followRequests(world);
    const handler = world.handlersOn(followed.documents, followed.objects)('inspect_keyword');
    const headers = { 'x-api-key': await world.openKey() };
    const ask = async () => {
      const event = gatewayEvent({
        path: '/v1/tools/inspect_keyword',
        body: { keyword: 'nur dort' },
        headers,
      });
      const { value, chain } = await followed.during(() => handler(event, lambdaContext));
      expect(JSON.parse(value.body).next_actions[0]).toMatchObject({
        tool: 'inspect_keyword',
        args: { keyword: 'nur dort', location: 'Germany', language: 'German' },
        use_when: expect.stringContaining('Germany (German)'),
        credits: 2,
      });
      return chain;
    };
    await ask();
    expect((await shortest(5, ask)).slice(5)).toEqual([]);
  });

  it('waits for one more when its process does not know yet whose key it is', async () => {
    const chain = await shortest(6, async () => (await openTool('inspect_keyword'))());
    expect(chain.slice(6)).toEqual([]);
    expect(chain.slice(0, 2)).toEqual([
      ['GetItemCommand oriel-credentials'],
      ['BatchGetItemCommand oriel-accounts'],
    ]);
  });
});
