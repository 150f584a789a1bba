import fc from 'fast-check';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import {
  type DetailsDay,
  type PlacesMonth,
  packDetails,
  packPlaces,
  placeOf,
  type RankCell,
  overviews as stored,
  unpackDetails,
  unpackPlaces,
  withChecked,
  withDetails,
} from '#shared/callers/watch/rank-months.ts';
import { setupOf, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import { createRandom } from '#test/support/random.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const overviews = ['not_checked', 'none', 'not_cited', 'cited'] as const;
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null });
const rivals = ['a.example', 'b.example'];

const cell: fc.Arbitrary<RankCell> = fc.record({
  position: orNull(fc.integer({ min: 1, max: 100 })),
  depth: fc.constantFrom(10, 20, 100),
  aiOverview: fc.constantFrom(...overviews),
  volume: orNull(fc.nat(1_000_000)),
  url: orNull(fc.constantFrom('https://shop.example/a', 'https://shop.example/b', '')),
  features: orNull(fc.subarray(['organic', 'ai_overview', 'local_pack'])),
  rivals: fc.dictionary(fc.constantFrom(...rivals), fc.integer({ min: 1, max: 100 })),
});
const check = fc.record({
  day: fc
    .integer({ min: 1, max: 60 })
    .map((at) => new Date(Date.UTC(2026, 0, at)).toISOString().slice(0, 10)),
  cells: fc.array(fc.tuple(fc.nat(30), cell), { maxLength: 20 }).map((entries) => new Map(entries)),
});
type Check = { readonly day: string; readonly cells: ReadonlyMap<number, RankCell> };

/** The same history as a plain map of days and keywords. */
function naive(checks: readonly Check[]) {
  const cells = new Map<string, RankCell>();
  for (const { day, cells: found } of checks)
    for (const [number, one] of found) cells.set(`${day} ${number}`, one);
  return cells;
}

const depthOf = ({ position, depth }: RankCell) => (position === null ? depth : null);

/** What is stored of a cell: places have no depth, and volumes are told of the month. */
function shownCell(cell: RankCell) {
  const { position, aiOverview, url, features } = cell;
  const places = rivals.map((rival) => cell.rivals[rival] ?? 0);
  return { position, depth: depthOf(cell), aiOverview, url, features: features?.join(',') ?? null, places };
}

function storedCells(month: PlacesMonth, details: readonly DetailsDay[]) {
  const ofDay = ({ day, places, overviews: cited }: PlacesMonth['days'][number]) => {
    const beside = details.find((one) => one.day === day);
    return [...places.keys()].flatMap((number) => {
      const place = placeOf(places[number]);
      if (!place) return [];
      const shown = {
        ...place,
        aiOverview: stored[cited[number] ?? 0],
        url: beside?.urls[number] ?? null,
        features: beside?.features[number] ?? null,
        places: rivals.map((rival) => beside?.rivals[rival]?.[number] ?? 0),
      };
      return [[`${day} ${number}`, shown] as const];
    });
  };
  return new Map(month.days.flatMap(ofDay));
}

describe('the history of ranks', () => {
  it('gives back, packed by month, what checks in any order found, cell for cell', async () => {
    const packsAll = fc.asyncProperty(fc.array(check, { maxLength: 12 }), async (checks) => {
      let month = unpackPlaces(packPlaces({ days: [], volumes: [] }));
      let details = unpackDetails(packDetails([]));
      for (const { day, cells } of checks) {
        month = unpackPlaces(packPlaces(withChecked(month, day, cells)));
        details = unpackDetails(packDetails(withDetails(details, day, cells)));
      }
      const days = month.days.map(({ day }) => day);
      expect(days).toEqual([...new Set(checks.map(({ day }) => day))].toSorted());
      const expected = [...naive(checks)].map(([key, cell]) => [key, shownCell(cell)] as const);
      expect(storedCells(month, details)).toEqual(new Map(expected));
    });
    await fc.assert(packsAll, { numRuns: 200 });
  });
});

const database = testDatabase();
const now = Date.UTC(2026, 1, 20);
const table = () => ({ documents: database.documents, name: database.tables.identity, clock: () => now });
const name = (trackerId: string) => ({ accountId: 'acct_1', trackerId });

describe('the stored history of a rank tracker', () => {
  it('is what the checks found, whatever is written again, at once or for another market', async () => {
    let run = 0;
    const keepsAll = fc.asyncProperty(fc.array(check, { minLength: 1, maxLength: 6 }), async (checks) => {
      run += 1;
      const history = createRankHistory(table());
      const tracker = name(`trk_${run}`);
      const keep = (market: number, { day, cells }: Check) =>
        history.keep(tracker, { market, day, cells }, () => ({ 'a.example': 0.5 }));
      for (const one of checks) await keep(0, one);
      // What a run that died asks again.
      for (const one of checks) await Promise.all([keep(0, one), keep(1, { ...one, cells: new Map() })]);
      const months = { from: '2026-01', to: '2026-03', isExact: true };
      const cellsOf = async (market: number) => {
        const details = await history.details(tracker, market, months);
        const places = await history.places(tracker, market, months);
        return new Map(places.flatMap((month) => [...storedCells(month, details)]));
      };
      const expected = [...naive(checks)].map(([key, cell]) => [key, shownCell(cell)] as const);
      expect(await cellsOf(0)).toEqual(new Map(expected));
      expect(await cellsOf(1)).toEqual(new Map());
    });
    await fc.assert(keepsAll, { numRuns: 25 });
  });

  it('keeps what two runs write at the same time', async () => {
    const history = createRankHistory(table());
    const one: RankCell = {
      ...{ position: 3, depth: 20, aiOverview: 'none', volume: 10, url: null, features: null, rivals: {} },
    };
    const writes = Array.from({ length: 6 }, (_, number) =>
      history.keep(
        name('trk_two'),
        { market: 0, day: '2026-01-05', cells: new Map([[number, one]]) },
        () => ({}),
      ),
    );
    await Promise.all(writes);
    const [month] = await history.places(name('trk_two'), 0, {
      from: '2026-01',
      to: '2026-01',
      isExact: true,
    });
    expect([...(month?.days[0]?.places ?? [])]).toEqual(Array<number>(6).fill(3));
    await history.remove(name('trk_two'));
    expect(await history.places(name('trk_two'), 0, { from: '2026-01', to: '2026-01' })).toEqual([]);
  });

  it('of 1,000 keywords and 400 days is read for at most 20 read units', async () => {
    const random = createRandom(7);
    const places = Array.from({ length: 1_000 }, () => 1 + Math.floor(random() * 25));
    const lengths = [...Array<number>(13).fill(30), 10];
    const bytes = lengths.reduce(
      (sum, days) => sum + packPlaces(monthOf(days, places, random)).length + 120,
      0,
    );
    // Eventually consistent: 8 kB a unit, and a query counts its items together.
    expect(Math.ceil(bytes / 8_192)).toBeLessThanOrEqual(20);
  });
});

/** A month in which seven of ten places stay from day to day, most others move by one, and some by up to eight. */
function monthOf(days: number, places: number[], random: () => number): PlacesMonth {
  let month: PlacesMonth = { days: [], volumes: [] };
  for (let day = 1; day <= days; day += 1) {
    for (const [number, before] of places.entries())
      places[number] = Math.min(30, Math.max(1, before + stepOf(random)));
    const cells = places.map((place, number): [number, RankCell] => [
      number,
      {
        ...{ position: place > 20 ? null : place, depth: 20, url: null, features: null, rivals: {} },
        ...{ aiOverview: random() < 0.02 ? 'cited' : 'none', volume: 10 * (number % 97) },
      },
    ]);
    month = withChecked(month, `2026-01-${String(day).padStart(2, '0')}`, new Map(cells));
  }
  return month;
}

function stepOf(random: () => number): number {
  const draw = random();
  if (draw < 0.7) return 0;
  return draw < 0.94 ? Math.sign(random() - 0.5) : Math.round((random() - 0.5) * 16);
}

describe('what a rank tracker watches', () => {
  const markets = [{ location: 'United States', language: 'en', device: 'desktop' as const }];
  const of = (...keywords: string[]) => keywords.map((keyword) => ({ keyword, tags: [] }));

  it('keeps the number of a keyword, also when it goes and comes again', () => {
    const first = setupOf({ site: 'a.example', markets, rivals: [], keywords: of('shoes', 'boots') });
    const second = setupOf({ site: 'a.example', markets, rivals: [], keywords: of('Boots', 'hats') }, first);
    const third = setupOf({ site: 'a.example', markets, rivals: [], keywords: of('shoes') }, second);
    expect(watchedIn(second).map(({ number, keyword }) => [number, keyword])).toEqual([
      [1, 'Boots'],
      [2, 'hats'],
    ]);
    expect(watchedIn(third).map(({ number }) => number)).toEqual([0]);
  });
});
