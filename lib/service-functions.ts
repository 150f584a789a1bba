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

/** Every Lambda of the service. A tool or an endpoint in its catalog has its function here without being named. */
export const serviceFunctions: readonly FunctionSpec[] = [
  ...toolCatalog.map(toolFunction),
  ...endpointCatalog.map(endpointFunction),
  ...routedFunctions.map(routedFunction),
  routedFunction(unmatchedFunction),
  ...scheduledFunctions.map(scheduledFunction),
];

export const bundleEntries: readonly BundleEntry[] = serviceFunctions.map((spec) => ({
  name: spec.name,
  entry: handlerPath(spec),
  keepNames: spec.keepNames ?? false,
}));
