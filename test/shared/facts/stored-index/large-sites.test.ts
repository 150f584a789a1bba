import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { createTables } from '#local/data/database.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { countDomains } from '#shared/facts/stored-index/counting/domain-count.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import { domainPartition, keywordsSort, summarySort } from '#shared/facts/stored-index/items/keys.ts';
import { mostKeywordsInSet } from '#shared/facts/stored-index/items/keyword-set.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import {
  type KeywordUpdate,
  listingUpdate,
  storedRow,
} from '#shared/facts/stored-index/writing/keyword-update.ts';
import { listingOf } from '#test/support/index/index-worlds.ts';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const market = resolveMarket();
const keywordCount = 700;
/** From here on the rival stands before the target. */
const firstShared = 450;

describe('the stored index about sites with more keywords and pages than one read gives', () => {
  let table: string;
  const database = testDatabase();
  beforeAll(async () => {
    table = (await createTables(database.database.clientConfig, 'large-')).index;
    const run = await writer().startImport('imp_large');
    await run.write(Array.from({ length: keywordCount }, (_, number) => update(number)));
    await run.end();
  });

  const writer = () => createIndexWriter({ documents: database.documents, table, clock: Date.now });
  const stored = () => createStoredIndex({ documents: database.documents, table }).index;

  /** The target ranks for all keywords; the rival, and before it, for those with the fewest searches. */
  function update(number: number) {
    // Addresses that cannot be packed, so that the list of pages is an item of its own.
    const path = `/${createHash('sha256').update(String(number)).digest('hex')}`;
    const urls = [`https://target.example${path}`];
    if (number >= firstShared) urls.unshift(`https://rival.example${path}`);
    const keyword = keywordOf(number);
    const at = 20_000;
    const known = { cpc: null, level: null, difficulty: null, intent: null, trend: [], trendStart: null };
    const metrics = { ...known, volume: 10_000 - number, at: at * 86_400, source: 'imp_large' };
    return { ...listingUpdate(listingOf({ keyword, at, urls }), market, 'imp_large'), metrics };
  }

  it('claims no gap where the target was only not read, and counts all that it did not read', async () => {
    const { value } = await stored().coverage('target.example', ['rival.example'], market, 20);
    expect(value.gaps).toEqual({ rows: [], total: 0 });
    expect(value.losing.total).toBe(keywordCount - firstShared);
    expect(value.losing.rows.map((row) => [row.keyword, row.target_position])).toEqual(
      Array.from({ length: 20 }, (_, index) => [keywordOf(firstShared + index), 2]),
    );
  });

  it('compares sites by their rows where their sets are only a part, to the keyword, and says where it cannot', async () => {
    const { documents } = database;
    const items = createIndexTable({ documents, table });
    const whole = (await stored().coverage('target.example', ['rival.example'], market, 20)).value;
    const withCount = async (keywords: number) => {
      const key = { pk: domainPartition(market, 'target.example'), sk: summarySort };
      const kept = await items.get(key);
      if (!kept) throw new Error('The target has a summary.');
      const larger = { ...v.parse(v.looseObject({}), kept.d), keywords };
      await items.change([{ put: { ...kept, ...key, d: larger } }]);
      const fact = await stored().coverage('target.example', ['rival.example'], market, 20);
      await items.change([{ put: { ...kept, ...key } }]);
      return fact;
    };
    const large = await withCount(mostKeywordsInSet + 1);
    expect([large.value, large.notices]).toEqual([whole, []]);
    const larger = await withCount(200_001);
    expect(larger.value.losing.total).toBeNull();
    expect(larger.notices).toMatchObject([{ code: 'partial_answer' }]);
    expect(larger.notices[0]?.message).toContain('target.example has more keywords');
  });

  it('reads the keyword sets of sites that can be counted by them, and of no larger ones', async () => {
    const { documents } = database;
    const items = createIndexTable({ documents, table });
    const asked: unknown[] = [];
    const noting = new Proxy(documents, {
      get: (target, name) =>
        name === 'send'
          ? (command: { input: unknown }) => {
              asked.push(command.input);
              return target.send(command as never);
            }
          : Reflect.get(target, name),
    });
    const readsSets = async () => {
      asked.length = 0;
      const { index } = createStoredIndex({ documents: noting, table });
      await index.coverage('target.example', ['rival.example'], market, 20);
      const set = { pk: domainPartition(market, 'rival.example'), sk: keywordsSort };
      return JSON.stringify(asked).includes(JSON.stringify(set));
    };
    expect(await readsSets()).toBe(true);
    const key = { pk: domainPartition(market, 'rival.example'), sk: summarySort };
    const stored = await items.get(key);
    if (!stored) throw new Error('The rival has a summary.');
    const larger = { ...v.parse(v.looseObject({}), stored.d), keywords: mostKeywordsInSet + 1 };
    await items.change([{ put: { ...stored, ...key, d: larger } }]);
    expect(await readsSets()).toBe(false);
    await items.change([{ put: { ...stored, ...key } }]);
  });

  it('counts all and lists the first hundred pages', async () => {
    const { value } = await stored().topPages('target.example', market, 200);
    expect([value.total, value.rows.length]).toEqual([keywordCount, 100]);
    const { value: overview } = await stored().domainOverview('target.example', market);
    expect(overview).toMatchObject({ organic_keywords: keywordCount, top_3_keywords: keywordCount });
    const { value: rivals } = await stored().competitors('target.example', market, 10);
    expect(rivals).toMatchObject({
      rows: [{ competitor: 'rival.example', shared_keywords: keywordCount - firstShared, avg_position: 1 }],
      total: 1,
    });
  });

  it('shows newcomers beside a site wherever they stand among its keywords, and leaves its totals alone', async () => {
    const before = await storedTotals();
    const [seen, unseen] = ['newcomer.example', 'latecomer.example'];
    const run = await writer().startImport('imp_sites');
    await run.write([ownPlace(keywordOf(0), seen), ownPlace(keywordOf(keywordCount - 1), unseen)]);
    // The target, the two, and the rival, which is beside the latecomer.
    expect(await run.end()).toEqual({ domains: 4 });
    const { value } = await stored().competitors('target.example', market, 10);
    expect(value.rows.map((row) => [row.competitor, row.shared_keywords])).toEqual([
      ['rival.example', keywordCount - firstShared],
      ['latecomer.example', 1],
      ['newcomer.example', 1],
    ]);
    expect(await storedTotals()).toEqual(before);
    await writer().undo('imp_sites');
    expect((await stored().competitors('target.example', market, 10)).value.total).toBe(1);
  });

  async function storedTotals() {
    const { value } = await stored().domainOverview('target.example', market);
    return { overview: value, pages: (await stored().topPages('target.example', market, 100)).value };
  }

  function ownPlace(keyword: string, site: string): KeywordUpdate {
    const at = 20_001 * 86_400;
    const rows = [storedRow(3, `https://${site}/`, at)].filter((row) => row !== undefined);
    return {
      market,
      keyword,
      listing: { at, source: 'imp_sites', depth: 3, features: null, extent: 'site', rows },
    };
  }

  it('tells at every read of a site that its count goes on', async () => {
    const items = createIndexTable({ documents: database.documents, table });
    let reads = 0;
    const inShortReads = {
      ...items,
      range(question: Parameters<typeof items.range>[0]) {
        reads += 1;
        return items.range({ ...question, limit: 50 });
      },
    };
    const shares: number[] = [];
    const site = { market, domain: 'target.example', rowsChanged: true, changed: new Map(), rows: undefined };
    await countDomains(inShortReads, [site], {
      exact: true,
      async onProgress(share) {
        shares.push(share);
      },
    });
    expect(reads).toBeGreaterThan(keywordCount / 50);
    expect(shares.length).toBeGreaterThan(reads);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('forgets the long lists of a site whose import is undone', async () => {
    expect(await writer().undo('imp_large')).toEqual({ keywords: keywordCount });
    for (const domain of ['target.example', 'rival.example']) {
      expect((await stored().topPages(domain, market, 10)).value).toEqual({ rows: [], total: 0 });
      expect((await stored().competitors(domain, market, 10)).value).toEqual({ rows: [], total: 0 });
      expect((await stored().domainOverview(domain, market)).value.organic_keywords).toBeNull();
    }
  });
});

function keywordOf(number: number): string {
  return `keyword ${String(number).padStart(3, '0')}`;
}
