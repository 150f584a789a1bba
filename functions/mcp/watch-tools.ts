import type * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { trackedTools } from '#functions/tools/catalog.ts';
import {
  identityOf,
  makeTracker,
  planTracker,
  recordOf,
  trackerServices,
} from '#functions/trackers/make-tracker.ts';
import { createEventLog, shownEvent } from '#shared/callers/watch/event-log.ts';
import type { Tracker } from '#shared/callers/watch/tracker-item.ts';
import { admit } from '#shared/calls/admit-call.ts';
import { mostAskingsAMonth } from '#shared/contract/watch.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { eventsInput, trackerInput } from './account-tools.ts';

/**
 * Tells an agent what a tracker costs, and makes it once a budget is sent. A name is given once, so that a call
 * that is sent again makes no second one.
 */
export async function createTracker(
  foundation: Foundation,
  { site, keywords, ...input }: v.InferOutput<typeof trackerInput>,
  principal: Principal,
) {
  const now = foundation.clock();
  const services = trackerServices(foundation);
  const watched = { site, keywords: keywords?.map((keyword) => ({ keyword, tags: [] })) };
  const body = { ...input, ...watched, kind: site === undefined ? 'question' : 'rank' } as const;
  const { question, cost } = await planTracker(body);
  const tool = trackedTools.find(({ name }) => name === question.tool);
  if (tool) admit(principal, tool, foundation.baseUrl);
  const price = cost?.price ?? 0;
  const told = { price, most_a_month: price * mostAskingsAMonth[input.schedule.every] };
  const { accountId } = principal.account;
  const all = await services.trackers.list(accountId);
  const same = all.find(({ name }) => name === input.name);
  if (same)
    return {
      ...{ created: false, ...told, tracker: await recordOf(same, now) },
      note: 'A tracker of this name is there already. Nothing was made: another tracker needs another name.',
    };
  const { monthly_budget: budget } = input;
  if (budget === undefined)
    return {
      ...{ created: false, ...told, tracker: null },
      note: `Each time costs ${price} credits, ${told.most_a_month} a month at most. Nothing was made: ask your user, then send the same with a monthly_budget.`,
    };
  requireLimit(principal, budgetsOf(principal, all) + budget);
  const made = await makeTracker({ accountId, body, now, madeBy: principal.credentialId }, services);
  await requireStill(principal, made, services);
  const note = 'Made. Nothing was asked or charged yet; list_events reports what it finds.';
  return { created: true, ...told, tracker: await recordOf(made, now), note };
}

/** Budgets of the trackers that a connection or key has made. */
function budgetsOf({ credentialId }: Principal, trackers: readonly Tracker[]): number {
  const own = trackers.filter(({ madeBy }) => madeBy === credentialId);
  return own.reduce((sum, { schedule }) => sum + (schedule?.monthly_budget ?? 0), 0);
}

/** A tracker spends while nobody looks: what may spend so much a month makes trackers that spend no more. */
function requireLimit({ keyLimits, parentId }: Principal, budgets: number): void {
  if (parentId !== undefined)
    throw new ServiceError(
      'insufficient_scope',
      'A key that another key has made cannot make trackers, which would outlive it. Nothing was made.',
    );
  const { spendLimit } = keyLimits;
  if (spendLimit === undefined || budgets <= spendLimit) return;
  throw new ServiceError(
    'spend_limit_reached',
    `The budgets of its trackers would be ${budgets} credits a month, and this connection or key may spend ${spendLimit}. Send a smaller budget, or have its owner raise the limit. Nothing was made.`,
  );
}

/** Of two that were made at one moment none may pass the limit. */
async function requireStill(
  principal: Principal,
  { accountId, trackerId }: Tracker,
  { trackers }: Pick<ReturnType<typeof trackerServices>, 'trackers'>,
): Promise<void> {
  if (principal.keyLimits.spendLimit === undefined) return;
  try {
    requireLimit(principal, budgetsOf(principal, await trackers.list(accountId)));
  } catch (error) {
    await trackers.remove(accountId, trackerId);
    throw error;
  }
}

/** Characters of `data` that one answer carries, so that it stays small enough for an agent to read. */
const dataCharacters = 5_000;

/** The latest events, or all since one, as many as were asked for. */
export async function listEvents(
  foundation: Foundation,
  { after, type, limit, isWhole }: v.InferOutput<typeof eventsInput> & { readonly isWhole: boolean },
  { account }: Principal,
) {
  const log = createEventLog(identityOf(foundation));
  const order = after === undefined ? 'newest' : 'oldest';
  const page = await log.list(account.accountId, { after, type, limit, order });
  let left = isWhole ? Number.POSITIVE_INFINITY : dataCharacters;
  const events = page.events.map((stored) => {
    const event = shownEvent(stored, foundation);
    left -= JSON.stringify(event.data).length;
    return left >= 0 ? event : { ...event, data: null };
  });
  const newest = page.events[0]?.number ?? 0;
  const isCut = events.some(({ data }) => data === null);
  return {
    events,
    // Of the latest the first is the one to go on from.
    next: after === undefined ? newest : page.next,
    more: after !== undefined && page.more,
    ...(isCut && { note: 'data is left out where it would be long: oriel://account/events has it.' }),
  };
}
