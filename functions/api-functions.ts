import { endpointFunction, type RoutedFunction, toolFunction } from '#shared/contract/routed-function.ts';
import { endpointCatalog } from './endpoints.ts';
import { routedFunctions } from './routed-functions.ts';
import { toolCatalog } from './tools/catalog.ts';

/** Every function that a route leads to. */
export const apiFunctions: readonly RoutedFunction[] = [
  ...toolCatalog.map(toolFunction),
  ...endpointCatalog.map(endpointFunction),
  ...routedFunctions,
];
