import { inspectedADay, readIndexStatus } from '#shared/facts/search-console/index-status.ts';
import { propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite } from '#test/support/search-console/generated-site.ts';
import { syncScene } from '#test/support/search-console/sync-scene.ts';

const fake = duringTests(startFakeGoogle);
const property = 'sc-domain:shop.example';
const [today, lastFinal] = ['2026-11-24', '2026-11-21'];

/** A site of four pages, and what Google says of each. */
async function synced() {
  const site = generatedSite({ site: 'shop.example', from: '2026-10-01', to: today });
  const page = (name: string) => `https://shop.example/${name}`;
  site.index.set(page('blog/page-0'), {
    verdict: 'PASS',
    userCanonical: page('blog/page-0'),
    googleCanonical: page('blog/page-0'),
  });
  site.index.set(page('page-1'), {
    verdict: 'NEUTRAL',
    coverageState: 'Duplicate, Google chose different canonical than user',
    userCanonical: page('page-1'),
    googleCanonical: page('page-3'),
  });
  site.index.set(page('blog/page-2'), {
    verdict: 'NEUTRAL',
    coverageState: 'Crawled - currently not indexed',
  });
  site.index.set(page('page-3'), {
    verdict: 'NEUTRAL',
    userCanonical: page('page-9'),
    googleCanonical: page('page-9'),
  });
  fake.state.people.set('default', new Map([[property, site]]));
  fake.state.finalUntil = lastFinal;
  fake.state.requests.length = 0;
  const scene = await syncScene(fake);
  await scene.connect('acct_a');
  await scene.choose('acct_a', property, '2026-09-25');
  for (let run = 0; run < 5; run += 1) {
    await scene.runDue();
    scene.time.now += 60_000;
  }
  return scene;
}

const inspections = () => fake.state.requests.filter(({ path }) => path.includes('urlInspection'));
const keptBy = async (scene: Awaited<ReturnType<typeof synced>>) =>
  new Map(
    (await readIndexStatus(scene.table, 'acct_a', property)).map((row) => [
      row.page.replace('https://shop.example/', ''),
      row,
    ]),
  );

describe('index status of a connected site', () => {
  it('tells pages that Google has under another address, and those that it does not have, from those that are as they should be', async () => {
    const kept = await keptBy(await synced());
    expect([...kept].map(([page, { problem }]) => [page, problem]).sort()).toEqual([
      ['blog/page-0', null],
      ['blog/page-2', 'not_indexed'],
      ['page-1', 'canonical_mismatch'],
      // It declares another address, and Google follows.
      ['page-3', null],
    ]);
    expect(kept.get('page-1')).toMatchObject({
      google_canonical: 'https://shop.example/page-3',
      verdict: 'NEUTRAL',
    });
  });

  it('asks for each page once a week, however often the site is synced', async () => {
    const scene = await synced();
    expect(inspections()).toHaveLength(4);
    expect(inspections().length).toBeLessThan(inspectedADay);
    for (let day = 0; day < 6; day += 1) {
      scene.time.now += 24 * 3_600_000;
      await scene.runDue();
    }
    expect(inspections()).toHaveLength(4);
    scene.time.now += 48 * 3_600_000;
    await scene.runDue();
    expect(inspections()).toHaveLength(8);
  });

  it('goes on after a run that ended in between, and asks nothing twice', async () => {
    const scene = await synced();
    const kept = await scene.store.property('acct_a', propertyIdOf(property));
    if (!kept) throw new Error('There is no such property.');
    // As a run leaves it that was ended before it could say that the day's share is done.
    await scene.store.saveProperty('acct_a', kept, { ...kept.data, inspected_on: null });
    scene.time.now += 24 * 3_600_000;
    await scene.runDue();
    expect(inspections()).toHaveLength(4);
  });

  it('holds the rows up in nothing when Google refuses', async () => {
    const site = generatedSite({ site: 'shop.example', from: '2026-10-01', to: today });
    fake.state.people.set('default', new Map([[property, site]]));
    const scene = await syncScene(fake);
    await scene.connect('acct_a');
    await scene.choose('acct_a', property, '2026-09-25');
    fake.state.refusesInspections = true;
    for (let run = 0; run < 5; run += 1) await scene.runDue();
    fake.state.refusesInspections = false;
    const kept = await scene.store.property('acct_a', propertyIdOf(property));
    expect(kept?.data.synced_at).not.toBeNull();
    expect(kept?.data.waits).toBeNull();
  });

  it('makes problems the opportunities of the site', async () => {
    const scene = await synced();
    scene.time.now += 24 * 3_600_000;
    await scene.runDue();
    const heads = [...scene.rows.values()].flatMap(({ sk, d }) => (String(sk).startsWith('c#') ? [d] : []));
    expect(JSON.stringify(heads)).toContain('"canonical_mismatch":1');
    expect(JSON.stringify(heads)).toContain('"not_indexed":1');
  });
});
