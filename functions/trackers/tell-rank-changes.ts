import type { EventLog } from '#shared/callers/watch/event-log.ts';
import { type RankChange, rankChange } from '#shared/callers/watch/rank-changes.ts';
import type { RankHistory } from '#shared/callers/watch/rank-history.ts';
import { overviews, type PlacesDay, placeOf } from '#shared/callers/watch/rank-months.ts';
import { type RankSetup, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import type { RankReason } from '#shared/contract/rule-choices.ts';
import type { RankMarket } from '#shared/contract/watch.ts';

/** Changes that an event names; it counts all. */
const namedChanges = 40;

export interface Telling {
  readonly tracker: Tracker;
  readonly ranks: RankHistory;
  readonly events: Pick<EventLog, 'write' | 'rule'>;
}

interface MarketChanges {
  readonly market: RankMarket;
  readonly day: string;
  readonly all: readonly NamedChange[];
  readonly places: number;
}

interface NamedChange extends RankChange {
  readonly keyword: string;
  readonly tags: readonly string[];
}

interface RankRule {
  readonly places: number;
  readonly reasons: readonly RankReason[];
}

/** Months that the two checks before one can lie back. */
const monthsBack = 3;

/** Writes what is worth telling of each market, before the check counts as through; how many keywords that are. */
export async function tellRankChanges(
  { tracker, ranks, events }: Telling,
  setup: RankSetup,
  day: string,
): Promise<number> {
  const { settings } = await events.rule(tracker.accountId, 'rank.changed', tracker.trackerId);
  const start = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  start.setUTCMonth(start.getUTCMonth() - monthsBack);
  const months = { from: start.toISOString().slice(0, 7), to: day.slice(0, 7), isExact: true };
  let count = 0;
  for (const [number, market] of setup.markets.entries()) {
    const read = await ranks.places(tracker, number, months);
    const days = read.flatMap((month) => month.days).filter((one) => one.day <= day);
    const all = changesBetween(setup, days.slice(-3), settings);
    const event = changeEvent(tracker, { market, day, all, places: settings.places });
    if (event) await events.write(tracker.accountId, event);
    count += all.length;
  }
  return count;
}

/** The changes of the newest check, judged beside the one or two before it. */
function changesBetween(
  setup: Pick<RankSetup, 'keywords'>,
  days: readonly PlacesDay[],
  rule: RankRule,
): readonly NamedChange[] {
  const [earlier, before, now] = [days.at(-3), days.at(-2), days.at(-1)];
  return watchedIn(setup).flatMap(({ number, keyword, tags }) => {
    const checks = [checkOf(earlier, number), checkOf(before, number), checkOf(now, number)] as const;
    const change = rankChange(...checks, rule.places);
    const reasons = change?.reasons.filter((reason) => rule.reasons.includes(reason)) ?? [];
    return change && reasons.length > 0 ? [{ keyword, tags, ...change, reasons }] : [];
  });
}

function checkOf(day: PlacesDay | undefined, number: number) {
  const place = placeOf(day?.places[number]);
  if (!place) return undefined;
  return { ...place, aiOverview: overviews[day?.overviews[number] ?? 0] ?? ('not_checked' as const) };
}

/** The event of what a check changed in one market; undefined where that is nothing. */
function changeEvent({ trackerId, name, rank }: Tracker, { market, day, all, places }: MarketChanges) {
  const [first] = all;
  if (!first || !rank) return undefined;
  const { location, language, device } = market;
  const others = all.length === 1 ? '' : ` and ${all.length - 1} more`;
  const placeText = (place: number | null) => (place === null ? 'not found' : String(place));
  return {
    type: 'rank.changed' as const,
    subject: trackerId,
    cause: [day, location, language, device].join('.'),
    summary: `${rank.site} in "${name}": "${first.keyword}" ${placeText(first.before)} → ${placeText(first.after)}${others}.`,
    why: `A position moved by ${places} or more, or two checks in a row confirm a change.`,
    link: `/trackers/${trackerId}?market=${encodeURIComponent([location, language, device].join(','))}` as const,
    data: {
      question: { site: rank.site, location, language, device },
      day,
      changed: all.length,
      changes: all.slice(0, namedChanges).map(({ keyword, tags, before, after, reasons }) => ({
        ...{ keyword, tags, before, after, reasons },
      })),
    },
  };
}
