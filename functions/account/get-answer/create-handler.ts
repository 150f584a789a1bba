import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { endpointHandler } from '#shared/http/endpoint-handler.ts';
import { getAnswer as contract } from './contract.ts';
import { getAnswer } from './logic.ts';

/** Opens kept answers; of the account's other endpoints none reads them. */
export function createHandler(foundation: Foundation): GatewayHandler {
  const { objects, clock } = foundation;
  return endpointHandler(contract, getAnswer, async () => ({
    call: await callServices(foundation),
    own: createAnswerArchive({ objects, clock }),
  }));
}
