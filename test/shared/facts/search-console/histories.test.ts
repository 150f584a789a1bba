import fc from 'fast-check';
import { countTodo, propertyIdOf } from '#shared/facts/search-console/kept-items.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { type FakeProperty, type Fault, startFakeGoogle } from '#test/support/search-console/fake-google.ts';
import { generatedSite, shiftDate } from '#test/support/search-console/generated-site.ts';
import { syncScene } from '#test/support/search-console/sync-scene.ts';

const fake = duringTests(startFakeGoogle);
const property = 'sc-domain:shop.example';
const from = '2026-11-02';
const start = '2026-11-21';
const dayMs = 24 * 3_600_000;

/** What can happen to a connection, in any order. */
type Event =
  | { readonly kind: 'day' }
  | { readonly kind: 'late' }
  | { readonly kind: 'revised' | 'vanished'; readonly back: number }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] }
  | { readonly kind: 'killed'; readonly writes: number }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'paged'; readonly rows: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  fc.constant({ kind: 'day' } as const),
  fc.constant({ kind: 'late' } as const),
  fc.record({ kind: fc.constantFrom('revised', 'vanished'), back: fc.integer({ min: 0, max: 12 }) }),
  fc.record({
    kind: fc.constant('faults' as const),
    faults: fc.array(
      fc.constantFrom<Fault>('qps', 'too_many', 'load', '500', '401', 'reset', 'drip', 'html'),
      {
        maxLength: 4,
      },
    ),
  }),
  fc.record({ kind: fc.constant('killed' as const), writes: fc.integer({ min: 1, max: 60 }) }),
  fc.constant({ kind: 'revoked' } as const),
  fc.record({ kind: fc.constant('paged' as const), rows: fc.integer({ min: 2, max: 9 }) }),
);

type Scene = Awaited<ReturnType<typeof syncScene>>;

async function play(scene: Scene, site: FakeProperty, history: readonly Event[]): Promise<void> {
  for (const each of history) {
    await happen(scene, site, each);
    await scene.runDue().catch(() => undefined);
    scene.life.left = Number.POSITIVE_INFINITY;
    scene.time.now += 20 * 60_000;
  }
}

async function happen(scene: Scene, site: FakeProperty, each: Event): Promise<void> {
  const { state } = fake;
  switch (each.kind) {
    case 'day':
      scene.time.now += dayMs;
      state.finalUntil = shiftDate(state.finalUntil, 1);
      return;
    case 'late':
      scene.time.now += dayMs;
      return;
    case 'faults':
      state.faults = [...each.faults];
      return;
    case 'killed':
      scene.time.now += dayMs;
      state.finalUntil = shiftDate(state.finalUntil, 1);
      scene.life.left = each.writes;
      return;
    case 'paged':
      state.pageLimit = each.rows;
      return;
    case 'revoked':
      fake.endGrants();
      scene.time.now += dayMs;
      await scene.runDue();
      await scene.connect('acct_a');
      return;
    default: {
      const day = shiftDate(state.finalUntil, -each.back);
      const other = generatedSite({ site: 'shop.example', from, to: '2026-12-31', seed: 7 });
      const web = site.days.get('web');
      if (each.kind === 'vanished') web?.delete(day);
      else web?.set(day, other.days.get('web')?.get(day) ?? []);
      scene.time.now += dayMs;
    }
  }
}

/** Whatever was left open is done once Google answers again. */
async function settle(scene: Scene): Promise<void> {
  fake.state.faults = [];
  scene.time.now += dayMs;
  for (let run = 0; run < 250; run += 1) {
    await scene.runDue();
    const kept = await scene.store.property('acct_a', propertyIdOf(property));
    if (kept && kept.data.synced_at !== null && run > 3 && countTodo(kept.data) === 0) return;
    scene.time.now += 16 * 60_000;
  }
  throw new Error('It did not end.');
}

function counted(site: FakeProperty, to: string, by?: 'query' | 'page') {
  const groups: Record<string, [number, number]> = {};
  const days = [...(site.days.get('web') ?? [])].filter(([day]) => day >= from && day <= to);
  for (const row of days.flatMap(([, rows]) => rows).filter(({ query }) => by !== 'query' || query !== '')) {
    const key = by ? row[by] : '';
    const [clicks, impressions] = groups[key] ?? [0, 0];
    groups[key] = [clicks + row.clicks, impressions + row.impressions];
  }
  return Object.fromEntries(Object.entries(groups).sort());
}

async function begin() {
  Object.assign(fake.state, { faults: [], finalUntil: start, pageLimit: 25_000, person: 'default' });
  fake.state.grants.length = 0;
  const site = generatedSite({ site: 'shop.example', from, to: '2026-12-31' });
  fake.state.people.set('default', new Map([[property, site]]));
  const scene = await syncScene(fake);
  await scene.connect('acct_a');
  await scene.choose('acct_a', property, '2026-11-01');
  return { scene, site };
}

async function expectEqual(scene: Scene, site: FakeProperty): Promise<void> {
  const to = fake.state.finalUntil;
  const totals = await scene.slice('acct_a', property, { from, to });
  expect([totals.totals.clicks, totals.totals.impressions]).toEqual(counted(site, to)[''] ?? [0, 0]);
  for (const by of ['query', 'page'] as const) {
    const slice = await scene.slice('acct_a', property, { from, to, dimensions: [by] });
    expect([slice.missing, slice.groups]).toEqual([[], counted(site, to, by)]);
  }
}

describe('a connected site', () => {
  it('has the totals and rows of Google after any history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 6 }), async (history) => {
        const { scene, site } = await begin();
        await play(scene, site, history);
        await settle(scene);
        await expectEqual(scene, site);
      }),
      { numRuns: 12 },
    );
  });

  it('ends equal when it is killed after any of its writes', async () => {
    const whole = await begin();
    await settle(whole.scene);
    const writes = whole.scene.life.written;
    // Every write of the first days and of the end, and some of those between, which repeat for each day.
    for (let left = 1; left < writes; left += left < 40 || left > writes - 20 ? 1 : 9) {
      const { scene, site } = await begin();
      scene.life.left = left;
      await scene.runDue().catch(() => undefined);
      scene.life.left = Number.POSITIVE_INFINITY;
      scene.time.now += 120_000;
      await settle(scene);
      await expectEqual(scene, site);
    }
  });
});
