/** Numbers that look random and are the same in every run (mulberry32). */
export interface SeededRandom {
  /** 0 ≤ value < 1. */
  share(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Row>(rows: readonly [Row, ...Row[]]): Row;
}

export function createSeededRandom(seed: string): SeededRandom {
  let state = hashOf(seed);
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    share,
    between: (min, max) => min + Math.floor(share() * (max - min + 1)),
    chance: (probability) => share() < probability,
    pick: (rows) => rows[Math.floor(share() * rows.length)] ?? rows[0],
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
