import fc from 'fast-check';
import { propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { duringTests } from '#test/support/during-tests.ts';
import {
  type FakeGoogle,
  type FakeProperty,
  type Fault,
  startFakeGoogle,
} from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { type Scene, syncScene, untilDone } from '#test/support/search-console/sync-scene.ts';

const fake = duringTests(startFakeGoogle);
const property = 'sc-domain:shop.example';
const today = '2026-11-24';
const lastFinal = '2026-11-21';

beforeEach(() => {
  Object.assign(fake.state, {
    person: 'default',
    rotates: true,
    faults: [],
    faultEvery: 0,
    finalUntil: lastFinal,
    accessSeconds: 3_599,
    rowCeiling: 50_000,
    pageLimit: 25_000,
  });
  fake.state.people.clear();
  fake.state.requests.length = 0;
});

function give(site: FakeProperty, name = property, person = 'default'): FakeProperty {
  const properties = fake.state.people.get(person) ?? new Map<string, FakeProperty>();
  fake.state.people.set(person, properties.set(name, site));
  return site;
}

/** What the fake has of a period, added up from its finest rows. */
function counted(
  site: FakeProperty,
  { from, to, by }: { from: string; to: string; by?: 'query' | 'page' | 'country' },
) {
  const groups: Record<string, [number, number]> = {};
  const days = [...(site.days.get('web') ?? [])].filter(([day]) => day >= from && day <= to);
  for (const row of days.flatMap(([, rows]) => rows).filter(({ query }) => by !== 'query' || query !== '')) {
    const key = by ? row[by] : '';
    const [clicks, impressions] = groups[key] ?? [0, 0];
    groups[key] = [clicks + row.clicks, impressions + row.impressions];
  }
  return groups;
}

async function expectEqual(
  scene: Scene,
  site: FakeProperty,
  span: { from: string; to: string },
  accountId = 'acct_a',
  name = property,
) {
  const totals = await scene.slice(accountId, name, span);
  expect([totals.totals.clicks, totals.totals.impressions]).toEqual(counted(site, span)[''] ?? [0, 0]);
  for (const by of ['query', 'page'] as const) {
    const slice = await scene.slice(accountId, name, { ...span, dimensions: [by] });
    expect(slice.missing).toEqual([]);
    expect(slice.groups).toEqual(Object.fromEntries(Object.entries(counted(site, { ...span, by })).sort()));
  }
}

async function connected(firstDay: string, faker: FakeGoogle = fake): Promise<Scene> {
  const scene = await syncScene(faker);
  await scene.connect('acct_a');
  await scene.choose('acct_a', property, firstDay);
  return scene;
}

describe('syncing a property', () => {
  it('keeps totals, queries and pages equal to Google over sixteen months, however old rows are put together', async () => {
    const site = give(generatedSite({ site: 'shop.example', from: '2025-08-01', to: today }));
    const scene = await connected('2025-07-24');
    await untilDone(scene);
    await expectEqual(scene, site, { from: '2025-08-01', to: lastFinal });
    await expectEqual(scene, site, { from: '2025-09-01', to: '2026-02-28' });
    await expectEqual(scene, site, { from: '2026-11-03', to: '2026-11-17' });
    const kept = await scene.store.property('acct_a', propertyIdOf(property));
    const days = kept?.data.types.web?.days ?? [];
    expect(days[0]?.[0]).toBeGreaterThan(20_000);
    const oldest = [...scene.rows.keys()].filter((key) => key.includes('r#web#q#d')).sort()[0] ?? '';
    expect(oldest.split('#d')[1]?.slice(0, 10)).toBe('2026-08-14');
  });

  it('asks for the newest day first', async () => {
    give(generatedSite({ site: 'shop.example', from: '2026-10-01', to: today }));
    const scene = await connected('2026-09-01');
    await untilDone(scene);
    const days = fake.state.requests.flatMap(({ body }) =>
      JSON.stringify(body.dimensions) === '["query"]' ? [String(body.startDate)] : [],
    );
    expect(days).toEqual(days.toSorted().reverse());
    expect(days[0]).toBe(lastFinal);
  });

  it('reads every page of an answer', async () => {
    const site = give(generatedSite({ site: 'shop.example', from: '2026-11-18', to: today, queries: 40 }));
    fake.state.pageLimit = 7;
    const scene = await connected('2026-11-01');
    await untilDone(scene);
    await expectEqual(scene, site, { from: '2026-11-18', to: lastFinal });
  });

  it('ends equal after any faults', async () => {
    const faults = fc.array(
      fc.constantFrom<Fault>('qps', 'too_many', 'load', '500', '401', 'reset', 'drip', 'html'),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(faults, fc.integer({ min: 0, max: 9 }), async (list, every) => {
        const site = give(generatedSite({ site: 'shop.example', from: '2026-11-10', to: today }));
        fake.state.faults = [...list];
        fake.state.faultEvery = every < 3 ? 0 : every;
        const scene = await connected('2026-11-01');
        await untilDone(scene);
        await expectEqual(scene, site, { from: '2026-11-10', to: lastFinal });
      }),
      { numRuns: 12 },
    );
  });

  it('ends equal wherever it is killed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 4 }),
        async (lives) => {
          const site = give(generatedSite({ site: 'shop.example', from: '2026-10-20', to: today }));
          const scene = await connected('2026-10-01');
          for (const life of lives) {
            scene.life.left = life;
            await scene.runDue().catch(() => undefined);
            scene.life.left = Number.POSITIVE_INFINITY;
            scene.time.now += 120_000;
          }
          await untilDone(scene);
          await expectEqual(scene, site, { from: '2026-10-20', to: lastFinal });
        },
      ),
      { numRuns: 15 },
    );
  });

  it('puts revised, late and vanished days in the place of what was there, even when it is killed in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 25 }),
        async (life, back) => {
          const site = give(
            generatedSite({ site: 'shop.example', from: '2026-10-15', to: shiftDate(today, 3) }),
          );
          fake.state.finalUntil = lastFinal;
          const scene = await connected('2026-10-01');
          await untilDone(scene);
          const revised = shiftDate(lastFinal, -back);
          const web = site.days.get('web') ?? new Map();
          const other = generatedSite({
            site: 'shop.example',
            from: '2026-09-01',
            to: '2026-12-31',
            seed: 5,
            queries: 3,
          });
          web.set(revised, other.days.get('web')?.get(revised) ?? []);
          fake.state.finalUntil = shiftDate(lastFinal, 1);
          scene.time.now += 24 * 3_600_000;
          scene.life.left = life;
          await scene.runDue().catch(() => undefined);
          scene.life.left = Number.POSITIVE_INFINITY;
          scene.time.now += 120_000;
          await untilDone(scene);
          const due = await scene.store.dueList();
          expect(due).toHaveLength(1);
          await expectEqual(scene, site, { from: '2026-10-15', to: shiftDate(lastFinal, 1) });
        },
      ),
      { numRuns: 15 },
    );
  });

  it('keeps two accounts with one property apart', async () => {
    const first = give(
      generatedSite({ site: 'shop.example', from: '2026-11-01', to: today }),
      property,
      'ada',
    );
    const second = give(
      generatedSite({ site: 'shop.example', from: '2026-11-01', to: today, seed: 3 }),
      property,
      'bob',
    );
    fake.state.person = 'ada';
    const scene = await connected('2026-10-01');
    fake.state.person = 'bob';
    await scene.connect('acct_b');
    await scene.choose('acct_b', property, '2026-10-01');
    await Promise.all([untilDone(scene), untilDone(scene, 'acct_b')]);
    await expectEqual(scene, first, { from: '2026-11-01', to: lastFinal });
    await expectEqual(scene, second, { from: '2026-11-01', to: lastFinal }, 'acct_b');
  });
});

describe('what Google refuses', () => {
  it('waits a quarter of an hour after a load quota, and until the next Pacific day after a second one', async () => {
    give(generatedSite({ site: 'shop.example', from: '2026-11-10', to: today }));
    const scene = await connected('2026-11-01');
    fake.state.faults = ['load'];
    await scene.runDue();
    const dueAt = async () => (await scene.store.dueList())[0]?.dueAt;
    expect(await dueAt()).toBe(scene.time.now + 15 * 60_000);
    scene.time.now += 15 * 60_000;
    fake.state.faults = ['load'];
    await scene.runDue();
    expect(await dueAt()).toBeGreaterThanOrEqual(Date.parse('2026-11-25T08:00:00Z'));
  });

  it('pauses an ended grant, tells its owner once, loses nothing, and goes on when it is connected again', async () => {
    const site = give(generatedSite({ site: 'shop.example', from: '2026-11-01', to: today }));
    const scene = await connected('2026-10-01');
    await untilDone(scene);
    fake.endGrants();
    scene.time.now += 26 * 3_600_000;
    await scene.runDue();
    scene.time.now += 26 * 3_600_000;
    await scene.runDue();
    expect(scene.told).toEqual(['acct_a grant_ended']);
    expect((await scene.store.connection('acct_a'))?.data.state).toBe('paused');
    await expectEqual(scene, site, { from: '2026-11-01', to: lastFinal });
  });

  it('does not hold up one property for the refusal of another', async () => {
    give(
      {
        ...generatedSite({ site: 'gone.example', from: '2026-11-01', to: today }),
        permission: 'siteUnverifiedUser',
      },
      'sc-domain:gone.example',
    );
    const site = give(generatedSite({ site: 'shop.example', from: '2026-11-01', to: today }));
    const scene = await connected('2026-10-01');
    await scene.choose('acct_a', 'sc-domain:gone.example', '2026-10-01');
    await untilDone(scene);
    await expectEqual(scene, site, { from: '2026-11-01', to: lastFinal });
    const gone = await scene.store.property('acct_a', propertyIdOf('sc-domain:gone.example'));
    expect(gone?.data.waits?.reason).toBe('no_access');
  });

  it('goes on with the token that another run has renewed', async () => {
    give(generatedSite({ site: 'shop.example', from: '2026-11-15', to: today }));
    give(generatedSite({ site: 'other.example', from: '2026-11-15', to: today }), 'sc-domain:other.example');
    fake.state.accessSeconds = 30;
    const scene = await connected('2026-11-01');
    await scene.choose('acct_a', 'sc-domain:other.example', '2026-11-01');
    await Promise.all([untilDone(scene), untilDone(scene, 'acct_a', 'sc-domain:other.example')]);
    expect(scene.told).toEqual([]);
  });

  it('writes no token, code or secret into a table or a log', async () => {
    give(generatedSite({ site: 'shop.example', from: '2026-11-15', to: today }));
    fake.state.accessSeconds = 30;
    const scene = await connected('2026-11-01');
    fake.state.faults = ['401', '500'];
    await untilDone(scene);
    fake.endGrants();
    scene.time.now += 26 * 3_600_000;
    await scene.runDue();
    const written = JSON.stringify([...scene.rows.values(), ...scene.logged]);
    for (const secret of [...fake.state.secrets, 'client-secret-of-the-operator'])
      expect(written).not.toContain(secret);
    expect(fake.state.secrets.size).toBeGreaterThan(2);
  });
});
