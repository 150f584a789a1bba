import type { RoutedFunction } from '#shared/contract/routed-function.ts';

/**
 * Does the steps of turning exports into items of the index, one at a time;
 * the state machine of the upkeep stack calls it. It has a whole processor (the
 * work is sorting and packing, in one thread), as long as a function can have,
 * and the largest disk: the heads of a shard need what was counted in all.
 */
export const transformStep = {
  name: 'transform-step',
  folder: 'maintenance/transform-step',
  description: 'Reads, sorts, counts or packs a part of a new generation of the index.',
  routes: [],
  grants: {
    tables: {},
    secrets: [],
    objects: ['index-builds:get', 'index-builds:put', 'index-builds:list', 'index-imports:put'],
  },
  timeoutSeconds: 900,
  memoryMb: 1_792,
  temporaryMb: 10_240,
} as const satisfies RoutedFunction;
