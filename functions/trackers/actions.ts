import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { askAnew } from '#shared/callers/watch/plan-asking.ts';
import type { Asking, Schedule, Tracker } from '#shared/callers/watch/tracker-item.ts';
import {
  createAskings,
  createTrackerRepository,
  type TrackerRepository,
} from '#shared/callers/watch/tracker-repository.ts';
import { checkInput } from '#shared/calls/admit-call.ts';
import type { EndpointBody } from '#shared/contract/endpoint.ts';
import {
  mostAskingsAMonth,
  type TrackerRecord,
  type TrackerSchedule,
  trackerLimit,
} from '#shared/contract/watch.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';

const identityOf = ({ documents, tables, clock }: Foundation) => ({
  documents,
  name: tables.identity,
  clock,
});

const trackerServices = (foundation: Foundation) => ({
  trackers: createTrackerRepository(identityOf(foundation)),
});

const runServices = (foundation: Foundation) => {
  const askings = createAskings(identityOf(foundation));
  return { ...trackerServices(foundation), askings };
};

/** Loaded where a schedule is looked at: it brings a calendar. */
const loadOccurrences = () => import('#shared/callers/watch/occurrences.ts');

async function recordOf(tracker: Tracker, now: number): Promise<TrackerRecord> {
  const { trackerId: id, name, tool, args, createdAt, schedule, asking } = tracker;
  const month = isoTime(now).slice(0, 7);
  return {
    id,
    name,
    tool,
    args: { ...args },
    created_at: createdAt,
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
  endpoint(
    foundation,
    contracts.createTracker,
    trackerServices,
    async ({ caller, body, now }, { trackers }) => {
      const { accountId } = caller.account;
      const { schedule, monthly_budget: budget, name, tool, args } = body;
      checkArguments(tool, args);
      const timing = schedule && timingOf(schedule);
      const terms = timing && { timing, price: priceOf(tool), monthlyBudget: budget, isPaused: false };
      const agreed = terms && withBudget(terms);
      if ((await trackers.list(accountId)).length >= trackerLimit)
        throw new ServiceError(
          'validation_error',
          `An account has at most ${trackerLimit} trackers. Remove one of GET /v1/me/trackers first.`,
        );
      const saved = await trackers.save(accountId, { name, tool, args });
      const scheduled = agreed && (await setSchedule(trackers, saved, agreed, now));
      return { body: await recordOf(scheduled ?? saved, now) };
    },
  );

type Agreed = Parameters<TrackerRepository['schedule']>[1];

async function setSchedule(
  trackers: TrackerRepository,
  tracker: Tracker,
  terms: Agreed,
  now: number,
): Promise<Tracker> {
  const { occurrenceAt } = await loadOccurrences();
  const set = await trackers.schedule(tracker, terms, occurrenceAt(terms.timing, now));
  if (!set) throw noSuchTracker();
  return set;
}

/** As the tool itself would check them: what is kept can be asked. */
function checkArguments(name: string, args: Readonly<Record<string, unknown>>): void {
  const tool = toolCatalog.find((known): boolean => known.name === name);
  try {
    if (tool) checkInput(tool, args);
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'validation_error'
      ? new ServiceError('validation_error', `The tracker was not made. ${error.message}`, {
          faults: (error.faults ?? []).map(({ pointer, loc, ...fault }) => ({
            ...fault,
            pointer: `/args${pointer}`,
            loc: ['body', 'args', ...loc.slice(1)],
          })),
        })
      : error;
  }
}

function timingOf({ every, at, weekday, day, time_zone }: TrackerSchedule): Agreed['timing'] {
  const fits = (name: string, rhythm: string, value: unknown) => {
    if (value !== undefined && every !== rhythm)
      throw fault(`/schedule/${name}`, `A ${name} is sent with \`every: ${rhythm}\` alone.`);
  };
  fits('weekday', 'week', weekday);
  fits('day', 'month', day);
  return {
    every,
    at,
    time_zone,
    ...(every === 'week' && { weekday: weekday ?? 'monday' }),
    ...(every === 'month' && { day: day ?? 1 }),
  };
}

/** What is free is not kept, so that it has no history to ask for. */
function priceOf(name: string): number {
  const price = toolCatalog.find((tool): boolean => tool.name === name)?.credits ?? 0;
  if (price > 0) return price;
  throw fault(
    '/tool',
    `Answers of ${name} cost nothing and are not kept, so it has no schedule. Track a question of another tool.`,
  );
}

function withBudget({
  monthlyBudget,
  ...terms
}: Omit<Agreed, 'monthlyBudget'> & { readonly monthlyBudget: number | undefined }): Agreed {
  const { price, timing } = terms;
  if (monthlyBudget !== undefined && monthlyBudget >= price) return { ...terms, monthlyBudget };
  const most = price * mostAskingsAMonth[timing.every];
  throw fault(
    '/monthly_budget',
    `One call costs ${price} credits: send a budget of at least ${price}; ${most} are enough for each ${timing.every} of a month.`,
  );
}

function fault(pointer: `/${string}`, message: string): ServiceError {
  return new ServiceError('validation_error', `${message} Nothing was changed.`, {
    faults: [{ pointer, loc: ['body', ...pointer.slice(1).split('/')], type: 'check', message }],
  });
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
  endpoint(foundation, contracts.changeTracker, trackerServices, async (sent, { trackers }) => {
    const { body, now } = sent;
    const found = await getTrackerOf(sent, trackers);
    const { accountId, trackerId } = found;
    const terms = changedTerms(body, found);
    let tracker: Tracker | undefined = found;
    if (terms) tracker = await setSchedule(trackers, found, terms, now);
    if (body.schedule === null) tracker = await trackers.unschedule(accountId, trackerId);
    if (body.name !== undefined) tracker = await trackers.rename(accountId, trackerId, body.name);
    if (!tracker) throw noSuchTracker();
    return { body: await recordOf(tracker, now) };
  });

/** What the owner agrees to from now on; undefined where only the name changes or the schedule ends. */
function changedTerms(
  { schedule, monthly_budget: budget, status }: ChangeBody,
  { tool, schedule: before }: Tracker,
): Agreed | undefined {
  if (schedule === null) return undefined;
  if (schedule === undefined && budget === undefined && status === undefined) return undefined;
  const timing = schedule ? timingOf(schedule) : before;
  if (!timing) throw fault('/schedule', 'The tracker has no schedule yet: send one with its monthly budget.');
  const { every, at, weekday, day, time_zone } = timing;
  return withBudget({
    timing: { every, at, weekday, day, time_zone },
    price: priceOf(tool),
    monthlyBudget: budget ?? before?.monthly_budget,
    isPaused: (status ?? before?.status) === 'paused',
  });
}

type ChangeBody = NonNullable<EndpointBody<typeof contracts.changeTracker>>;

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
