import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { createEventLog, type EventLog } from '#shared/callers/watch/event-log.ts';
import { type Occurrence, occurrenceAt } from '#shared/callers/watch/occurrences.ts';
import { tellOfPause } from '#shared/callers/watch/pause-mail.ts';
import { endAsking, mostTries, planAsking } from '#shared/callers/watch/plan-asking.ts';
import type { Asking, DueTracker, Tracker } from '#shared/callers/watch/tracker-item.ts';
import {
  type Askings,
  createAskings,
  createTrackerRepository,
  type TrackerRepository,
} from '#shared/callers/watch/tracker-repository.ts';
import { beginCall } from '#shared/calls/call.ts';
import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { CallOutcome } from '#shared/calls/outcome.ts';
import type { ToolCallServices } from '#shared/calls/services.ts';
import { toolPath, toolTimeoutSeconds } from '#shared/contract/tool.ts';
import type { PauseReason } from '#shared/contract/watch.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import {
  type AccountRepository,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';
import { writeAnswer, writeFailure, writePause } from './tracker-events.ts';

export function askTrackers(foundation: Foundation): () => Promise<AskingReport> {
  const { documents, tables, clock, logger, mailer, dashboardUrl } = foundation;
  const identity = { documents, name: tables.identity, clock };
  const trackers = createTrackerRepository(identity);
  const askings = createAskings(identity);
  const accounts = createAccountRepository({ documents, tables, clock });
  const events = createEventLog(identity);
  const openTools = async () => (await import('./open-tools.ts')).openTools(foundation);
  const parts = { clock, logger, mailer, dashboardUrl, trackers, askings, accounts, events, openTools };
  const adopted = new Set<number>();
  return async () => {
    await adoptWeekly(parts, adopted);
    return askDueTrackers(parts);
  };
}

const hourMs = 3_600_000;

/** Weekly questions of releases before trackers: each hour of the last day is taken over once a process. */
async function adoptWeekly({ askings, clock }: AskingParts, adopted: Set<number>): Promise<void> {
  const thisHour = Math.floor(clock() / hourMs) * hourMs;
  for (let hour = thisHour - 23 * hourMs; hour <= thisHour; hour += hourMs) {
    if (adopted.has(hour)) continue;
    await askings.adopt(hour);
    adopted.add(hour);
  }
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
  readonly events: Pick<EventLog, 'write'>;
  readonly accounts: Pick<AccountRepository, 'find'>;
  /** Loaded where something is due: most runs find nothing. */
  openTools(): Promise<AskableTools>;
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  readonly dashboardUrl: string;
}

export interface AskingReport {
  readonly asked: number;
  readonly failed: number;
  readonly paused: number;
}

/** Trackers asked at once: few, for each may read a whole site. */
const parallel = 4;
/** No tracker is begun later in a run than this: the longest call ends before the function does. */
const beginsWithinMs = 780_000;
/** A moment that leads to a tracker without a schedule is tidied up after this; a schedule is written within seconds of it. */
const tidyAfterMs = hourMs;

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
  const facts = { now: clock(), price: askable.tool.credits, account, occurrence };
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
  const { account, tracker } = open;
  if (plan.do === 'pause') return pause({ account, tracker, because: plan.because }, parts);
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
  const { account, tracker, begun } = begunTracker;
  const { clock, askings, calls } = parts;
  const outcome = await ask(begunTracker, calls);
  // Another run is asking; it writes what came of it.
  if (!outcome.ok && outcome.error.code === 'request_in_progress') return undefined;
  const answer = outcome.ok ? v.parse(answered, JSON.parse(outcome.body)) : undefined;
  const end = endAsking(begun, tracker.asking, endOf(outcome, answer), clock());
  // Before the period is closed: what dies in between asks again under the same key, and writes the same.
  const figures = {
    changes: answer?.deltas.length ?? 0,
    credits: outcome.ok ? begunTracker.askable.tool.credits : 0,
  };
  await note(tracker, end, parts, figures);
  if (end.state === 'asked') await writeAnswer(tracker, end, figures, parts);
  else if (end.tries >= mostTries) await writeFailure(tracker, end, parts);
  await askings.finish(tracker, begun, end);
  if (end.state !== 'refused') return outcome.ok ? 'asked' : 'failed';
  return pause({ account, tracker, because: 'refused' }, parts);
}

/** Keeps what came of the period so far. */
async function note(
  tracker: Tracker,
  asking: Omit<Asking, 'revision'>,
  { askings }: AskingParts,
  { changes, credits } = { changes: 0, credits: 0 },
): Promise<void> {
  const { period, run, state: outcome, reason = null, at, request_id = null } = asking;
  await askings.note(tracker, {
    period: run === undefined ? period : `${period}.${run}`,
    at: isoTime(at),
    outcome,
    reason,
    request_id,
    credits_charged: credits,
    changes,
  });
}

/** As its owner would ask it, under a key that is the same for all tries of a period. */
function ask(
  { account, tracker, begun, askable: { tool, call } }: BegunTracker,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const { clock } = services;
  const { trackerId, args } = tracker;
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
      idempotencyKey: [trackerId, begun.period, ...(begun.run === undefined ? [] : [begun.run])].join('.'),
      deadline: clock() + (tool.timeoutSeconds ?? toolTimeoutSeconds) * 1_000,
    },
    services,
  );
}

/** The request id is that of the call that was charged, which a replay says as well. */
const answered = v.object({
  usage: v.object({ request_id: v.string() }),
  deltas: v.array(v.unknown()),
});

function endOf(
  outcome: CallOutcome,
  answer: v.InferOutput<typeof answered> | undefined,
): Parameters<typeof endAsking>[2] {
  if (outcome.ok) return { ok: true, requestId: answer?.usage.request_id ?? '' };
  const { code, status, retryable } = outcome.error;
  return { ok: false, code, mayWorkLater: retryable || status >= 500 };
}

async function pause(
  stopped: { readonly account: Account; readonly tracker: Tracker; readonly because: PauseReason },
  { askings, mailer, dashboardUrl, logger }: AskingParts,
): Promise<Done> {
  const { account, tracker, because } = stopped;
  if (!(await askings.pause(tracker, because))) return undefined;
  await tellOfPause({ mailer, dashboardUrl, logger }, account.email, tracker, because);
  return 'paused';
}
