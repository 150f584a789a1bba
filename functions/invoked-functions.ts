import type { RoutedFunction } from '#shared/contract/routed-function.ts';
import { clientMetadataFunction } from './client-metadata/contract.ts';
import { transformStep } from './maintenance/transform-step/contract.ts';
import { usageShard } from './maintenance/usage-shard/contract.ts';

/** Every function that only another function or the state machine calls. */
export const invokedFunctions = [
  clientMetadataFunction,
  usageShard,
  transformStep,
] as const satisfies readonly RoutedFunction[];
