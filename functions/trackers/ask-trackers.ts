import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { createEventLog, type EventLog } from '#shared/callers/watch/event-log.ts';
import { type Occurrence, occurrenceAt } from '#shared/callers/watch/occurrences.ts';
import {
  type AskingEnd,
  endAsking,
  goingOn,
  mostTries,
  planAsking,
} from '#shared/callers/watch/plan-asking.ts';
import { createRankHistory, type RankHistory } from '#shared/callers/watch/rank-history.ts';
import type { Asking, DueTracker, Tracker } from '#shared/callers/watch/tracker-item.ts';
import {
  type Askings,
  createAskings,
  createTrackerRepository,
  type TrackerRepository,
} from '#shared/callers/watch/tracker-repository.ts';
import { beginCall, type ToolCallServices } from '#shared/calls/call.ts';
import type { ServedTool } from '#shared/calls/call-tool.ts';
import type { CallOutcome } from '#shared/calls/problem.ts';
import { type Delta, delta } from '#shared/contract/envelope.ts';
import { priceOf, toolPath, toolTimeoutSeconds } from '#shared/contract/tool.ts';
import type { PauseReason } from '#shared/contract/watch.ts';
import {
  type AccountRepository,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import type { Account } from '#shared/money/accounts/principal.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import type { CreditEntries } from '#shared/money/ledger/credit-entries.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { RankCall } from './ask-ranks.ts';
import { note, writeAnswer, writeFailure, writeFindings, writePause } from './tracker-events.ts';

export function askTrackers(foundation: Foundation): () => Promise<AskingReport> {
  const { documents, tables, clock, logger } = foundation;
  const identity = { documents, name: tables.identity, clock };
  const trackers = createTrackerRepository(identity);
  const askings = createAskings(identity);
  const accounts = createAccountRepository({ documents, tables, clock });
  const events = createEventLog(identity);
  const openEntries = async () =>
    (await import('#shared/money/ledger/credit-entries.ts')).createCreditEntries(foundation);
  const ranks = createRankHistory(identity);
  const openTools = async () => (await import('./open-tools.ts')).openTools(foundation);
  const parts = {
    ...{ clock, logger, trackers, askings },
    ...{ ranks, accounts, events, openEntries, openTools },
  };
  return () => askDueTrackers(parts);
}

/** The tools, and what they work with. */
export interface AskableTools {
  readonly tools: readonly ServedTool[];
  readonly calls: ToolCallServices;
}

export interface AskingParts {
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly trackers: Pick<TrackerRepository, 'find'>;
  readonly askings: Askings;
  readonly ranks: RankHistory;
  readonly events: Pick<EventLog, 'write' | 'rule'>;
  readonly accounts: Pick<AccountRepository, 'find'>;
  openEntries(): Promise<Pick<CreditEntries, 'grant'>>;
  /** Loaded where something is due: most runs find nothing. */
  openTools(): Promise<AskableTools>;
}

export interface AskingReport {
  readonly asked: number;
  readonly failed: number;
  readonly paused: number;
}

/** Trackers asked at once: few, for each may read a whole site. */
const parallel = 4;
/** No tracker is begun later in a run than this: the longest check of ranks ends before the function does. */
const beginsWithinMs = 590_000;
/** A moment that leads to a tracker without a schedule is tidied up after this; a schedule is written within seconds of it. */
const tidyAfterMs = 3_600_000;

type OpenParts = AskingParts & AskableTools;
type Done = keyof AskingReport | undefined;

/** Asks what is due, and gives how many trackers were answered, failed and stopped. */
export async function askDueTrackers(parts: AskingParts): Promise<AskingReport> {
  const { clock, logger, askings } = parts;
  const startedAt = clock();
  const report = { asked: 0, failed: 0, paused: 0 };
  const due = [...(await askings.due(startedAt))];
  if (due.length === 0) return report;
  const asking = { ...parts, ...(await parts.openTools()) };
  const work = async () => {
    for (let one = due.shift(); one !== undefined; one = due.shift()) {
      if (clock() - startedAt > beginsWithinMs) return;
      const done = await orLogged(one, asking);
      if (done) report[done] += 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  if (Object.values(report).some((count) => count > 0)) logger.info('trackers asked', { ...report });
  return report;
}

/** One tracker that cannot be asked keeps no other from being asked. */
async function orLogged(due: DueTracker, parts: OpenParts): Promise<Done> {
  try {
    return await askOne(due, parts);
  } catch (cause) {
    parts.logger.error('tracker not asked', { tracker_id: due.tracker_id, cause });
    return 'failed';
  }
}

async function askOne(due: DueTracker, parts: OpenParts): Promise<Done> {
  const { clock, trackers, askings, accounts, tools } = parts;
  const tracker = await trackers.find(due.account_id, due.tracker_id);
  if (!tracker?.schedule) {
    if (clock() - due.made_at > tidyAfterMs) await askings.leave(due);
    return undefined;
  }
  const { schedule, asking } = tracker;
  const occurrence = occurrenceAt(schedule, clock());
  const isMoved = Date.parse(due.due_at) > occurrence.due;
  const account = await accounts.find(due.account_id);
  const askable = tools.find(({ tool }) => tool.name === tracker.tool);
  if (!account || !askable) return undefined;
  const facts = {
    now: clock(),
    price: priceOf(askable.tool, tracker.args),
    account,
    occurrence,
    ranks: tracker.rank,
  };
  const plan = isMoved ? ({ do: 'leave' } as const) : planAsking({ schedule, asking }, facts);
  const done = await carryOut(plan, { account, tracker, askable }, parts);
  if (plan.do === 'leave') await writePause(tracker, parts);
  if (plan.do === 'leave' || done === 'asked') await leave(due, tracker, occurrence, parts);
  return done;
}

async function carryOut(
  plan: ReturnType<typeof planAsking>,
  open: Omit<BegunTracker, 'begun'>,
  parts: OpenParts,
): Promise<Done> {
  const { tracker } = open;
  if (plan.do === 'pause') return pause(tracker, plan.because, parts);
  if (plan.do === 'wait' || plan.do === 'leave') return undefined;
  if (plan.do === 'note') await writeFailure(tracker, plan.asking, parts);
  const begun = await parts.askings.begin(tracker, plan.asking);
  if (begun === undefined) return undefined;
  if (plan.do === 'ask') return finish({ ...open, begun }, parts);
  await note(tracker, begun, parts);
  return undefined;
}

/** The next moment leads there before this one does no more, so that a run that dies in between loses none. */
async function leave(
  due: DueTracker,
  tracker: Tracker,
  { next }: Occurrence,
  { askings }: AskingParts,
): Promise<void> {
  if (tracker.schedule?.status === 'active') await askings.lead(tracker, next);
  await askings.leave(due);
}

interface BegunTracker {
  readonly account: Account;
  readonly tracker: Tracker;
  readonly begun: Asking;
  readonly askable: ServedTool;
}

async function finish(begunTracker: BegunTracker, parts: OpenParts): Promise<Done> {
  const { tracker, begun } = begunTracker;
  const { clock, askings } = parts;
  const asked = await (tracker.rank ? checkRanks(begunTracker, parts) : askQuestion(begunTracker, parts));
  // Another run is asking; it writes what came of it.
  if (!asked) return undefined;
  const { figures } = asked;
  const end = endAsking(begun, tracker.asking, asked.end, clock());
  // Before the period is closed: what dies in between asks again under the same key, and writes the same.
  await note(tracker, end, parts, figures);
  if (end.state === 'asked') {
    await writeFindings(tracker, end, asked.deltas ?? [], parts);
    await writeAnswer(tracker, end, figures, parts);
  } else if (end.tries >= mostTries) await writeFailure(tracker, end, parts);
  await askings.finish(tracker, begun, end);
  if (end.reason === goingOn) return undefined;
  if (end.state !== 'refused') return asked.end.ok ? 'asked' : 'failed';
  return pause(tracker, 'refused', parts);
}

export interface Asked {
  readonly end: AskingEnd;
  readonly figures: { readonly changes: number; readonly credits: number };
  readonly deltas?: readonly Delta[];
}

async function askQuestion(begunTracker: BegunTracker, { calls }: OpenParts): Promise<Asked | undefined> {
  const { tracker, askable } = begunTracker;
  const outcome = await ask(begunTracker, calls, { args: tracker.args });
  if (outcome.ok) {
    const { usage, deltas } = v.parse(answered, JSON.parse(outcome.body));
    const figures = { changes: deltas.length, credits: priceOf(askable.tool, tracker.args) };
    return { end: { ok: true, requestId: usage.request_id }, figures, deltas };
  }
  const { code, status, retryable } = outcome.error;
  if (code === 'request_in_progress') return undefined;
  const end = { ok: false, code, mayWorkLater: retryable || status >= 500 } as const;
  return { end, figures: { changes: 0, credits: 0 } };
}

async function checkRanks(begunTracker: BegunTracker, parts: OpenParts): Promise<Asked | undefined> {
  // Loaded with the first rank tracker that is due.
  const { askRanks } = await import('./ask-ranks.ts');
  return askRanks({
    ...{ ...parts, ...begunTracker },
    price: priceOf(begunTracker.askable.tool, begunTracker.tracker.args),
    ask: (args, how) => ask(begunTracker, parts.calls, { args, ...how }),
  });
}

/** As its owner would ask it, under a key that is the same for all tries of a period. */
function ask(
  { account, tracker, begun, askable: { tool, call } }: BegunTracker,
  services: ToolCallServices,
  asked: { readonly args: Readonly<Record<string, unknown>> } & Partial<RankCall>,
): Promise<CallOutcome> {
  const { clock } = services;
  const { trackerId } = tracker;
  const { args, part, withinMs = (tool.timeoutSeconds ?? toolTimeoutSeconds) * 1_000, isWholeOnly } = asked;
  const requestBytes = Buffer.byteLength(JSON.stringify(args));
  const parts = { endpoint: toolPath(tool), method: 'POST', tool: tool.name, requestBytes, network: null };
  return call(
    {
      args,
      call: beginCall(clock, parts),
      principal: {
        account,
        credentialId: trackerId,
        authSource: 'schedule',
        keyLimits: noKeyLimits,
        meters: [],
        scopes: new Set(['tools']),
      },
      idempotencyKey: [trackerId, begun.period, begun.run, part]
        .filter((name) => name !== undefined)
        .join('.'),
      deadline: clock() + withinMs,
      ...(isWholeOnly && { isWholeOnly }),
    },
    services,
  );
}

/** The request id is that of the call that was charged, which a replay says as well. */
const answered = v.object({
  usage: v.object({ request_id: v.string() }),
  deltas: v.array(delta),
});

/** Its owner is told by the look that follows, as an event. */
async function pause(tracker: Tracker, because: PauseReason, { askings }: AskingParts): Promise<Done> {
  return (await askings.pause(tracker, because)) ? 'paused' : undefined;
}
