import type { RoutedFunction } from '#shared/contract/routed-function.ts';
import { clientMetadataFunction } from './client-metadata/contract.ts';
import { usageShard } from './maintenance/usage-shard/contract.ts';

/** Every function that only another function calls. */
export const invokedFunctions = [
  clientMetadataFunction,
  usageShard,
] as const satisfies readonly RoutedFunction[];
