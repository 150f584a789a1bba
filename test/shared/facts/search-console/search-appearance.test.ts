import { newProperty, noDays, propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { duringTests } from '#test/support/during-tests.ts';
import type { FakeRow } from '#test/support/search-console/fake-analytics.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { type Scene, syncScene, untilDone } from '#test/support/search-console/sync-scene.ts';

const fake = duringTests(startFakeGoogle);
const property = 'sc-domain:shop.example';
const lastFinal = '2026-11-21';

/** A site that is connected and synced, with the days that Google has of its web search. */
async function synced(from: string, types?: readonly string[]) {
  fake.state.finalUntil = lastFinal;
  const site = generatedSite({ site: 'shop.example', from, to: '2026-11-27', ...(types && { types }) });
  fake.state.people.set('default', new Map([[property, site]]));
  const scene = await syncScene(fake);
  await scene.connect('acct_a');
  await scene.choose('acct_a', property, '2025-07-24');
  await untilDone(scene);
  const days = [...(site.days.get('web') ?? [])];
  return {
    scene,
    daysOf: (first: string, last: string) => days.filter(([day]) => day >= first && day <= last),
  };
}

const sliceOf = (scene: Scene, from: string, to = lastFinal) =>
  scene.slice('acct_a', property, { from, to, dimensions: ['appearance'] });

/** What Google has of each appearance: a result counts under all that it has. */
function counted(days: readonly (readonly [string, readonly FakeRow[]])[]) {
  const told = days.flatMap(([, rows]) =>
    rows.flatMap(({ appearances = [], ...row }) => appearances.map((name) => ({ name, row }))),
  );
  const sum = (rows: typeof told, of: 'clicks' | 'impressions') =>
    rows.reduce((all, { row }) => all + row[of], 0);
  const groups = Object.entries(Object.groupBy(told, ({ name }) => name.toLowerCase()));
  return Object.fromEntries(
    groups.map(([name, rows = []]) => [name, [sum(rows, 'clicks'), sum(rows, 'impressions')]]),
  );
}

/** As a property is that was synced before appearances were read. */
async function forgetAppearances({ rows, store }: Scene): Promise<void> {
  for (const key of rows.keys()) if (key.includes('r#web#a#')) rows.delete(key);
  const found = await store.property('acct_a', propertyIdOf(property));
  const { data = newProperty(property, 0) } = found ?? {};
  const { appearances: _, ...web } = data.types.web ?? noDays;
  await store.saveProperty('acct_a', found, { ...data, types: { web } });
}

describe('search appearance of a connected site', () => {
  it('equals what Google has over sixteen months, however old rows are put together', async () => {
    const { scene, daysOf } = await synced('2025-08-01');
    for (const from of ['2025-08-01', '2026-02-02', '2026-11-03']) {
      const { groups, missing } = await sliceOf(scene, from);
      expect([missing, groups]).toEqual([[], counted(daysOf(from, lastFinal))]);
    }
  });

  it('is told as not read of days that were synced before, and the last sixty are read again', async () => {
    const { scene, daysOf } = await synced('2026-03-01');
    await forgetAppearances(scene);
    const before = await sliceOf(scene, '2026-11-01');
    expect([before.groups, before.missing.length]).toEqual([{}, daysOf('2026-11-01', lastFinal).length]);
    scene.time.now += 24 * 3_600_000;
    await untilDone(scene);
    const again = shiftDate(lastFinal, -60);
    const { groups, missing } = await sliceOf(scene, '2026-03-01');
    expect(groups).toEqual(counted(daysOf(again, lastFinal)));
    expect(missing).toEqual(daysOf('2026-03-01', shiftDate(again, -1)).map(([day]) => day));
    const span = { from: '2026-03-01', to: lastFinal };
    const pages = await scene.slice('acct_a', property, { ...span, dimensions: ['page'] });
    expect([pages.missing, pages.rows.clicks]).toEqual([[], pages.totals.clicks]);
  });

  it('is asked of Discover and not of Google News, and neither of a list that Google refuses them', async () => {
    const { scene } = await synced('2026-11-10', ['web', 'discover', 'googleNews']);
    const span = { from: '2026-11-10', to: lastFinal };
    const of = (type: string, dimension: 'page' | 'device' | 'appearance') =>
      scene.slice('acct_a', property, { ...span, type, dimensions: [dimension] });
    const slices = [of('discover', 'page'), of('discover', 'appearance'), of('googleNews', 'device')];
    for (const { groups, missing } of await Promise.all(slices))
      expect([Object.keys(groups).length > 1, missing]).toEqual([true, []]);
  });
});
