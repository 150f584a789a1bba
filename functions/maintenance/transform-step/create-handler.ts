import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Foundation } from '#functions/foundation.ts';
import { createTransformStep } from '#shared/facts/generations/transform/transform-step.ts';
import { transformStep } from './contract.ts';

/** Of the disk, what is brought; the rest is for what a step makes. */
const shareBrought = 0.9;

/** Called by the state machine. A function does one call at a time, so its disk is its own. */
export function createHandler({ objects }: Foundation): (order: unknown) => Promise<object> {
  const diskBytes = transformStep.temporaryMb * 1024 * 1024 * shareBrought;
  return createTransformStep({ objects, diskBytes, folder: join(tmpdir(), 'transform-step') });
}
