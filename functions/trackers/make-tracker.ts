import { noSuch } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import type { TrackerName } from '#shared/callers/watch/rank-history.ts';
import type { RankSetup } from '#shared/callers/watch/rank-setup.ts';
import type { Asking, Schedule, Tracker } from '#shared/callers/watch/tracker-item.ts';
import {
  createTrackerRepository,
  newTrackerId,
  type TrackerRepository,
} from '#shared/callers/watch/tracker-repository.ts';
import { mostAskingsAMonth, type TrackerRecord, trackerLimit } from '#shared/contract/watch.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type Agreed, type CreateBody, costOf, questionOf, rankTool, withBudget } from './terms.ts';

export const identityOf = ({ documents, tables, clock }: Foundation) => ({
  documents,
  name: tables.identity,
  clock,
});

export const trackerServices = (foundation: Foundation) => ({
  trackers: createTrackerRepository(identityOf(foundation)),
  /** Loaded with the first tracker of ranks. */
  openRanks: async () => {
    const { createRankHistory } = await import('#shared/callers/watch/rank-history.ts');
    return createRankHistory(identityOf(foundation));
  },
});
type MakingServices = ReturnType<typeof trackerServices>;

export const loadRanks = () => import('./watched-ranks.ts');

/** What a new tracker asks, and what that costs. */
export async function planTracker(body: CreateBody) {
  const setup = body.kind === 'rank' ? (await loadRanks()).sentSetup(body) : undefined;
  const question = setup ? { tool: rankTool, args: { domain: setup.site } } : questionOf(body);
  return { setup, question, cost: costOf(body, question.tool, setup) };
}

interface NewTracker {
  readonly accountId: string;
  readonly body: CreateBody;
  readonly now: number;
  /** The connection or key that makes it within a limit of its own. */
  readonly madeBy?: string;
}

export async function makeTracker(
  { accountId, body, now, madeBy }: NewTracker,
  services: MakingServices,
): Promise<Tracker> {
  const { trackers } = services;
  const { setup, question, cost } = await planTracker(body);
  const agreed = cost && withBudget({ ...cost, monthlyBudget: body.monthly_budget, isPaused: false });
  if ((await trackers.list(accountId)).length >= trackerLimit)
    throw new ServiceError(
      'validation_error',
      `An account has at most ${trackerLimit} trackers. Remove one of GET /v1/me/trackers first.`,
    );
  const trackerId = newTrackerId(now);
  const rank = await keptSetup({ accountId, trackerId }, setup, services);
  const saved = await trackers.save(accountId, { ...question, name: body.name, trackerId, rank, madeBy });
  return agreed ? setSchedule(trackers, saved, agreed, now) : saved;
}

export async function keptSetup(
  name: TrackerName,
  setup: RankSetup | undefined,
  { openRanks }: Pick<MakingServices, 'openRanks'>,
) {
  return setup && (await loadRanks()).keepSetup(await openRanks(), name, setup);
}

export async function setSchedule(
  trackers: TrackerRepository,
  tracker: Tracker,
  terms: Agreed,
  now: number,
  rank?: Tracker['rank'],
): Promise<Tracker> {
  const { occurrenceAt } = await loadOccurrences();
  const set = await trackers.schedule(tracker, terms, occurrenceAt(terms.timing, now), rank);
  if (!set) throw noSuchTracker();
  return set;
}

export const noSuchTracker = () => noSuch('tracker', '/v1/me/trackers');

/** Loaded where a schedule is looked at: it brings a calendar. */
export const loadOccurrences = () => import('#shared/callers/watch/occurrences.ts');

export async function recordOf(tracker: Tracker, now: number): Promise<TrackerRecord> {
  const { trackerId: id, name, tool, args, createdAt, schedule, asking, rank } = tracker;
  const month = isoTime(now).slice(0, 7);
  const { setup: _, ...watched } = rank ?? { setup: '' };
  return {
    id,
    kind: rank ? 'rank' : 'question',
    ...{ name, tool, args: { ...args } },
    created_at: createdAt,
    rank: 'site' in watched ? watched : null,
    ...(schedule ? await scheduledRecord(schedule, tracker, now) : unscheduled),
    spent_this_month: asking?.month === month ? asking.spent : 0,
    last: asking ? lastOf(asking) : null,
  };
}

function lastOf({ at, state, reason, request_id }: Asking): TrackerRecord['last'] {
  return { at: isoTime(at), outcome: state, reason: reason ?? null, request_id: request_id ?? null };
}

const unscheduled = {
  status: 'unscheduled',
  paused_because: null,
  schedule: null,
  price: null,
  most_a_month: null,
  monthly_budget: null,
  next_at: null,
} as const;

async function scheduledRecord(schedule: Schedule, { asking }: Tracker, now: number) {
  const { every, at, weekday = null, day = null, time_zone, status, price, monthly_budget } = schedule;
  return {
    status,
    paused_because: schedule.paused_because ?? null,
    schedule: { every, at, weekday, day, time_zone },
    price,
    most_a_month: price * mostAskingsAMonth[every],
    monthly_budget,
    next_at: status === 'active' ? isoTime(await nextAt(schedule, asking?.period, now)) : null,
  };
}

/** A period that has its answer asks no second time. */
async function nextAt(schedule: Schedule, asked: string | undefined, now: number): Promise<number> {
  const { occurrenceAt } = await loadOccurrences();
  let { next, nextPeriod } = occurrenceAt(schedule, now);
  while (asked !== undefined && nextPeriod <= asked) ({ next, nextPeriod } = occurrenceAt(schedule, next));
  return next;
}
