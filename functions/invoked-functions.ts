import type { RoutedFunction } from '#shared/contract/routed-function.ts';
import { clientMetadataFunction } from './client-metadata/contract.ts';

/** Every function that only another function calls. */
export const invokedFunctions = [clientMetadataFunction] as const satisfies readonly RoutedFunction[];
