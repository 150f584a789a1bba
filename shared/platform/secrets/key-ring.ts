import { randomBytes } from 'node:crypto';
import * as v from 'valibot';

/** What the keys of one rotation are derived from. */
const keySource = v.object({
  seed: v.pipe(v.string(), v.minLength(32)),
  generation: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type KeySource = v.InferOutput<typeof keySource>;

/**
 * Three sources of keys: `current` signs; `next` is known before it signs, so
 * that a function which has not read the newest secret yet accepts what others
 * sign with it; `previous` accepts what was signed before.
 */
export const keyRing = v.object({
  current: keySource,
  next: keySource,
  previous: v.optional(keySource),
});
export type KeyRing = v.InferOutput<typeof keyRing>;

/** The ring of a secret that was never rotated by itself: all of it from one seed. */
export function firstRing({ seed, generation }: KeySource): KeyRing {
  return {
    current: { seed, generation },
    next: { seed, generation: generation + 1 },
    ...(generation > 1 && { previous: { seed, generation: generation - 1 } }),
  };
}

/**
 * One step of rotation. The new source has a seed of its own: after three steps
 * nothing in the ring can be derived from what a thief of the first one has.
 */
export function turnRing({ current, next }: KeyRing): KeyRing {
  const seed = randomBytes(48).toString('base64url');
  return { previous: current, current: next, next: { seed, generation: next.generation + 1 } };
}

/** The sources in the order in which their keys are tried: the one that signs first. */
export function sourcesOf({ current, next, previous }: KeyRing): readonly [KeySource, ...KeySource[]] {
  return previous ? [current, previous, next] : [current, next];
}
