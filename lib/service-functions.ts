import { endpointCatalog } from '#functions/endpoints.ts';
import { routedFunctions } from '#functions/routed-functions.ts';
import { scheduledFunctions } from '#functions/scheduled-functions.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { unmatchedFunction } from '#functions/unmatched/contract.ts';
import type { BundleEntry } from './bundle/bundle-functions.ts';
import {
  endpointFunction,
  type FunctionSpec,
  handlerPath,
  routedFunction,
  scheduledFunction,
  toolFunction,
} from './function-spec.ts';

/** What callers pay for. A tool or an endpoint in its catalog has its function here without being named. */
const toolFunctions: readonly FunctionSpec[] = toolCatalog.map(toolFunction);

/** Whatever else the API leads to: accounts, sessions, sign-in, agents, the dashboard's own calls. */
const endpointFunctions: readonly FunctionSpec[] = [
  ...endpointCatalog.map(endpointFunction),
  ...routedFunctions.map(routedFunction),
  routedFunction(unmatchedFunction),
];

/** What the API leads to. */
export const apiFunctions: readonly FunctionSpec[] = [...toolFunctions, ...endpointFunctions];

/** What no route reaches: clocks and the secret store call them. */
export const upkeepFunctions: readonly FunctionSpec[] = scheduledFunctions.map(scheduledFunction);

/** Every Lambda of the service. */
export const serviceFunctions: readonly FunctionSpec[] = [...apiFunctions, ...upkeepFunctions];

export const bundleEntries: readonly BundleEntry[] = serviceFunctions.map((spec) => ({
  name: spec.name,
  entry: handlerPath(spec),
  keepNames: spec.keepNames ?? false,
}));
