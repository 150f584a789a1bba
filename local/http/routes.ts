import type { AccountServices } from '#functions/account/account-services.ts';
import { composeAccountServices } from '#functions/account/compose-account-services.ts';
import { createApiCredential as createContract } from '#functions/account/create-api-credential/contract.ts';
import { createApiCredential } from '#functions/account/create-api-credential/logic.ts';
import { getCredits as creditsContract } from '#functions/account/get-credits/contract.ts';
import { getCredits } from '#functions/account/get-credits/logic.ts';
import { listApiCredentials as credentialsContract } from '#functions/account/list-api-credentials/contract.ts';
import { listApiCredentials } from '#functions/account/list-api-credentials/logic.ts';
import { listUsage as usageContract } from '#functions/account/list-usage/contract.ts';
import { listUsage } from '#functions/account/list-usage/logic.ts';
import { revokeApiCredential as revokeContract } from '#functions/account/revoke-api-credential/contract.ts';
import { revokeApiCredential } from '#functions/account/revoke-api-credential/logic.ts';
import { summarizeUsage as summaryContract } from '#functions/account/summarize-usage/contract.ts';
import { summarizeUsage } from '#functions/account/summarize-usage/logic.ts';
import { availableSources } from '#functions/capabilities/available-sources.ts';
import { getCapabilities as capabilitiesContract } from '#functions/capabilities/contract.ts';
import { getCapabilities } from '#functions/capabilities/logic.ts';
import { endpointCatalog } from '#functions/endpoints.ts';
import { referenceFunction } from '#functions/reference/contract.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { createReferenceHandler } from '#functions/reference/reference-handler.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { servedTools } from '#functions/tools/registry.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { EndpointLogic } from '#shared/contract/endpoint-logic.ts';
import { toolPath, toolTimeoutSeconds } from '#shared/contract/tool.ts';
import { datasetDays } from '#shared/facts/datasets/datasets.ts';
import { endpointHandler, openEndpointHandler } from '#shared/http/endpoint-handler.ts';
import type { ToolServices } from '#shared/http/services.ts';
import type { GatewayHandler } from '#shared/http/tool-handler.ts';
import type { Principal } from '#shared/money/accounts/principal.ts';
import { tableProbes } from '#shared/platform/health.ts';
import type { LocalFoundation } from '../foundation.ts';
import { functionRoutes } from './function-routes.ts';
import type { Route } from './router.ts';

/** Every route of the service with the function behind it, as the stacks wire them. */
export function localRoutes(
  foundation: LocalFoundation,
  tools: ToolServices,
  hasLiveSource: boolean,
): Route[] {
  return [
    ...toolRoutes(tools),
    ...accountRoutes(foundation),
    ...capabilityRoutes(foundation, hasLiveSource),
    ...functionRoutes(referenceFunction, referenceHandler(foundation)),
  ];
}

function toolRoutes(services: ToolServices): Route[] {
  return servedTools.map(({ tool, createHandler }) => ({
    method: 'POST',
    path: toolPath(tool),
    handler: createHandler({ services: async () => services }),
    timeoutSeconds: tool.timeoutSeconds ?? toolTimeoutSeconds,
  }));
}

function accountRoutes(foundation: LocalFoundation): Route[] {
  const { call } = foundation;
  const own = composeAccountServices(foundation, call);
  const routesOf = <Endpoint extends EndpointContract>(
    endpoint: Endpoint,
    logic: EndpointLogic<Endpoint, Principal, AccountServices>,
  ) =>
    endpointRoutes(
      endpoint,
      endpointHandler(endpoint, logic, async () => ({ call, own })),
    );
  return [
    ...routesOf(creditsContract, getCredits),
    ...routesOf(credentialsContract, listApiCredentials),
    ...routesOf(createContract, createApiCredential),
    ...routesOf(revokeContract, revokeApiCredential),
    ...routesOf(usageContract, listUsage),
    ...routesOf(summaryContract, summarizeUsage),
  ];
}

function capabilityRoutes({ call, baseUrl }: LocalFoundation, hasLiveSource: boolean): Route[] {
  const available = availableSources(hasLiveSource);
  const own = { catalog: toolCatalog, baseUrl, available, datasetDays };
  return endpointRoutes(
    capabilitiesContract,
    openEndpointHandler(capabilitiesContract, getCapabilities, async () => ({ call, own })),
  );
}

function referenceHandler({ baseUrl, documents, tables }: LocalFoundation): GatewayHandler {
  return createReferenceHandler({
    catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
    baseUrl,
    probes: tableProbes(documents, tables),
  });
}

/** The routes of one endpoint. */
export function endpointRoutes(endpoint: EndpointContract, handler: GatewayHandler): Route[] {
  return endpoint.methods.map((method) => ({
    method,
    path: endpoint.path,
    handler,
    timeoutSeconds: endpoint.timeoutSeconds ?? 10,
  }));
}
