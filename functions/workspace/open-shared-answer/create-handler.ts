import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { openEndpointHandler } from '#shared/http/endpoint-handler.ts';
import { workspaceServices } from '../workspace-services.ts';
import { openSharedAnswer as contract } from './contract.ts';
import { openSharedAnswer } from './logic.ts';

/** Answers anybody who has the link, with or without a credential. */
export function createHandler(foundation: Foundation): GatewayHandler {
  return openEndpointHandler(contract, openSharedAnswer, async () => ({
    call: await callServices(foundation),
    own: workspaceServices(foundation),
  }));
}
