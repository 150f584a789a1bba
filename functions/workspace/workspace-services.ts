import { endpointsWith, type LogicWith } from '#functions/endpoints-with.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { nextDue } from '#shared/callers/workspace/plan-asking.ts';
import {
  createSavedQuestionRepository,
  type SavedQuestion,
} from '#shared/callers/workspace/saved-question-repository.ts';
import { createScheduleRepository } from '#shared/callers/workspace/schedule-repository.ts';
import { createShareRepository, type Share } from '#shared/callers/workspace/share-repository.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { SavedQuestionRecord, ScheduleRecord, ShareRecord } from '#shared/contract/workspace.ts';
import { isoTime } from '#shared/platform/clock.ts';

export type WorkspaceServices = ReturnType<typeof workspaceServices>;

export type WorkspaceLogic<Endpoint extends EndpointContract> = LogicWith<WorkspaceServices, Endpoint>;

export function workspaceServices({ documents, tables, clock, objects, dashboardUrl }: Foundation) {
  const identity = { documents, name: tables.identity, clock };
  return {
    archive: createAnswerArchive({ objects, clock }),
    shares: createShareRepository(identity),
    questions: createSavedQuestionRepository(identity),
    schedules: createScheduleRepository(identity),
    dashboardUrl,
  };
}

/** An endpoint about shared answers and saved questions as a function of its foundation. */
export const workspaceEndpoint = endpointsWith(workspaceServices);

export function shareRecord(share: Share): ShareRecord {
  return {
    id: share.shareId,
    request_id: share.requestId,
    tool: share.tool,
    created_at: share.createdAt,
    expires_at: share.expiresAt,
  };
}

/** `now` in milliseconds since 1970. */
export function questionRecord(question: SavedQuestion, now: number): SavedQuestionRecord {
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
