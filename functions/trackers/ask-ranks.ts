import * as v from 'valibot';
import { rivalShares } from '#functions/ranks/rank-figures.ts';
import type { EventLog } from '#shared/callers/watch/event-log.ts';
import { goingOn } from '#shared/callers/watch/plan-asking.ts';
import { type RankChange, rankChange } from '#shared/callers/watch/rank-changes.ts';
import type { RankHistory } from '#shared/callers/watch/rank-history.ts';
import { overviews, type PlacesDay, placeOf, type RankCell } from '#shared/callers/watch/rank-months.ts';
import { type RankSetup, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import type { Asking, Tracker } from '#shared/callers/watch/tracker-item.ts';
import type { CallOutcome } from '#shared/calls/outcome.ts';
import { aiOverview, batchKeywords, type RankMarket } from '#shared/contract/ranks.ts';
import type { RankReason } from '#shared/contract/rule-choices.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Asked } from './ask-trackers.ts';

/** A check is cut after this and goes on with the next run, well before it would count as dead. */
const longestMs = 180_000;
/** A hundred listings of eleven seconds each are read in this, twenty at once. */
const callMs = 60_000;
/** Times that a call is asked for all of its keywords, before it is taken with those that could be looked up. */
const wholeTries = 2;
/** Changes that an event names; it counts all. */
const namedChanges = 40;

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

/** How a call of a check is asked. */
export interface RankCall {
  /** Its place in the check, which belongs to its key. */
  readonly part: number;
  readonly withinMs: number;
  /** Whether it shall fail, and cost nothing, where it cannot look all of its keywords up. */
  readonly isWholeOnly: boolean;
}

interface Check {
  readonly tracker: Tracker;
  readonly begun: Asking;
  readonly ranks: RankHistory;
  readonly clock: Clock;
  readonly events: Pick<EventLog, 'write' | 'rule'>;
  /** Credits of a call. */
  readonly price: number;
  /** Asks one call of the check. */
  ask(args: Readonly<Record<string, unknown>>, how: RankCall): Promise<CallOutcome>;
}

/**
 * Asks the calls of a check one after another, from the first that is not charged yet, and keeps what they
 * found before the caller writes how far it came. A run that dies asks again what it had asked, under the
 * same keys, which is given again and not charged again. Undefined where another run is asking.
 */
export async function askRanks(check: Check): Promise<Asked | undefined> {
  const { tracker, begun, ranks, price } = check;
  const { setup: id = '', paid: before = 0 } = begun.ranks ?? {};
  const setup = await ranks.getSetup(tracker, id);
  const day = dayOf(tracker, begun);
  const asked = await askCalls(check, setup, before);
  if (!asked) return undefined;
  const { found, paid, failure, requestId } = asked;
  for (const [market, cells] of found)
    await ranks.keep(tracker, { market, day, cells }, (month, details) =>
      rivalShares(day, setup, month, details),
    );
  const credits = paid * price;
  if (failure)
    return {
      end: { ok: false, ...failure, paid, charged: (paid - before) * price },
      figures: { changes: 0, credits },
    };
  const changes = await tellChanges(check, setup, day);
  return { end: { ok: true, requestId }, figures: { changes, credits } };
}

interface CallsAsked {
  /** What was found, by market and number of the keyword. */
  readonly found: ReadonlyMap<number, ReadonlyMap<number, RankCell>>;
  /** Calls of the period that are charged. */
  readonly paid: number;
  /** Why it stopped before the last. */
  readonly failure?: { readonly code: string; readonly mayWorkLater: boolean };
  readonly requestId: string;
}

async function askCalls(check: Check, setup: RankSetup, before: number): Promise<CallsAsked | undefined> {
  const { begun, clock } = check;
  const found = new Map<number, Map<number, RankCell>>();
  const startedAt = clock();
  let paid = before;
  let requestId = begun.request_id ?? '';
  for (const batch of batchesIn(setup).slice(before)) {
    const asked = await askUntilWhole(check, setup, batch, { part: paid, endsAt: startedAt + longestMs });
    if (asked === undefined) return undefined;
    if ('failure' in asked) return { found, paid, requestId, failure: asked.failure };
    found.set(batch.market, new Map([...(found.get(batch.market) ?? []), ...asked.cells]));
    requestId = asked.requestId;
    paid += 1;
  }
  return { found, paid, requestId };
}

/** What was looked up is kept where calls share it, so that the next try of the same call comes further. */
async function askUntilWhole(
  check: Check,
  setup: RankSetup,
  batch: Batch,
  { part, endsAt }: { readonly part: number; readonly endsAt: number },
) {
  for (let tries = 0; check.clock() <= endsAt; tries += 1) {
    const isWholeOnly = tries < wholeTries;
    const asked = await askCall(check, setup, batch, { part, withinMs: callMs, isWholeOnly });
    const isInPart = asked && 'failure' in asked && asked.failure.code === 'upstream_timeout';
    if (!(isInPart && isWholeOnly)) return asked;
  }
  return { failure: { code: goingOn, mayWorkLater: true } };
}

/** Undefined where another run is asking. */
async function askCall({ ask }: Check, setup: RankSetup, { market, keywords }: Batch, how: RankCall) {
  const outcome = await ask(questionOf(setup, market, keywords), how);
  if (!outcome.ok) {
    const { code, status, retryable } = outcome.error;
    if (code === 'request_in_progress') return undefined;
    return { failure: { code, mayWorkLater: retryable || status >= 500 } };
  }
  const { data, usage } = v.parse(answered, JSON.parse(outcome.body));
  const cells = keywords.flatMap(({ number }, at) => {
    const cell = cellOf(data.positions[at]);
    return cell ? [[number, cell] as const] : [];
  });
  return { cells, requestId: usage.request_id };
}

type Batch = ReturnType<typeof batchesIn>[number];

/** The calls of a check, always in the same order: market by market, a hundred keywords each. */
function batchesIn(setup: RankSetup) {
  const watched = watchedIn(setup);
  return setup.markets.flatMap((_, market) =>
    Array.from({ length: Math.ceil(watched.length / batchKeywords) }, (_, at) => ({
      market,
      keywords: watched.slice(at * batchKeywords, (at + 1) * batchKeywords),
    })),
  );
}

function questionOf(
  { site, rivals, markets }: RankSetup,
  market: number,
  keywords: readonly { readonly keyword: string }[],
) {
  const { device, ...place } = markets[market] ?? { device: 'desktop' };
  return {
    domain: site,
    keywords: keywords.map(({ keyword }) => keyword),
    ...place,
    ...(device === 'mobile' && { device }),
    mode: 'newest',
    ...(rivals.length > 0 && { rivals }),
    serp_features: true,
  };
}

/** A day on the clocks of the owner: that on which the check began, however long it takes. */
function dayOf({ schedule }: Tracker, { first_at, at }: Asking): string {
  const timeZone = schedule?.time_zone ?? 'UTC';
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(first_at ?? at);
}

const positionRow = v.object({
  status: v.string(),
  position: v.nullable(v.number()),
  url: v.nullable(v.string()),
  monthly_volume: v.nullable(v.number()),
  checked_depth: v.nullable(v.number()),
  ai_overview: aiOverview,
  basis: v.optional(v.string()),
  rivals: v.optional(v.array(v.object({ domain: v.string(), position: v.number() })), []),
  serp_features: v.optional(v.nullable(v.array(v.string())), null),
});

const answered = v.object({
  data: v.object({ positions: v.array(positionRow) }),
  usage: v.object({ request_id: v.string() }),
});

/** Undefined where the keyword was not checked: a mean of Search Console is no place that was seen. */
function cellOf(row: v.InferOutput<typeof positionRow> | undefined): RankCell | undefined {
  if (!row || row.status === 'not_checked' || row.basis === 'average') return undefined;
  return {
    position: row.position,
    depth: row.checked_depth,
    aiOverview: row.ai_overview,
    volume: row.monthly_volume,
    url: row.url,
    features: row.serp_features,
    rivals: Object.fromEntries(row.rivals.map(({ domain, position }) => [domain, position])),
  };
}

interface RankRule {
  readonly places: number;
  readonly reasons: readonly RankReason[];
}

/** Months that the two checks before one can lie back. */
const monthsBack = 3;

/** Writes what is worth telling of each market, before the check counts as through; how many keywords that are. */
async function tellChanges(
  { tracker, ranks, events }: Check,
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
export function changesBetween(
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
    why: `A place moved by ${places} or more, or two checks in a row show it in other standing.`,
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
