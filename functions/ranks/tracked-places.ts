import type { IdentityTable } from '#shared/callers/identity/identity-table.ts';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import { type DetailsDay, overviews, type PlacesDay, placeOf } from '#shared/callers/watch/rank-months.ts';
import { watchedIn } from '#shared/callers/watch/rank-setup.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import { createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import type { TrackedChange, TrackedPlace, TrackedQuestion } from '#shared/facts/ports/site-performance.ts';

/** Trackers of one site that are looked through. */
const mostTrackers = 5;

/**
 * What the account's rank trackers of a site saw last in each of two periods, of
 * those queries that they watch; undefined where none watches the site.
 */
export async function trackedPlaces(
  table: IdentityTable,
  accountId: string,
  asked: TrackedQuestion,
): Promise<readonly TrackedChange[] | undefined> {
  const all = await createTrackerRepository(table).list(accountId);
  const own = all.filter(({ rank }) => rank?.site === asked.site).slice(0, mostTrackers);
  if (own.length === 0) return undefined;
  const ranks = createRankHistory(table);
  const wanted = new Set(asked.queries.map((query) => query.toLowerCase()));
  const months = { from: asked.before.from.slice(0, 7), to: asked.now.to.slice(0, 7) };
  const ofTracker = async (tracker: Tracker) => {
    const setup = await ranks.getSetup(tracker, tracker.rank?.setup ?? '');
    const watched = watchedIn(setup).filter(({ keyword }) => wanted.has(keyword.toLowerCase()));
    if (watched.length === 0) return [];
    const ofMarket = async (number: number) => {
      const [places, details] = await Promise.all([
        ranks.places(tracker, number, months),
        ranks.details(tracker, number, months),
      ]);
      const days = places.flatMap((month) => month.days);
      return watched.flatMap(({ keyword, number: at }): TrackedChange[] => {
        const [before, after] = [asked.before, asked.now].map((period) => lastIn(period, at, days, details));
        const market = setup.markets[number];
        return market && before && after
          ? [{ tracker: tracker.name, query: keyword, market, before, after }]
          : [];
      });
    };
    return (await Promise.all(setup.markets.map((_, number) => ofMarket(number)))).flat();
  };
  return (await Promise.all(own.map(ofTracker))).flat();
}

/** The newest check of a period that has the keyword. */
function lastIn(
  { from, to }: TrackedQuestion['now'],
  keyword: number,
  days: readonly PlacesDay[],
  details: readonly DetailsDay[],
): TrackedPlace | undefined {
  const found = days.findLast(({ day, places }) => day >= from && day <= to && placeOf(places[keyword]));
  const place = placeOf(found?.places[keyword]);
  if (!(found && place)) return undefined;
  const beside = details.find(({ day }) => day === found.day)?.rivals ?? {};
  const rivals = Object.entries(beside).flatMap(([domain, places]) => {
    const at = places[keyword] ?? 0;
    return at > 0 ? [[domain, at] as const] : [];
  });
  return {
    day: found.day,
    position: place.position,
    aiOverview: overviews[found.overviews[keyword] ?? 0] ?? 'not_checked',
    rivals: Object.fromEntries(rivals),
  };
}
