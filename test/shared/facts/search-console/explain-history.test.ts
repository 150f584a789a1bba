import { connectedSitesOf } from '#shared/facts/search-console/connected-sites.ts';
import { dateOf, dayOf } from '#shared/facts/search-console/day-ranges.ts';
import { measureChanges } from '#shared/facts/search-console/measure-changes.ts';
import {
  type KeptChange,
  readChanges,
  saveChange,
  shownChange,
} from '#shared/facts/search-console/site-changes.ts';
import { keptTable } from '#test/support/search-console/kept-table.ts';
import { type PlantedRow, plantSite } from '#test/support/search-console/planted-site.ts';
import { randomSource } from '#test/support/statistics/random-counts.ts';

const accountId = 'acct_a';
const site = 'shop.example';
const address = (path: string) => `https://${site}${path}`;
const lastDay = dayOf('2026-11-20');
const length = 91;
const changedAt = lastDay - 28;

interface Planted {
  /** By how much the clicks of `/shop/10` change. */
  readonly factor?: number;
  /** Whether `/blog/` falls by four places and a page goes. */
  readonly falls?: boolean;
}

function rowOf(
  at: number,
  day: number,
  { factor = 1, falls = false }: Planted,
  random: ReturnType<typeof randomSource>,
) {
  const isAfter = day > changedAt;
  const position = at < 8 && isAfter && falls ? 6 : 2;
  const mean = 200 * (at === 10 && isAfter ? factor : 1);
  const impressions = random.poisson(mean);
  const clicks = Math.min(impressions, random.poisson((mean * 0.3) / position));
  const page = address(at < 8 ? `/blog/${at}` : `/shop/${at}`);
  return at === 39 && isAfter && falls ? [] : [{ query: `query ${at}`, page, clicks, impressions, position }];
}

/** Thirteen weeks of forty pages, with what happens 28 days before the end. */
async function scene(happens: Planted = {}) {
  const { table } = keptTable();
  const random = randomSource(5);
  const days = new Map<number, PlantedRow[]>();
  for (let day = lastDay - length + 1; day <= lastDay; day += 1)
    days.set(day, Array.from({ length: 40 }, (_, at) => rowOf(at, day, happens, random)).flat());
  const planted = await plantSite(table, { accountId, site, days });
  const connected = connectedSitesOf(
    { open: () => table, openTable: async () => table },
    accountId,
    'https://oriel.example/sites',
  );
  const { rows, kept } = planted;
  const told: KeptChange[] = [];
  const parts = {
    accountId,
    table,
    rows,
    clock: () => Date.parse('2026-11-23T12:00:00Z'),
    isOver: () => false,
    onStep: async () => {},
    tellEffect: async (_account: string, change: KeptChange) => void told.push(change),
  };
  return { table, days, connected, told, measure: () => measureChanges(parts, kept) };
}

const change = (given: Partial<KeptChange>): KeptChange => ({
  ...{ id: 'chg_1', site, at: dateOf(changedAt), what: 'New titles', pages: ['/shop/10'] },
  ...{ recorded_at: '2026-10-23T12:00:00.000Z', effect: null },
  ...given,
});

describe('why the clicks of a connected site changed', () => {
  it('is told in parts that add up, each with the queries and pages that carry it and what happened to them', async () => {
    const { table, connected, days } = await scene({ falls: true });
    await saveChange(table, accountId, change({ pages: ['/blog/*'], what: 'Moved the blog' }), {
      isNew: true,
    });
    const found = await connected.explain(site, {});
    const sum = (from: number, to: number) => {
      const within = [...days].filter(([day]) => day >= from && day <= to);
      return within.flatMap(([, rows]) => rows).reduce((all, { clicks }) => all + clicks, within.length);
    };
    expect(found?.clicks).toEqual({
      before: sum(lastDay - 55, lastDay - 28),
      after: sum(lastDay - 27, lastDay),
      change: sum(lastDay - 27, lastDay) - sum(lastDay - 55, lastDay - 28),
    });
    expect(found?.parts.reduce((all, { clicks }) => all + clicks, 0)).toBe(found?.clicks.change);
    const part = (name: string) => found?.parts.find((each) => each.name === name);
    expect(part('position')).toMatchObject({
      verdict: 'seen',
      evidence: expect.arrayContaining([
        expect.objectContaining({ kind: 'recorded_change', change: 'chg_1' }),
      ]),
    });
    expect(part('position')?.carried_by.every(({ page }) => page?.includes('/blog/'))).toBe(true);
    expect(part('gone')).toMatchObject({ verdict: 'seen', carried_by: [{ page: address('/shop/39') }] });
    expect(part('season')).toMatchObject({ clicks: 0, verdict: 'cannot_tell' });
    expect(part('withheld')?.clicks).toBe(0);
  });

  it('is told of a folder, a page, a query or a country alone', async () => {
    const { connected } = await scene({ falls: true });
    for (const scope of [
      { folder: '/blog/' },
      { page: address('/blog/1') },
      { query: 'query 1' },
      { country: 'us' },
      { device: 'mobile' },
    ]) {
      const found = await connected.explain(site, { scope });
      expect(found?.parts.reduce((all, { clicks }) => all + clicks, 0)).toBe(found?.clicks.change);
      expect(found?.clicks.before).toBeGreaterThan(100);
    }
    const folder = await connected.explain(site, { scope: { folder: '/blog/' } });
    expect(folder?.parts.find(({ name }) => name === 'position')?.clicks).toBeLessThan(-500);
  });

  it('refuses periods that overlap, naming the member', async () => {
    const { connected } = await scene({ falls: true });
    const asked = { from: '2026-11-01', to: '2026-11-20', compare_to: '2026-11-05' };
    await expect(connected.explain(site, asked)).rejects.toMatchObject({
      faults: [{ pointer: '/compare_to' }],
    });
  });

  it('is nothing of a site that is neither connected nor uploaded', async () => {
    expect(await (await scene({ falls: true })).connected.explain('other.example', {})).toBeUndefined();
  });
});

describe('the effect of a recorded change', () => {
  it('is measured once after 28 days, told, and found where it was planted', async () => {
    const { table, measure, told } = await scene({ factor: 1.5 });
    await saveChange(table, accountId, change({}), { isNew: true });
    await measure();
    await measure();
    expect(told).toHaveLength(1);
    const [kept] = await readChanges(table, accountId, site);
    expect(kept?.effect).toMatchObject({
      days: 28,
      verdict: 'effect',
      clicks: { p_value: expect.any(Number) },
    });
    expect(kept?.effect?.clicks?.share).toBeGreaterThan(0.3);
    expect(kept?.effect?.clicks?.low).toBeGreaterThan(0);
    expect(kept && shownChange(kept).next_at).toBeNull();
  });

  it('is none where nothing was planted, or cannot be told, and other changes warn', async () => {
    const { table, measure } = await scene();
    await saveChange(table, accountId, change({}), { isNew: true });
    const other = change({ id: 'chg_2', at: dateOf(lastDay - 40), pages: ['/shop/12'], what: 'New prices' });
    await saveChange(table, accountId, other, { isNew: true });
    await measure();
    const kept = (await readChanges(table, accountId, site)).find(({ id }) => id === 'chg_1');
    expect(['no_effect_seen', 'cannot_tell']).toContain(kept?.effect?.verdict);
    expect(kept?.effect?.warnings.join()).toContain('New prices');
  });

  it('waits for its 14 days, and cannot be told where days before are not kept', async () => {
    const { table, measure } = await scene();
    await saveChange(table, accountId, change({ id: 'chg_new', at: dateOf(lastDay - 3) }), { isNew: true });
    await saveChange(table, accountId, change({ id: 'chg_old', at: dateOf(lastDay - 60) }), { isNew: true });
    await measure();
    const kept = await readChanges(table, accountId, site);
    expect(kept.find(({ id }) => id === 'chg_new')?.effect).toBeNull();
    expect(kept.find(({ id }) => id === 'chg_old')?.effect).toMatchObject({
      verdict: 'cannot_tell',
      why: expect.stringContaining('not kept by day'),
    });
  });
});
