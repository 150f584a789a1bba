import { checkDeployment } from '#functions/maintenance/contracts.ts';
import {
  backgroundFunctions,
  endpointFunctions,
  fallbackFunction,
  invokedFunctions,
  scheduledFunctions,
} from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { toolFunction } from '#shared/contract/function-contract.ts';
import type { BundleEntry } from './bundle/bundle-functions.ts';
import { entryOf } from './bundle/lambda-entry.ts';
import {
  apiFunction,
  backgroundFunction,
  type FunctionSpec,
  invokedFunction,
  scheduledFunction,
} from './function-spec.ts';

/** What callers pay for. A tool or an endpoint in its catalog has its function here without being named. */
const toolSpecs = toolCatalog.map((tool) =>
  apiFunction(toolFunction(tool), {
    asksUpstream: tool.needs.includes('upstream'),
    readsSites: tool.needs.includes('crawl'),
  }),
);

/** The rest of the API: accounts, sessions, sign-in, agents, the dashboard's own calls. */
const endpointSpecs = [...endpointFunctions, fallbackFunction].map((routed) => apiFunction(routed));

/** What the API leads to. */
export const apiFunctions: readonly FunctionSpec[] = [...toolSpecs, ...endpointSpecs];

/** What no route reaches: clocks, the secret store and other functions call them. */
export const upkeepFunctions: readonly FunctionSpec[] = [
  ...scheduledFunctions.map(scheduledFunction),
  ...invokedFunctions.map(invokedFunction),
  ...backgroundFunctions.map(backgroundFunction),
];

/** What says whether a deployment goes on, on stages where new code comes in gradually. */
export const deploymentCheck: FunctionSpec = invokedFunction(checkDeployment);

/** Every Lambda of the service that every stage has. */
export const serviceFunctions: readonly FunctionSpec[] = [...apiFunctions, ...upkeepFunctions];

export const bundleEntries: readonly BundleEntry[] = [...serviceFunctions, deploymentCheck].map(entryOf);
