import { toolCatalog } from '#functions/tools/catalog.ts';
import type { BundleEntry } from './bundle/bundle-functions.ts';
import { type FunctionSpec, handlerPath, toolFunction } from './function-spec.ts';

/** Every Lambda of the service. A tool or an endpoint in its catalog has its function here without being named. */
export const serviceFunctions: readonly FunctionSpec[] = [...toolCatalog.map(toolFunction)];

export const bundleEntries: readonly BundleEntry[] = serviceFunctions.map((spec) => ({
  name: spec.name,
  entry: handlerPath(spec),
  keepNames: spec.keepNames ?? false,
}));
