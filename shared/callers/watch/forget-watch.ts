import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import { type IdentityTable, listItems, removeUnder } from '../identity/identity-table.ts';
import { createEventLog, type StoredEvent } from './event-log.ts';
import { createRankHistory } from './rank-history.ts';
import { overviews, type PlacesDay, placeOf } from './rank-months.ts';
import type { Tracker } from './tracker-item.ts';

/** Events that a download holds at most: those of more than a year of a busy account. */
const mostCopied = 5_000;

/** What an account was told and where it goes, for its download; addresses of destinations stay sealed. */
export async function copyWatch(table: IdentityTable, accountId: string) {
  const log = createEventLog(table);
  const events: StoredEvent[] = [];
  for (let before: number | undefined; events.length < mostCopied; ) {
    const page = await log.list(accountId, { order: 'newest', before, limit: 500 });
    events.push(...page.events);
    if (!page.more) break;
    before = page.next;
  }
  const shown = v.object({
    destination_id: v.string(),
    kind: v.string(),
    status: v.string(),
    created_at: v.string(),
  });
  return { events, destinations: await listItems(table, shown, identityKeys.destination(accountId, '')) };
}

/** Places that a download holds at most, the newest of each tracker and market; a function's answer has 6 MB. */
const mostPlaces = 400_000;
const everyMonth = { from: '0000-00', to: '9999-99', isExact: true };

/**
 * What rank trackers found, day by day in the order of their keywords: the place, 0 where the site was not found,
 * null where the keyword was not checked. `complete` is false where a download has no room for all of it;
 * `GET /v1/me/trackers/{tracker_id}/ranks` and its dataset have the rest.
 */
export async function copyRanks(table: IdentityTable, trackers: readonly Tracker[]) {
  const history = createRankHistory(table);
  const watching = trackers.flatMap((tracker) => (tracker.rank ? [{ tracker, rank: tracker.rank }] : []));
  let left = mostPlaces;
  const copied = [];
  for (const { tracker, rank } of watching) {
    const { site, markets, keywords } = await history.getSetup(tracker, rank.setup);
    const found = [];
    for (const [number, market] of markets.entries()) {
      const days = (await history.places(tracker, number, everyMonth)).flatMap((month) => month.days);
      const kept = days.slice(Math.max(0, days.length - Math.floor(left / (2 * keywords.length))));
      left -= kept.length * 2 * keywords.length;
      found.push({ ...market, complete: kept.length === days.length, days: kept.map(shownDay) });
    }
    copied.push({
      trackerId: tracker.trackerId,
      site,
      keywords: keywords.map(([keyword, tags]) => ({ keyword, tags: tags ?? [], watched: tags !== null })),
      markets: found,
    });
  }
  return copied;
}

function shownDay({ day, places, overviews: cited }: PlacesDay) {
  const shown = [...places].map((code) => {
    const place = placeOf(code);
    return place ? (place.position ?? 0) : null;
  });
  return { day, places: shown, aiOverviews: [...cited].map((code) => overviews[code] ?? 'not_checked') };
}

/** Takes away what an account was told and where it went. */
export async function forgetWatch(table: IdentityTable, accountId: string): Promise<void> {
  const { pk } = identityKeys.eventHead(accountId);
  // Destinations first: nothing is delivered of what goes after them. `event` is all that is kept of events.
  for (const sk of ['destination#', 'delivery#', 'rule#', 'event']) await removeUnder(table, { pk, sk });
}
