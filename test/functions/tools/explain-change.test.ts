import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import { setupOf } from '#shared/callers/watch/rank-setup.ts';
import { createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import type { Caller } from '#test/support/service/callers.ts';
import { testService } from '#test/support/service/running-service.ts';
import { uploadFiles } from '#test/support/service/upload-files.ts';
import { zipOf } from '#test/support/zip.ts';

const site = 'shop.example';
const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`;

interface Row {
  readonly query: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

/** Queries of a month: later fewer people search, one query stands five places lower, one is gone and one new. */
function rowsOf(isLater: boolean): readonly Row[] {
  const rows = Array.from({ length: 60 }, (_, at) => {
    const position = 1 + (at % 10) + (isLater && at === 0 ? 5 : 0);
    const impressions = (at === 0 ? 9_000 : 2_000) * (isLater ? 0.8 : 1);
    return { query: `word ${at}`, clicks: Math.round((impressions * 0.3) / position), impressions, position };
  });
  const one = (query: string) => ({ query, clicks: 120, impressions: 1_000, position: 3 });
  return [...rows, one(isLater ? 'new word' : 'gone word')];
}

/** The archive that Search Console exports of a month; 150 clicks are of queries that it names nowhere. */
function exportOf(month: string, isLater: boolean) {
  const rows = rowsOf(isLater);
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 150);
  const days = Array.from({ length: 28 }, (_, at) => {
    const ofDay = Math.floor(clicks / 28) + (at < clicks % 28 ? 1 : 0);
    return `${month}-${String(at + 1).padStart(2, '0')},${ofDay},${ofDay * 20},5%,4`;
  });
  const queries = rows.map((row) => `${row.query},${row.clicks},${row.impressions},1%,${row.position}`);
  return {
    clicks,
    files: {
      [`${site}-Performance-on-Search-${month}-28.zip`]: zipOf({
        'Queries.csv': lines('Top queries,Clicks,Impressions,CTR,Position', ...queries),
        'Dates.csv': lines('Date,Clicks,Impressions,CTR,Position', ...days),
      }),
    },
  };
}

const service = testService();
const [before, after] = [exportOf('2026-08', false), exportOf('2026-09', true)];

async function bringMonths(caller: Caller): Promise<void> {
  for (const { files } of [before, after])
    expect(await uploadFiles(caller, files)).toMatchObject({ status: 'done' });
}

const explain = (caller: Caller, more: object = {}) =>
  caller.post('/v1/tools/explain_change', { site, ...more });

interface Part {
  readonly name: string;
  readonly clicks: number;
  readonly verdict: string;
  readonly evidence: readonly { readonly kind: string; readonly text: string }[];
}

describe('a change between two uploaded exports', () => {
  it('is told in parts that add up, as do the rows of its dataset, for nothing', async () => {
    const caller = await service.openAccount(0);
    await bringMonths(caller);
    const { body } = await explain(caller);
    expect(body).toMatchObject({
      data: {
        explained_by: 'uploads',
        period: { from: '2026-09-01', to: '2026-09-28' },
        compared_with: { from: '2026-08-01', to: '2026-08-28' },
        clicks: { before: before.clicks, after: after.clicks, change: after.clicks - before.clicks },
      },
      usage: { credits_charged: 0 },
    });
    const parts: readonly Part[] = body.data.parts;
    const clicksOf = (name: string) => parts.find((part) => part.name === name)?.clicks;
    expect(parts.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(after.clicks - before.clicks);
    expect([clicksOf('gone'), clicksOf('new'), clicksOf('withheld')]).toEqual([-120, 120, 0]);
    expect(clicksOf('demand')).toBeLessThan(-1_000);
    expect(clicksOf('position')).toBeLessThan(-1_000);
    const { uri } = body.resources[0];
    const { items } = (await caller.post('/v1/tools/export_dataset', { uri })).body.data;
    for (const { name, clicks } of parts.filter((part) => !['season', 'withheld'].includes(part.name))) {
      const rows = items.filter(({ part }: { readonly part: string }) => part === name);
      const sum = rows.reduce((all: number, row: { readonly clicks: number }) => all + row.clicks, 0);
      expect([name, sum]).toEqual([name, clicks]);
    }
  });

  it('refuses days of its own and a scope, which exports do not have', async () => {
    const caller = await service.openAccount(0);
    await bringMonths(caller);
    expect(await explain(caller, { from: '2026-09-01' })).toMatchObject({
      status: 422,
      body: { code: 'validation_error', errors: [{ pointer: '/from' }] },
    });
    expect((await explain(caller, { scope: { query: 'word 1' } })).status).toBe(422);
  });

  it('is nothing where one export was brought, and says what is missing', async () => {
    const caller = await service.openAccount(0);
    await uploadFiles(caller, after.files);
    const { body } = await explain(caller);
    expect(body.data).toMatchObject({ clicks: null, parts: [] });
    expect(body.coverage.scope_note).toContain('upload exports of two periods');
  });
});

describe('what stands beside a part', () => {
  const partOf = async (caller: Caller, name: string): Promise<Part> =>
    (await explain(caller)).body.data.parts.find((part: Part) => part.name === name);

  it('is that it cannot be told, and what would have to be known, where nothing is kept', async () => {
    const caller = await service.openAccount(0);
    await bringMonths(caller);
    const { verdict, evidence } = await partOf(caller, 'position');
    expect(verdict).toBe('seen');
    expect(evidence).toEqual([
      { kind: 'cannot_tell', text: expect.stringContaining('no rank tracker watches the site') },
    ]);
    expect(evidence[0]?.text).toContain('no links to the site are imported');
  });

  it('is what a rank tracker saw, with the rival that moved in and the AI overview that appeared', async () => {
    const caller = await service.openAccount(0);
    await bringMonths(caller);
    const { documents, tables } = service.database;
    const identity = { documents, name: tables.identity, clock: Date.now };
    const ranks = createRankHistory(identity);
    const market = { location: 'United States', language: 'en', device: 'desktop' as const };
    const setup = setupOf({
      ...{ site, markets: [market], rivals: ['rival.example'] },
      keywords: [{ keyword: 'Word 0', tags: [] }],
    });
    const trackerId = 'trk_01kbhs3x9mq6d8v0a2c4e6g8j0';
    const name = { accountId: caller.accountId, trackerId };
    const kept = await ranks.putSetup(name, setup);
    await createTrackerRepository(identity).save(caller.accountId, {
      ...{ trackerId, name: 'Shoes', tool: 'inspect_search_visibility', args: {} },
      rank: { site, keywords: 1, calls: 1, markets: [market], rivals: ['rival.example'], setup: kept },
    });
    for (const [day, position, rival, aiOverview] of [
      ['2026-08-20', 1, 4, 'none'],
      ['2026-09-25', 6, 2, 'not_cited'],
    ] as const) {
      const cell = {
        position,
        depth: 10,
        aiOverview,
        volume: 100,
        url: null,
        features: null,
        rivals: { 'rival.example': rival },
      };
      await ranks.keep(name, { market: 0, day, cells: new Map([[0, cell]]) }, () => ({}));
    }
    const { evidence } = await partOf(caller, 'position');
    expect(evidence).toEqual([
      expect.objectContaining({
        kind: 'tracked_rank',
        text: `Tracker "Shoes", "word 0" (United States, desktop): ${site} was at 1 on 2026-08-20 and at 6 on 2026-09-25. rival.example went from 4 to 2. An AI overview appeared.`.replace(
          'word 0',
          'Word 0',
        ),
      }),
    ]);
  });

  it('is the domains that no longer link to the site, and those that do now', async () => {
    const caller = await service.openAccount(0, ['backlinks']);
    await bringMonths(caller);
    const head = 'source_url,target_url,first_seen,lost';
    const link = (from: string, seen: string, lost = '') =>
      `https://${from}/a,https://${site}/,${seen},${lost}`;
    const stays = Array.from({ length: 6 }, (_, at) => link(`stays-${at}.example`, '2026-01-05'));
    await uploadFiles(caller, {
      'links.csv': lines(
        head,
        ...stays,
        link('went.example', '2026-02-01', 'lost'),
        link('came.example', '2026-09-10'),
      ),
    });
    const { evidence } = await partOf(caller, 'position');
    const textOf = (kind: string) => evidence.find((each) => each.kind === kind)?.text;
    expect(textOf('links_lost')).toMatch(/^1 linking domains were lost .*went\.example/u);
    expect(textOf('links_gained')).toMatch(/^1 linking domains were gained .*came\.example/u);
  });
});
