import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { tellOfPause } from '#shared/callers/workspace/pause-mail.ts';
import { endAsking, openSlots, planAsking } from '#shared/callers/workspace/plan-asking.ts';
import {
  createSavedQuestionRepository,
  type SavedQuestion,
  type SavedQuestionRepository,
} from '#shared/callers/workspace/saved-question-repository.ts';
import type { Asking, Schedule } from '#shared/callers/workspace/schedule-item.ts';
import {
  createScheduleRepository,
  type DueQuestion,
  type ScheduleRepository,
} from '#shared/callers/workspace/schedule-repository.ts';
import { beginCall } from '#shared/calls/call.ts';
import type { ServedTool } from '#shared/calls/call-with-arguments.ts';
import type { CallOutcome } from '#shared/calls/outcome.ts';
import type { ToolCallServices } from '#shared/calls/services.ts';
import { toolPath, toolTimeoutSeconds } from '#shared/contract/tool.ts';
import type { PauseReason } from '#shared/contract/workspace.ts';
import type { Account } from '#shared/money/accounts/account.ts';
import {
  type AccountRepository,
  createAccountRepository,
} from '#shared/money/accounts/account-repository.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { CallLogger } from '#shared/platform/logger.ts';
import type { Mailer } from '#shared/platform/mail/mailer.ts';

export function askAgain(foundation: Foundation): () => Promise<AskAgainReport> {
  const { documents, tables, clock, logger, mailer, dashboardUrl } = foundation;
  const identity = { documents, name: tables.identity, clock };
  const parts = {
    clock,
    logger,
    mailer,
    dashboardUrl,
    questions: createSavedQuestionRepository(identity),
    schedules: createScheduleRepository(identity),
    accounts: createAccountRepository({ documents, tables, clock }),
    openTools: async () => (await import('./open-tools.ts')).openTools(foundation),
  };
  return () => askDueQuestions(parts);
}

/** The tools, and what they work with. */
export interface AskableTools {
  readonly tools: readonly ServedTool[];
  readonly calls: ToolCallServices;
}

export interface AskAgainParts {
  readonly clock: Clock;
  readonly logger: CallLogger;
  readonly questions: Pick<SavedQuestionRepository, 'find'>;
  readonly schedules: ScheduleRepository;
  readonly accounts: Pick<AccountRepository, 'find'>;
  /** Loaded where something is due: most runs find nothing. */
  openTools(): Promise<AskableTools>;
  /** Undefined where mail cannot be sent yet. */
  readonly mailer: Mailer | undefined;
  readonly dashboardUrl: string;
}

export interface AskAgainReport {
  readonly asked: number;
  readonly failed: number;
  readonly paused: number;
}

/** Questions asked at once: few, for each may read a whole site. */
const parallel = 4;
/** No question is begun later in a run than this: the longest call ends before the function does. */
const beginsWithinMs = 780_000;
/** An hour that leads to a question without a schedule is tidied up after this; a schedule is written within seconds of it. */
const tidyAfterMs = 3_600_000;

type OpenParts = AskAgainParts & AskableTools;
type Done = keyof AskAgainReport | undefined;

/** Asks what is due, and gives how many questions were answered, failed and stopped. */
export async function askDueQuestions(parts: AskAgainParts): Promise<AskAgainReport> {
  const { clock, logger, schedules } = parts;
  const startedAt = clock();
  const slots = openSlots(startedAt);
  const due = (await Promise.all(slots.map((slot) => schedules.due(slot)))).flat();
  const report = { asked: 0, failed: 0, paused: 0 };
  if (due.length === 0) return report;
  const asking = { ...parts, ...(await parts.openTools()) };
  for (let begun = 0; begun < due.length; begun += parallel) {
    if (clock() - startedAt > beginsWithinMs) break;
    const done = await Promise.all(due.slice(begun, begun + parallel).map((one) => orLogged(one, asking)));
    for (const result of done) if (result) report[result] += 1;
  }
  if (Object.values(report).some((count) => count > 0)) logger.info('asked again', { ...report });
  return report;
}

/** One question that cannot be asked keeps no other from being asked. */
async function orLogged(due: DueQuestion, parts: OpenParts): Promise<Done> {
  try {
    return await askOne(due, parts);
  } catch (cause) {
    parts.logger.error('question not asked', { question_id: due.questionId, cause });
    return 'failed';
  }
}

async function askOne(due: DueQuestion, parts: OpenParts): Promise<Done> {
  const { clock, questions, schedules, accounts, tools } = parts;
  const { accountId, questionId } = due;
  const question = await questions.find(accountId, questionId);
  if (!question?.schedule || !isOf(question.schedule, due)) {
    if (clock() - due.madeAt > tidyAfterMs) await schedules.forgetDue(due);
    return undefined;
  }
  const account = await accounts.find(accountId);
  const askable = tools.find(({ tool }) => tool.name === question.tool);
  if (!account || !askable) return undefined;
  const { schedule, asking } = question;
  const facts = { now: clock(), price: askable.tool.credits, account };
  const plan = planAsking({ schedule, asking }, facts);
  if (plan.do === 'nothing') return undefined;
  if (plan.do === 'pause') return pause({ account, question, because: plan.because }, parts);
  const begun = await schedules.begin(accountId, question, plan.asking);
  if (plan.do === 'note' || begun === undefined) return undefined;
  return finish({ account, question, begun, askable }, parts);
}

interface BegunQuestion {
  readonly account: Account;
  readonly question: SavedQuestion;
  readonly begun: Asking;
  readonly askable: ServedTool;
}

async function finish(begunQuestion: BegunQuestion, parts: OpenParts): Promise<Done> {
  const { account, question, begun } = begunQuestion;
  const { clock, schedules, calls } = parts;
  const outcome = await ask(begunQuestion, calls);
  // Another run is asking; it writes what came of it.
  if (!outcome.ok && outcome.error.code === 'request_in_progress') return undefined;
  const end = endAsking(begun, question.asking, endOf(outcome), clock());
  await schedules.finish(account.accountId, question.questionId, begun, end);
  if (end.state !== 'refused') return outcome.ok ? 'asked' : 'failed';
  return pause({ account, question, because: 'refused' }, parts);
}

/** As its owner would ask it, under a key that is the same for all tries of a week. */
function ask(
  { account, question, begun, askable: { tool, call } }: BegunQuestion,
  services: ToolCallServices,
): Promise<CallOutcome> {
  const { clock } = services;
  const requestBytes = Buffer.byteLength(JSON.stringify(question.arguments));
  const parts = { endpoint: toolPath(tool), method: 'POST', tool: tool.name, requestBytes, network: null };
  return call(
    {
      args: question.arguments,
      call: beginCall(clock, parts),
      principal: {
        account,
        credentialId: question.questionId,
        authSource: 'schedule',
        keyLimits: noKeyLimits,
        meters: [],
        scopes: new Set(['tools']),
      },
      idempotencyKey: `${question.questionId}.${begun.week}`,
      deadline: clock() + (tool.timeoutSeconds ?? toolTimeoutSeconds) * 1_000,
    },
    services,
  );
}

/** The id of the call that was charged, which a replay says as well. */
function endOf(outcome: CallOutcome): Parameters<typeof endAsking>[2] {
  if (outcome.ok) return { ok: true, requestId: requestIdOf(outcome.body) };
  const { code, status, retryable } = outcome.error;
  return { ok: false, code, mayWorkLater: retryable || status >= 500 };
}

async function pause(
  stopped: {
    readonly account: Account;
    readonly question: SavedQuestion;
    readonly because: PauseReason;
  },
  { schedules, mailer, dashboardUrl, logger }: AskAgainParts,
): Promise<Done> {
  const { account, question, because } = stopped;
  if (!(await schedules.pause(account.accountId, question, because))) return undefined;
  await tellOfPause({ mailer, dashboardUrl, logger }, account.email, question, because);
  return 'paused';
}

const answer = v.object({ usage: v.object({ request_id: v.string() }) });

function requestIdOf(body: string): string {
  return v.parse(answer, JSON.parse(body)).usage.request_id;
}

function isOf({ day, hour }: Schedule, { slot }: DueQuestion): boolean {
  return day === slot.day && hour === slot.hour;
}
