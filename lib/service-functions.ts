import { endpointCatalog } from '#functions/endpoints.ts';
import { runImport } from '#functions/imports/run-import/contract.ts';
import { invokedFunctions } from '#functions/invoked-functions.ts';
import { checkDeployment } from '#functions/maintenance/check-deployment/contract.ts';
import { routedFunctions } from '#functions/routed-functions.ts';
import { scheduledFunctions } from '#functions/scheduled-functions.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { unmatchedFunction } from '#functions/unmatched/contract.ts';
import { endpointFunction, toolFunction } from '#shared/contract/routed-function.ts';
import type { BundleEntry } from './bundle/bundle-functions.ts';
import {
  apiFunction,
  backgroundFunction,
  type FunctionSpec,
  handlerPath,
  invokedFunction,
  scheduledFunction,
} from './function-spec.ts';

/** What callers pay for. A tool or an endpoint in its catalog has its function here without being named. */
const toolFunctions = toolCatalog.map((tool) =>
  apiFunction(toolFunction(tool), 'tools', {
    asksUpstream: tool.needs.includes('upstream'),
    readsSites: tool.needs.includes('crawl'),
  }),
);

/** The rest of the API: accounts, sessions, sign-in, agents, the dashboard's own calls. */
const endpointFunctions = [
  ...endpointCatalog.map(endpointFunction),
  ...routedFunctions,
  unmatchedFunction,
].map((routed) => apiFunction(routed, 'endpoints'));

/** What the API leads to. */
export const apiFunctions: readonly FunctionSpec[] = [...toolFunctions, ...endpointFunctions];

/** What no route reaches: clocks, the secret store and other functions call them. */
export const upkeepFunctions: readonly FunctionSpec[] = [
  ...scheduledFunctions.map(scheduledFunction),
  ...invokedFunctions.map(invokedFunction),
  backgroundFunction(runImport),
];

/** What says whether a deployment goes on, on stages where new code comes in gradually. */
export const deploymentCheck: FunctionSpec = invokedFunction(checkDeployment);

/** Every Lambda of the service that every stage has. */
export const serviceFunctions: readonly FunctionSpec[] = [...apiFunctions, ...upkeepFunctions];

export const bundleEntries: readonly BundleEntry[] = [...serviceFunctions, deploymentCheck].map((spec) => ({
  name: spec.name,
  entry: handlerPath(spec),
  keepNames: spec.keepNames ?? false,
}));
