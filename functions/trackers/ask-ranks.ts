import * as v from 'valibot';
import { rivalShares } from '#functions/ranks/rank-figures.ts';
import { goingOn } from '#shared/callers/watch/plan-asking.ts';
import type { RankCell } from '#shared/callers/watch/rank-months.ts';
import { type RankSetup, watchedIn } from '#shared/callers/watch/rank-setup.ts';
import type { Asking, Tracker } from '#shared/callers/watch/tracker-item.ts';
import type { CallOutcome } from '#shared/calls/problem.ts';
import { aiOverview, batchKeywords } from '#shared/contract/watch.ts';
import type { CreditEntries } from '#shared/money/ledger/credit-entries.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Asked } from './ask-trackers.ts';
import { type Telling, tellRankChanges } from './tell-rank-changes.ts';

/** A check is cut after this and goes on with the next run, well before it would count as dead. */
const longestMs = 180_000;
/** A hundred listings of eleven seconds each are read in this, twenty at once. */
const callMs = 60_000;
/** Times that a call is asked for all of its keywords, before it is taken with those that could be looked up. */
const wholeTries = 2;

export interface RankCall {
  /** Its place in the check, which belongs to its key. */
  readonly part: number;
  readonly withinMs: number;
  /** Whether it shall fail, and cost nothing, where it cannot look all of its keywords up. */
  readonly isWholeOnly: boolean;
}

interface Check extends Telling {
  readonly begun: Asking;
  readonly clock: Clock;
  readonly price: number;
  openEntries(): Promise<Pick<CreditEntries, 'grant'>>;
  ask(args: Readonly<Record<string, unknown>>, how: RankCall): Promise<CallOutcome>;
}

/**
 * Asks the calls of a check one after another, from the first that is not charged yet, and keeps what they
 * found before the caller writes how far it came. A run that dies asks again what it had asked, under the
 * same keys, which is given again and not charged again. Undefined where another run is asking.
 */
export async function askRanks(check: Check): Promise<Asked | undefined> {
  const { tracker, begun, ranks, price } = check;
  const { setup: id = '', paid: before = 0, returned: returnedBefore = 0 } = begun.ranks ?? {};
  const setup = await ranks.getSetup(tracker, id);
  const day = dayOf(tracker, begun);
  const asked = await askCalls(check, setup, before);
  if (!asked) return undefined;
  const { found, paid, returned, failure, requestId } = asked;
  for (const [market, cells] of found)
    await ranks.keep(tracker, { market, day, cells }, (month, details) =>
      rivalShares(day, setup, month, details),
    );
  const credits = paid * price - returnedBefore - returned;
  if (failure)
    return {
      end: { ok: false, ...failure, paid, charged: (paid - before) * price, returned },
      figures: { changes: 0, credits },
    };
  const changes = await tellRankChanges(check, setup, day);
  return { end: { ok: true, requestId, returned }, figures: { changes, credits } };
}

interface CallsAsked {
  /** What was found, by market and number of the keyword. */
  readonly found: ReadonlyMap<number, ReadonlyMap<number, RankCell>>;
  readonly paid: number;
  /** Credits of those of this run that were given back. */
  readonly returned: number;
  readonly failure?: { readonly code: string; readonly mayWorkLater: boolean };
  readonly requestId: string;
}

async function askCalls(check: Check, setup: RankSetup, before: number): Promise<CallsAsked | undefined> {
  const { begun, clock } = check;
  const found = new Map<number, Map<number, RankCell>>();
  const startedAt = clock();
  let paid = before;
  let returned = 0;
  let requestId = begun.request_id ?? '';
  for (const batch of batchesIn(setup).slice(before)) {
    const asked = await askUntilWhole(check, setup, batch, { part: paid, endsAt: startedAt + longestMs });
    if (asked === undefined) return undefined;
    if ('failure' in asked) return { found, paid, returned, requestId, failure: asked.failure };
    found.set(batch.market, new Map([...(found.get(batch.market) ?? []), ...asked.cells]));
    requestId = asked.requestId;
    returned += await giveBackUnchecked(check, asked);
    paid += 1;
  }
  return { found, paid, returned, requestId };
}

/**
 * Gives back what keywords that could not be looked up in time are of a call's price, rounded up, once however
 * often the call is asked again; how many credits that are.
 */
async function giveBackUnchecked(
  { tracker: { accountId }, price, openEntries }: Check,
  { requestId, asked, unchecked }: { requestId: string; asked: number; unchecked: number },
): Promise<number> {
  const credits = Math.ceil((price * unchecked) / asked);
  const entry = { accountId, entryId: `ranks:${requestId}`, kind: 'adjustment', credits } as const;
  if (credits > 0)
    await (await openEntries()).grant({
      ...entry,
      note: 'Keywords of a check that could not be looked up in time.',
    });
  return credits;
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
  // A listing that no index holds is no failure of the call; one that was not fetched is.
  const isLive = data.mode_used === 'live';
  const unchecked = isLive ? data.positions.filter(({ status }) => status === 'not_checked').length : 0;
  return { cells, requestId: usage.request_id, asked: keywords.length, unchecked };
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
  file_date: v.optional(v.string()),
  rivals: v.optional(v.array(v.object({ domain: v.string(), position: v.number() })), []),
  serp_features: v.optional(v.nullable(v.array(v.string())), null),
});

const answered = v.object({
  data: v.object({ positions: v.array(positionRow), mode_used: v.optional(v.string()) }),
  usage: v.object({ request_id: v.string() }),
});

/** Undefined where the keyword was not checked: a mean of Search Console is no place that was seen, and one without a date is of no day. */
function cellOf(row: v.InferOutput<typeof positionRow> | undefined): RankCell | undefined {
  if (!row || row.status === 'not_checked' || row.basis === 'average' || row.file_date !== undefined)
    return undefined;
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
