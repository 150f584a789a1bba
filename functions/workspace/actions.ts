import { endpoint, openEndpoint } from '#functions/endpoint.ts';
import type { Foundation } from '#functions/foundation.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { nextDue } from '#shared/callers/workspace/plan-asking.ts';
import {
  createSavedQuestionRepository,
  type SavedQuestion,
} from '#shared/callers/workspace/saved-question-repository.ts';
import { createScheduleRepository } from '#shared/callers/workspace/schedule-repository.ts';
import { createShareRepository, type Share } from '#shared/callers/workspace/share-repository.ts';
import { checkInput } from '#shared/calls/admit-call.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import {
  type SavedQuestionRecord,
  type ScheduleRecord,
  type ShareRecord,
  workspaceLimit,
} from '#shared/contract/workspace.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import * as contracts from './contracts.ts';

/** Each endpoint is a function of its own, whose file holds no more than its services need. */
const identityOf = ({ documents, tables, clock }: Foundation) => ({
  documents,
  name: tables.identity,
  clock,
});

function shareServices(foundation: Foundation) {
  const { objects, clock, dashboardUrl } = foundation;
  const shares = createShareRepository(identityOf(foundation));
  return { archive: createAnswerArchive({ objects, clock }), shares, dashboardUrl };
}

function questionServices(foundation: Foundation) {
  return { questions: createSavedQuestionRepository(identityOf(foundation)) };
}

function scheduleServices(foundation: Foundation) {
  return { ...questionServices(foundation), schedules: createScheduleRepository(identityOf(foundation)) };
}

function shareRecord(share: Share): ShareRecord {
  return {
    id: share.shareId,
    request_id: share.requestId,
    tool: share.tool,
    created_at: share.createdAt,
    expires_at: share.expiresAt,
  };
}

/** `now` in milliseconds since 1970. */
function questionRecord(question: SavedQuestion, now: number): SavedQuestionRecord {
  return {
    id: question.questionId,
    name: question.name,
    tool: question.tool,
    arguments: { ...question.arguments },
    created_at: question.createdAt,
    schedule: scheduleRecord(question, now),
  };
}

function scheduleRecord({ schedule, asking }: SavedQuestion, now: number): ScheduleRecord | null {
  if (!schedule) return null;
  const { day, status, price, monthly_budget } = schedule;
  return {
    day,
    status,
    paused_because: schedule.paused_because ?? null,
    price,
    monthly_budget,
    spent_this_month: asking?.month === isoTime(now).slice(0, 7) ? asking.spent : 0,
    next_at: status === 'active' ? isoTime(nextDue(schedule, asking, now)) : null,
    last: asking
      ? {
          at: isoTime(asking.at),
          outcome: asking.state,
          reason: asking.reason ?? null,
          request_id: asking.request_id ?? null,
        }
      : null,
  };
}

const isQuestionId = (id: string): boolean => /^question_[0-9a-z]{26}$/u.test(id);

/** Another account's question and an unknown one are answered alike. */
function noSuchQuestion(): ServiceError {
  return new ServiceError(
    'not_found',
    'This account has no such saved question. GET /v1/me/saved-questions lists the ids.',
  );
}

export const shareAnswer = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.shareAnswer,
    shareServices,
    async ({ caller, parameters, body }, { archive, shares, dashboardUrl }) => {
      const { accountId } = caller.account;
      const requestId = parameters.request_id ?? '';
      const [kept, live] = await Promise.all([archive.find(accountId, requestId), shares.list(accountId)]);
      if (!kept)
        throw new ServiceError(
          'not_found',
          'No answer is kept for this request id, so there is nothing to share. GET /v1/me/usage lists the ids.',
        );
      if (live.length >= workspaceLimit)
        throw new ServiceError(
          'validation_error',
          `An account has at most ${workspaceLimit} shared answers at a time. Withdraw one of GET /v1/me/shares first.`,
        );
      const { share, token } = await shares.create(accountId, { requestId, tool: kept.tool }, body.days);
      const record = shareRecord(share);
      return {
        body: { url: `${dashboardUrl}/shared#${token}`, share: record },
        kept: { url: null, share: record },
      };
    },
  );

export const listShares = (foundation: Foundation) =>
  endpoint(foundation, contracts.listShares, shareServices, async ({ caller }, { shares }) => ({
    body: (await shares.list(caller.account.accountId)).map(shareRecord),
  }));

export const withdrawShare = (foundation: Foundation) =>
  endpoint(foundation, contracts.withdrawShare, shareServices, async ({ caller, parameters }, { shares }) => {
    const id = parameters.share_id ?? '';
    const isWithdrawn =
      /^share_[0-9a-z]{26}$/u.test(id) && (await shares.withdraw(caller.account.accountId, id));
    if (!isWithdrawn)
      throw new ServiceError(
        'not_found',
        'This account has no such share, or it has ended. GET /v1/me/shares lists the ids.',
      );
    return { body: { id, status: 'withdrawn' as const } };
  });

export const openSharedAnswer = (foundation: Foundation) =>
  openEndpoint(
    foundation,
    contracts.openSharedAnswer,
    shareServices,
    async ({ body }, { archive, shares }) => {
      const share = await shares.find(body.token);
      const kept = share && (await archive.find(share.accountId, share.requestId));
      if (!kept)
        throw new ServiceError(
          'not_found',
          'This link opens nothing: it has expired, was withdrawn, or is not complete. Ask the person who sent it.',
        );
      // What the call cost and left, and the datasets, are the account's own.
      const { usage: _usage, resources: _resources, ...answer } = kept.answer;
      return {
        body: {
          tool: kept.tool,
          created_at: isoTime(idTime(kept.request_id) ?? 0),
          expires_at: share.expiresAt,
          arguments: kept.arguments,
          answer,
        },
        headers: { 'x-robots-tag': 'noindex' },
      };
    },
  );

export const saveQuestion = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.saveQuestion,
    questionServices,
    async ({ caller, body, now }, { questions }) => {
      const { accountId } = caller.account;
      const tool = toolCatalog.find(({ name }): boolean => name === body.tool);
      if (tool) checkArguments(tool, body.arguments);
      if ((await questions.list(accountId)).length >= workspaceLimit)
        throw new ServiceError(
          'validation_error',
          `An account keeps at most ${workspaceLimit} questions. Remove one of GET /v1/me/saved-questions first.`,
        );
      return { body: questionRecord(await questions.save(accountId, body), now) };
    },
  );

/** As the tool itself would check them: what is saved can be asked. */
function checkArguments(tool: ToolContract, asked: Readonly<Record<string, unknown>>): void {
  try {
    checkInput(tool, asked);
  } catch (error) {
    throw error instanceof ServiceError && error.code === 'validation_error'
      ? new ServiceError('validation_error', `The question was not saved. ${error.message}`, {
          faults: (error.faults ?? []).map(({ pointer, loc, ...fault }) => ({
            ...fault,
            pointer: `/arguments${pointer}`,
            loc: ['body', 'arguments', ...loc.slice(1)],
          })),
        })
      : error;
  }
}

export const listSavedQuestions = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listSavedQuestions,
    questionServices,
    async ({ caller, now }, { questions }) => ({
      body: (await questions.list(caller.account.accountId)).map((question) => questionRecord(question, now)),
    }),
  );

export const renameSavedQuestion = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.renameSavedQuestion,
    questionServices,
    async ({ caller, parameters, body, now }, { questions }) => {
      const id = parameters.question_id ?? '';
      const renamed = isQuestionId(id)
        ? await questions.rename(caller.account.accountId, id, body.name)
        : undefined;
      if (!renamed) throw noSuchQuestion();
      return { body: questionRecord(renamed, now) };
    },
  );

export const scheduleQuestion = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.scheduleQuestion,
    scheduleServices,
    async ({ caller, parameters, body, now }, { questions, schedules }) => {
      const { accountId } = caller.account;
      const id = parameters.question_id ?? '';
      const question = isQuestionId(id) ? await questions.find(accountId, id) : undefined;
      if (!question) throw noSuchQuestion();
      const price = priceOf(question.tool);
      if (body.monthly_budget < price) throw budgetTooSmall(price);
      const terms = {
        day: body.day,
        monthlyBudget: body.monthly_budget,
        price,
        isPaused: body.status === 'paused',
      };
      const set = await schedules.set(accountId, id, terms);
      if (!set) throw noSuchQuestion();
      return { body: questionRecord(set, now) };
    },
  );

/** What is free is not kept, so that it has no history to ask for. */
function priceOf(name: string): number {
  const price = toolCatalog.find((tool): boolean => tool.name === name)?.credits ?? 0;
  if (price > 0) return price;
  throw new ServiceError(
    'validation_error',
    `Answers of ${name} cost nothing and are not kept, so it cannot be asked weekly. Schedule a question of another tool.`,
  );
}

function budgetTooSmall(price: number): ServiceError {
  const message = `One call costs ${price} credits: send a budget of at least ${price}.`;
  return new ServiceError('validation_error', `${message} The schedule was not changed.`, {
    faults: [{ pointer: '/monthly_budget', loc: ['body', 'monthly_budget'], type: 'min_value', message }],
  });
}

export const endSchedule = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.endSchedule,
    scheduleServices,
    async ({ caller, parameters, now }, { schedules }) => {
      const id = parameters.question_id ?? '';
      const ended = isQuestionId(id) ? await schedules.end(caller.account.accountId, id) : undefined;
      if (!ended) throw noSuchQuestion();
      return { body: questionRecord(ended, now) };
    },
  );

export const forgetSavedQuestion = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.forgetSavedQuestion,
    questionServices,
    async ({ caller, parameters }, { questions }) => {
      const id = parameters.question_id ?? '';
      if (!(isQuestionId(id) && (await questions.forget(caller.account.accountId, id))))
        throw noSuchQuestion();
      return { body: { id, status: 'forgotten' as const } };
    },
  );
