import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { askAnew } from '#shared/callers/watch/plan-asking.ts';
import type { TrackerName } from '#shared/callers/watch/rank-history.ts';
import type { RankSetup } from '#shared/callers/watch/rank-setup.ts';
import type { Asking, Schedule, Tracker } from '#shared/callers/watch/tracker-item.ts';
import {
  createAskings,
  createTrackerRepository,
  newTrackerId,
  type TrackerRepository,
} from '#shared/callers/watch/tracker-repository.ts';
import { mostAskingsAMonth, type TrackerRecord, trackerLimit } from '#shared/contract/watch.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';
import { type Agreed, type ChangeBody, changedTerms, questionOf, rankTool, sentTerms } from './terms.ts';

const identityOf = ({ documents, tables, clock }: Foundation) => ({
  documents,
  name: tables.identity,
  clock,
});

const trackerServices = (foundation: Foundation) => ({
  trackers: createTrackerRepository(identityOf(foundation)),
  /** Loaded with the first tracker of ranks. */
  openRanks: async () => {
    const { createRankHistory } = await import('#shared/callers/watch/rank-history.ts');
    return createRankHistory(identityOf(foundation));
  },
});
type Services = ReturnType<typeof trackerServices>;

const loadRanks = () => import('./watched-ranks.ts');

const runServices = (foundation: Foundation) => {
  const askings = createAskings(identityOf(foundation));
  return { ...trackerServices(foundation), askings };
};

/** Loaded where a schedule is looked at: it brings a calendar. */
const loadOccurrences = () => import('#shared/callers/watch/occurrences.ts');

async function recordOf(tracker: Tracker, now: number): Promise<TrackerRecord> {
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

/** Another account's tracker and an unknown one are answered alike. */
function noSuchTracker(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such tracker. GET /v1/me/trackers lists the ids.',
  );
}

interface Sent {
  readonly parameters: Readonly<Record<string, string>>;
  readonly caller: { readonly account: { readonly accountId: string } };
}

function idOf({ parameters: { tracker_id: id = '' } }: Pick<Sent, 'parameters'>): string {
  // Such as were saved questions have their ids.
  if (!/^(?:trk|question)_[0-9a-z]{26}$/u.test(id)) throw noSuchTracker();
  return id;
}

async function getTrackerOf(sent: Sent, { find }: Pick<TrackerRepository, 'find'>): Promise<Tracker> {
  const tracker = await find(sent.caller.account.accountId, idOf(sent));
  if (!tracker) throw noSuchTracker();
  return tracker;
}

export const createTracker = (foundation: Foundation) =>
  endpoint(foundation, contracts.createTracker, trackerServices, async ({ caller, body, now }, services) => {
    const { trackers } = services;
    const { accountId } = caller.account;
    const setup = body.kind === 'rank' ? (await loadRanks()).sentSetup(body) : undefined;
    const question = setup ? { tool: rankTool, args: { domain: setup.site } } : questionOf(body);
    const agreed = sentTerms(body, question.tool, setup);
    if ((await trackers.list(accountId)).length >= trackerLimit)
      throw new ServiceError(
        'validation_error',
        `An account has at most ${trackerLimit} trackers. Remove one of GET /v1/me/trackers first.`,
      );
    const trackerId = newTrackerId(now);
    const rank = await keptSetup({ accountId, trackerId }, setup, services);
    const saved = await trackers.save(accountId, { ...question, name: body.name, trackerId, rank });
    const scheduled = agreed && (await setSchedule(trackers, saved, agreed, now));
    return { body: await recordOf(scheduled ?? saved, now) };
  });

async function keptSetup(name: TrackerName, setup: RankSetup | undefined, { openRanks }: Services) {
  return setup && (await loadRanks()).keepSetup(await openRanks(), name, setup);
}

async function setSchedule(
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

export const listTrackers = (foundation: Foundation) =>
  endpoint(foundation, contracts.listTrackers, trackerServices, async ({ caller, now }, { trackers }) => {
    const found = await trackers.list(caller.account.accountId);
    return { body: await Promise.all(found.map((tracker) => recordOf(tracker, now))) };
  });

export const getTracker = (foundation: Foundation) =>
  endpoint(foundation, contracts.getTracker, trackerServices, async (sent, { trackers }) => ({
    body: await recordOf(await getTrackerOf(sent, trackers), sent.now),
  }));

export const changeTracker = (foundation: Foundation) =>
  endpoint(foundation, contracts.changeTracker, trackerServices, async (sent, services) => {
    const { trackers } = services;
    const { body, now } = sent;
    const found = await getTrackerOf(sent, trackers);
    const { accountId, trackerId } = found;
    const setup = await changedSetupOf(body, found, services);
    let tracker: Tracker | undefined = await agreeAnew(found, { body, setup, now }, services);
    if (body.schedule === null) tracker = await trackers.unschedule(accountId, trackerId);
    if (body.name !== undefined) tracker = await trackers.rename(accountId, trackerId, body.name);
    if (!tracker) throw noSuchTracker();
    return { body: await recordOf(tracker, now) };
  });

interface Change {
  readonly body: ChangeBody;
  readonly setup: RankSetup | undefined;
  readonly now: number;
}

/** The tracker with other terms, and with what it watches from now on; a check that has begun ends with what it began with. */
async function agreeAnew(found: Tracker, { body, setup, now }: Change, services: Services) {
  const { trackers, openRanks } = services;
  const terms = changedTerms(body, found, setup);
  const rank = await keptSetup(found, setup, services);
  if (!terms && !rank) return found;
  const changed = terms
    ? await setSchedule(trackers, found, terms, now, rank)
    : rank && (await trackers.watch(found, rank));
  if (rank && found.rank) await (await openRanks()).retireSetup(found, found.rank.setup);
  return changed;
}

async function changedSetupOf(body: ChangeBody, tracker: Tracker, { openRanks }: Services) {
  if (body.keywords === undefined && body.rivals === undefined) return undefined;
  return (await loadRanks()).changedSetup(await openRanks(), tracker, body);
}

export const removeTracker = (foundation: Foundation) =>
  endpoint(foundation, contracts.removeTracker, trackerServices, async (sent, { trackers }) => {
    const id = idOf(sent);
    if (!(await trackers.remove(sent.caller.account.accountId, id))) throw noSuchTracker();
    return { body: { id, status: 'removed' as const } };
  });

export const runTracker = (foundation: Foundation) =>
  endpoint(foundation, contracts.runTracker, runServices, async (sent, { trackers, askings }) => {
    const { now } = sent;
    const tracker = await getTrackerOf(sent, trackers);
    const { schedule, asking } = tracker;
    if (schedule?.status !== 'active')
      throw new ServiceError(
        'validation_error',
        schedule
          ? 'The tracker is paused. Send `status: active` first. Nothing was asked.'
          : 'The tracker has no schedule and no budget. Call its tool itself, or give it a schedule. Nothing was asked.',
      );
    const { occurrenceAt } = await loadOccurrences();
    const occurrence = occurrenceAt(schedule, now);
    const anew = askAnew({ schedule, asking }, { now, occurrence, run: newId('run', now) });
    const begun = anew && (await askings.begin(tracker, anew));
    if (!begun)
      throw new ServiceError(
        'request_in_progress',
        'A question of this tracker is being asked. Look at `last` in a minute. Nothing was asked twice.',
      );
    await askings.lead(tracker, occurrence.due);
    return { body: await recordOf({ ...tracker, asking: begun }, now) };
  });

export const getTrackerHistory = (foundation: Foundation) =>
  endpoint(foundation, contracts.getTrackerHistory, trackerServices, async (sent, { trackers }) => {
    const { accountId, trackerId } = await getTrackerOf(sent, trackers);
    const rows = await trackers.history(accountId, trackerId);
    return { body: rows.slice(0, sent.query.limit).map(({ expires_at: _, ...row }) => row) };
  });
