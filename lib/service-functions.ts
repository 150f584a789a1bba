import { toolCatalog } from '#functions/tools/catalog.ts';
import { type FunctionSpec, toolFunction } from './function-spec.ts';

/** Every Lambda of the service. A tool or an endpoint in its catalog has its function here without being named. */
export const serviceFunctions: readonly FunctionSpec[] = [...toolCatalog.map(toolFunction)];
