import { endpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { askAnew } from '#shared/callers/watch/plan-asking.ts';
import type { RankSetup } from '#shared/callers/watch/rank-setup.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import { createAskings, type TrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';
import {
  identityOf,
  keptSetup,
  loadOccurrences,
  loadRanks,
  makeTracker,
  noSuchTracker,
  recordOf,
  setSchedule,
  trackerServices,
} from './make-tracker.ts';
import { type ChangeBody, changedTerms } from './terms.ts';

type Services = ReturnType<typeof trackerServices>;

const runServices = (foundation: Foundation) => {
  const askings = createAskings(identityOf(foundation));
  return { ...trackerServices(foundation), askings };
};

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
    const { accountId } = caller.account;
    const tracker = await makeTracker({ accountId, body, now }, services);
    return { body: await recordOf(tracker, now) };
  });

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
        'conflict',
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
