import type { KeywordSet } from './keyword-set.ts';

/**
 * A set of keywords laid out for being compared with others: to count a domain
 * is to look tens of thousands of keywords up in the sets of its rivals, which
 * takes a hash map of texts several times as long.
 */
interface CodedSet {
  readonly keywords: readonly string[];
  /** A code of 32 bits for each keyword; different keywords may have one code. */
  readonly codes: Uint32Array;
  readonly positions: Uint16Array;
  /** Where a keyword with this code is among them. */
  find(code: number, keyword: string): number | undefined;
}

/** Each set is compared with dozens of others. */
const coded = new WeakMap<KeywordSet, CodedSet>();

export function codedSet(set: KeywordSet): CodedSet {
  const known = coded.get(set);
  if (known) return known;
  const keywords = [...set.places.keys()];
  const codes = Uint32Array.from(keywords, codeOf);
  const positions = Uint16Array.from(set.places.values(), ({ position }) => position);
  let slots: Int32Array | undefined;
  const made: CodedSet = {
    keywords,
    codes,
    positions,
    find(code, keyword) {
      slots ??= slotsOf(codes);
      const mask = slots.length - 1;
      for (let slot = code & mask; ; slot = (slot + 1) & mask) {
        const index = (slots[slot] ?? empty) - 1;
        if (index < 0) return undefined;
        if (codes[index] === code && keywords[index] === keyword) return index;
      }
    },
  };
  coded.set(set, made);
  return made;
}

const empty = 0;

/** Places of the codes by their lowest bits, each in the first free slot from there, plus one. At most half of the slots are taken. */
function slotsOf(codes: Uint32Array): Int32Array {
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, codes.length) * 2)));
  const mask = slots.length - 1;
  for (const [index, code] of codes.entries()) {
    let slot = code & mask;
    while (slots[slot] !== empty) slot = (slot + 1) & mask;
    slots[slot] = index + 1;
  }
  return slots;
}

/** FNV-1a of 32 bits over UTF-16 code units, its upper bits folded onto the lower ones. */
function codeOf(keyword: string): number {
  let code = 0x811c9dc5;
  for (let index = 0; index < keyword.length; index += 1)
    code = Math.imul(code ^ keyword.charCodeAt(index), 0x01000193);
  return (code ^ (code >>> 15)) >>> 0;
}
