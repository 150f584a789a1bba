import { dateOf, dayOf } from '#shared/facts/search-console/day-ranges.ts';
import { newProperty, propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { createKeptRows } from '#shared/facts/search-console/kept-rows.ts';
import { type SiteAlarm, type SiteRule, watchTotals } from '#shared/facts/search-console/watch-totals.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { keptTable } from '#test/support/search-console/kept-table.ts';
import { randomSource } from '#test/support/statistics/random-counts.ts';

const property = 'sc-domain:shop.example';
const accountId = 'acct_a';
const last = dayOf('2026-11-20');

/** A site with 200 days, whose clicks have been half of the usual since three days. */
async function watched(rule: SiteRule | undefined) {
  const { table } = keptTable();
  const rows = createKeptRows(table, ownPartPartition(accountId, propertyIdOf(property)));
  const random = randomSource(5);
  const totals = Array.from({ length: 200 }, (_, at) => ({
    day: last - 199 + at,
    clicks: random.poisson((at % 7 > 4 ? 60 : 100) * (at < 197 ? 1 : 0.5)),
    impressions: random.poisson(900),
    position: 8,
  }));
  await rows.writeTotals('web', last - 199, last, totals);
  const told: SiteAlarm[] = [];
  const watch = {
    ruleOf: async () => rule,
    tell: async (_account: string, alarm: SiteAlarm) => void told.push(alarm),
  };
  const kept = { ...newProperty(property, last - 480), last_final: last };
  return {
    told,
    look: (watched_until: number | null) =>
      watchTotals({ rows, accountId, watch }, { ...kept, watched_until }),
  };
}

const usual = { metrics: ['clicks', 'impressions'], leastChange: 0.2 } as const;

describe('totals of a connected site', () => {
  it('are told of when they fall below their usual range, and once', async () => {
    const { told, look } = await watched(usual);
    expect(await look(last - 5)).toMatchObject({ watched_until: last });
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      site: 'shop.example',
      metric: 'clicks',
      from: dateOf(last - 2),
      to: dateOf(last - 1),
    });
    const [alarm] = told;
    expect(alarm && alarm.counted < alarm.low && alarm.low < alarm.expected && alarm.change < -0.3).toBe(
      true,
    );
    expect(alarm?.found?.within_7_days).toBeGreaterThan(0.9);
    await look(last - 1);
    await look(last);
    expect(told).toHaveLength(1);
  });

  it('are told of with the days that come in after it was connected, and only what its rule asks for', async () => {
    const first = await watched(usual);
    const { finds, watched_until } = await first.look(null);
    expect(watched_until).toBe(last);
    expect(first.told).toEqual([]);
    // What it would have told is said all the same, from the first look on.
    expect(finds?.within_7_days).toBeGreaterThan(0.9);
    for (const rule of [
      undefined,
      { ...usual, leastChange: 0.9 },
      { ...usual, metrics: ['impressions'] as const },
    ]) {
      const { told, look } = await watched(rule);
      expect((await look(last - 5)).watched_until).toBe(last);
      expect(told).toEqual([]);
    }
  });
});
