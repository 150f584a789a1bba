import { readHeads } from '#shared/facts/own-sites/console-reads.ts';
import { propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { syncScene } from '#test/support/search-console/sync-scene.ts';

const fake = duringTests(startFakeGoogle);
const property = 'sc-domain:shop.example';
const lastFinal = '2026-11-21';
const dayMs = 24 * 3_600_000;

async function connected(from: string) {
  fake.state.finalUntil = lastFinal;
  const site = generatedSite({ site: 'shop.example', from, to: '2026-12-20', queries: 4 });
  fake.state.people.set('default', new Map([[property, site]]));
  const scene = await syncScene(fake);
  await scene.connect('acct_a');
  await scene.choose('acct_a', property, shiftDate(from, -1));
  await scene.runDue();
  return scene;
}

type Scene = Awaited<ReturnType<typeof connected>>;

async function periodsOf(scene: Scene): Promise<string[]> {
  const heads = await readHeads(scene.table, 'acct_a');
  return heads.map(({ from, to }) => `${from}..${to}`).toSorted();
}

async function nextDay(scene: Scene): Promise<void> {
  fake.state.finalUntil = shiftDate(fake.state.finalUntil, 1);
  scene.time.now += dayMs;
  await scene.runDue();
}

describe('what the tools are given of a connected site', () => {
  it('is thirteen weeks beside the same weeks of a year before, which say that no season is the cause', async () => {
    const scene = await connected('2025-08-01');
    expect(await periodsOf(scene)).toEqual(['2025-08-25..2025-11-23', '2026-08-23..2026-11-21']);
    const now = (await readHeads(scene.table, 'acct_a')).find(({ to }) => to === lastFinal);
    expect(now?.compared_with).not.toBeNull();
  });

  it('is beside the thirteen whole weeks before where a year before is not known', async () => {
    expect(await periodsOf(await connected('2026-03-01'))).toEqual([
      '2026-05-18..2026-08-16',
      '2026-08-23..2026-11-21',
    ]);
  });

  it('follows each day, and leaves nothing of the days before', async () => {
    const scene = await connected('2025-08-01');
    await nextDay(scene);
    await nextDay(scene);
    expect(await periodsOf(scene)).toEqual(['2025-08-25..2025-11-23', '2026-08-25..2026-11-23']);
    const { presented } = (await scene.store.property('acct_a', propertyIdOf(property)))?.data ?? {};
    const named = presented?.split(' ').slice(1);
    const kept = [...scene.rows.keys()].flatMap((key) => /#(?<id>imp_\w+)/u.exec(key)?.groups?.id ?? []);
    expect([...new Set(kept)].toSorted()).toEqual(named?.toSorted());
  });

  it('goes with the next run where the property was removed while it was written', async () => {
    const scene = await connected('2026-03-01');
    const id = propertyIdOf(property);
    await scene.store.removeProperty('acct_a', id);
    await scene.store.setDue('acct_a', id, scene.time.now);
    await scene.runDue();
    expect(await periodsOf(scene)).toEqual([]);
    const partitions = [...scene.rows.keys()].filter((key) => key.includes('imp_') || key.includes(id));
    expect(partitions).toEqual([]);
  });

  it('leaves nothing that its property does not name, wherever it is killed', async () => {
    const scene = await connected('2025-08-01');
    const whole = scene.life.written;
    await nextDay(scene);
    const writes = scene.life.written - whole;
    for (let left = 1; left < writes; left += 9) {
      fake.state.finalUntil = shiftDate(fake.state.finalUntil, 1);
      scene.time.now += dayMs;
      scene.life.left = left;
      await scene.runDue().catch(() => undefined);
      scene.life.left = Number.POSITIVE_INFINITY;
      scene.time.now += 120_000;
      await scene.runDue();
      const { data } = (await scene.store.property('acct_a', propertyIdOf(property))) ?? {};
      const named = new Set(data?.presented.split(' '));
      const kept = [...scene.rows.keys()].flatMap((key) => /#(?<id>imp_\w+)/u.exec(key)?.groups?.id ?? []);
      expect(kept.filter((id) => !named.has(id))).toEqual([]);
      if (fake.state.finalUntil > '2026-12-15') break;
    }
  });
});

describe('a day that is fetched again', () => {
  it('is not written again where Google says the same', async () => {
    const scene = await connected('2026-10-01');
    const prefix = `r#web#q#d${lastFinal}`;
    const pk = ownPartPartition('acct_a', propertyIdOf(property));
    const writingOf = async () => (await scene.table.range({ pk, prefix })).items.map(({ g }) => g);
    const before = await writingOf();
    fake.state.requests.length = 0;
    await nextDay(scene);
    const asked = fake.state.requests.map(
      ({ body }) => `${body.startDate} ${JSON.stringify(body.dimensions)}`,
    );
    expect(asked).toContain(`${lastFinal} ["query"]`);
    expect(await writingOf()).toEqual(before);
  });
});
