/** A number in [0, 1) that depends on nothing but the text (FNV-1a, then a mixing step of MurmurHash3). */
export function chance(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  return (hash >>> 0) / 2 ** 32;
}

/** One of the choices, the same for the same text. */
export function pick<Choice>(text: string, choices: readonly Choice[]): Choice {
  return choices[Math.floor(chance(text) * choices.length)] as Choice;
}
