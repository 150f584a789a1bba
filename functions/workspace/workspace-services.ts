import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { type AnswerArchive, createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import {
  createSavedQuestionRepository,
  type SavedQuestion,
  type SavedQuestionRepository,
} from '#shared/callers/workspace/saved-question-repository.ts';
import {
  createShareRepository,
  type Share,
  type ShareRepository,
} from '#shared/callers/workspace/share-repository.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import type { SavedQuestionRecord, ShareRecord } from '#shared/contract/workspace.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';

export interface WorkspaceServices {
  readonly archive: AnswerArchive;
  readonly shares: ShareRepository;
  readonly questions: SavedQuestionRepository;
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

export function questionRecord(question: SavedQuestion): SavedQuestionRecord {
  return {
    id: question.questionId,
    name: question.name,
    tool: question.tool,
    arguments: { ...question.arguments },
    created_at: question.createdAt,
  };
}
