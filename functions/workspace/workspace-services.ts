import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { type AnswerArchive, createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { nextDue } from '#shared/callers/workspace/plan-asking.ts';
import {
  createSavedQuestionRepository,
  type SavedQuestion,
  type SavedQuestionRepository,
} from '#shared/callers/workspace/saved-question-repository.ts';
import {
  createScheduleRepository,
  type ScheduleRepository,
} from '#shared/callers/workspace/schedule-repository.ts';
import {
  createShareRepository,
  type Share,
  type ShareRepository,
} from '#shared/callers/workspace/share-repository.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { SavedQuestionRecord, ScheduleRecord, ShareRecord } from '#shared/contract/workspace.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { isoTime } from '#shared/platform/clock.ts';

export interface WorkspaceServices {
  readonly archive: AnswerArchive;
  readonly shares: ShareRepository;
  readonly questions: SavedQuestionRepository;
  readonly schedules: ScheduleRepository;
  readonly dashboardUrl: string;
}

export type WorkspaceLogic<Endpoint extends EndpointContract> = EndpointLogic<
  Endpoint,
  Principal,
  WorkspaceServices
>;

export function workspaceServices({
  documents,
  tables,
  clock,
  objects,
  dashboardUrl,
}: Foundation): WorkspaceServices {
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
export function workspaceEndpoint<Endpoint extends EndpointContract>(
  endpoint: Endpoint,
  logic: WorkspaceLogic<Endpoint>,
): (foundation: Foundation) => GatewayHandler {
  return (foundation) =>
    endpointHandler(endpoint, logic, async () => ({
      call: await callServices(foundation),
      own: workspaceServices(foundation),
    }));
}

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
