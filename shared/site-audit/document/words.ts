/** What a character is to the words around it. */
const between = 0;
const inWord = 1;
/** Of a script written without spaces: a word by itself where no word has begun. */
const alone = 2;
/** Joins two parts of a word. */
const joins = 4;
const unknown = 255;

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const spacelessScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const joiner = /['’-]/u;

/** Kinds of the characters of the basic plane, each asked of the patterns once: a page asks for thousands. */
const kinds = new Uint8Array(0x1_0000).fill(unknown);

function kindAt({ units, length }: Reading, index: number): number {
  const unit = units[index] ?? 0;
  const known = kinds[unit] ?? unknown;
  return known === unknown
    ? learnKind(codePoint(unit, index + 1 < length ? units[index + 1] : 0), unit)
    : known;
}

function learnKind(point: number, unit: number): number {
  const character = String.fromCodePoint(point);
  const kind =
    (wordCharacter.test(character) ? inWord : 0) |
    (spacelessScript.test(character) ? alone : 0) |
    (joiner.test(character) ? joins : 0);
  // A surrogate says nothing without its other half.
  if (unit < 0xd800 || unit > 0xdfff) kinds[unit] = kind;
  return kind;
}

/** The character that begins with `unit`, where `next` follows. */
function codePoint(unit: number, next = 0): number {
  const isPair = (unit & 0xfc00) === 0xd800 && (next & 0xfc00) === 0xdc00;
  return isPair ? (unit - 0xd800) * 0x400 + (next - 0xdc00) + 0x1_0000 : unit;
}

/** Code units of the character at `index`. */
function widthAt({ units, length }: Reading, index: number): number {
  const unit = units[index] ?? 0;
  return (unit & 0xfc00) === 0xd800 && index + 1 < length && codePoint(unit, units[index + 1]) > 0xffff
    ? 2
    : 1;
}

/** What was read last: nothing of a word, its letters, what may join it to more letters, or a word of one character. */
const outside = 0;
const inside = 1;
const joined = 2;
const closed = 3;

/** What a character does, beside leading to one of these: a word begins with it, or it is part of one. */
const begins = 4;
const lengthens = 8;

function stepOf(state: number, kind: number): number {
  const before = state === closed ? outside : state;
  if ((kind & joins) !== 0 && before === inside) return joined;
  const isLetter = (kind & inWord) !== 0;
  if (isLetter && before !== outside) return inside | lengthens;
  if ((kind & alone) !== 0) return closed | begins | lengthens;
  return isLetter ? inside | begins | lengthens : outside;
}

const kindCount = 8;
const stepAt = (state: number, kind: number) => steps[state * kindCount + kind] ?? outside;
const steps = Uint8Array.from({ length: 4 * kindCount }, (_, place) =>
  stepOf(Math.floor(place / kindCount), place % kindCount),
);

/** A text taken apart: reading a unit of a list costs a fraction of reading one of a string. */
interface Reading {
  readonly units: Uint16Array;
  /** Of the text, in code units. */
  readonly length: number;
  /** Where words begin, at even places, and end, at odd ones. */
  bounds: Int32Array;
  /** Words that were found. */
  count: number;
}

/** Reading is synchronous, so ordinary texts share their lists; a longer text has its own, which go with it. */
const ordinaryUnits = 0x1_0000;
const lists = { units: new Uint16Array(ordinaryUnits), bounds: new Int32Array(ordinaryUnits) };

function takeApart(text: string): Reading {
  const { length } = text;
  const isLong = length > ordinaryUnits;
  const units = isLong ? new Uint16Array(length) : lists.units;
  Buffer.from(units.buffer).write(text, 'utf16le');
  return {
    units,
    length,
    bounds: isLong ? new Int32Array(2 * Math.ceil(length / 2)) : lists.bounds,
    count: 0,
  };
}

/** Where a run of characters of one kind ends. */
function endOfRun({ units, length }: Reading, start: number, kind: number): number {
  let index = start;
  while (index < length && kinds[units[index] ?? 0] === kind) index += 1;
  return index;
}

/**
 * Finds the words of a text, character by character, and gives their number: a
 * pattern of all letters there are takes several times as long, and every page
 * is counted.
 */
function findWords(reading: Reading): number {
  const { units, length } = reading;
  let index = endOfRun(reading, 0, between);
  while (index < length) {
    const end = endOfRun(reading, index, inWord);
    // Nothing but letters, and no word beside them: most words are such.
    if (end > index && (end === length || kinds[units[end] ?? 0] === between)) {
      noteWord(reading, index, end);
      index = end;
    } else index = findOddWords(reading, index);
    index = endOfRun(reading, index, between);
  }
  return reading.count;
}

/** Finds the words up to the next character that is part of none, and gives the place behind it. */
function findOddWords(reading: Reading, start: number): number {
  let [state, index] = [outside, start];
  do {
    const step = stepAt(state, kindAt(reading, index));
    const end = index + widthAt(reading, index);
    if ((step & begins) !== 0) noteWord(reading, index, end);
    else if ((step & lengthens) !== 0) reading.bounds[2 * reading.count - 1] = end;
    state = step & closed;
    index = end;
  } while (state !== outside && index < reading.length);
  return index;
}

function noteWord(reading: Reading, start: number, end: number): void {
  const place = 2 * reading.count;
  if (place >= reading.bounds.length) {
    // In scripts that are written without spaces, every character is a word.
    const longer = new Int32Array(2 * place);
    longer.set(reading.bounds);
    reading.bounds = longer;
  }
  reading.bounds[place] = start;
  reading.bounds[place + 1] = end;
  reading.count += 1;
}

/** Words of the text: runs of letters and digits; scripts written without spaces count by character. */
export function wordsOf(text: string): readonly string[] {
  const reading = takeApart(text);
  const count = findWords(reading);
  const { bounds } = reading;
  return Array.from({ length: count }, (_, word) =>
    text.slice(bounds[2 * word] ?? 0, bounds[2 * word + 1] ?? 0),
  );
}

/** FNV-1a hashes of the words, in their order: a word that is only compared need not be a string of its own. */
export function wordHashes(text: string): Int32Array {
  const reading = takeApart(text);
  const hashes = new Int32Array(findWords(reading));
  const { units, bounds } = reading;
  for (let word = 0; word < hashes.length; word += 1) {
    const end = bounds[2 * word + 1] ?? 0;
    let hash = 0x811c9dc5 | 0;
    for (let index = bounds[2 * word] ?? 0; index < end; index += 1)
      hash = Math.imul(hash ^ (units[index] ?? 0), 0x01000193);
    hashes[word] = hash;
  }
  return hashes;
}

export function countWords(text: string): number {
  return findWords(takeApart(text));
}

/** V8 keeps all of a text as long as any longer piece of it; a piece of another text keeps that alone. */
export const ownText = (piece: string): string => (piece.length < 13 ? piece : ` ${piece}`.slice(1));

const wideSpace = /\s{2}|[^\S ]/u;
const wideSpaces = /\s{2,}|[^\S ]/gu;

/** One space for any run of white space, none at the ends. */
export function foldSpace(text: string): string {
  const trimmed = text.trim();
  // Single spaces are most of a text's white space, and stay as they are; within a label there is no other.
  return wideSpace.test(trimmed) ? trimmed.replaceAll(wideSpaces, ' ') : trimmed;
}

/** Characters as people count them, at most `limit`, with an ellipsis where something was cut. */
export function excerptOf(text: string, limit = 120): string {
  const folded = foldSpace(text.slice(0, limit * 8));
  const characters = [...folded];
  return characters.length <= limit ? folded : `${characters.slice(0, limit - 1).join('')}…`;
}

/** Length in characters (code points), never in bytes or UTF-16 units. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
