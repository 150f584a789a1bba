import { endpointCatalog } from '#functions/endpoints.ts';
import { routedFunctions } from '#functions/routed-functions.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolPath } from '#shared/contract/tool.ts';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';
import { problemResult } from '#shared/http/problem-responses.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { newId } from '#shared/platform/ids.ts';
import { notRouted } from './logic.ts';

const { baseUrl: docsUrl } = loadConfig(deployedEnvironment());

const routes = [
  ...toolCatalog.map((tool) => ({ method: 'POST', path: toolPath(tool) })),
  ...endpointCatalog.flatMap(({ methods, path }) => methods.map((method) => ({ method, path }))),
  ...routedFunctions.flatMap((routed) => routed.routes),
];

export async function handler(event: GatewayEvent): Promise<CallResult> {
  const requestId = newId('req');
  const result = problemResult(notRouted(routes, event), {
    docsUrl,
    call: { requestId, endpoint: event.path },
  });
  return {
    ...result,
    headers: { ...result.headers, 'cache-control': 'no-store', 'x-request-id': requestId },
  };
}
