/** What a character is to the words around it. */
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

function kindAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const known = kinds[unit] ?? unknown;
  return known === unknown ? learnKind(text, index, unit) : known;
}

function learnKind(text: string, index: number, unit: number): number {
  const character = String.fromCodePoint(text.codePointAt(index) ?? unit);
  const kind =
    (wordCharacter.test(character) ? inWord : 0) |
    (spacelessScript.test(character) ? alone : 0) |
    (joiner.test(character) ? joins : 0);
  // A surrogate says nothing without its other half.
  if (unit < 0xd800 || unit > 0xdfff) kinds[unit] = kind;
  return kind;
}

/** Code units of the character at `index`. */
function widthAt(text: string, index: number): number {
  const isHalf = (text.charCodeAt(index) & 0xfc00) === 0xd800;
  return isHalf && (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
}

/** What was read last: nothing of a word, its letters, what may join it to more letters, or a word of one character. */
const outside = 0;
const inside = 1;
const joined = 2;
const closed = 3;

/** What a character does, beside leading to one of these: the word before it ends, one begins, it is part of one. */
const ends = 4;
const begins = 8;
const lengthens = 16;

function stepOf(state: number, kind: number): number {
  const before = state === closed ? outside : state;
  if ((kind & joins) !== 0 && before === inside) return joined;
  const isLetter = (kind & inWord) !== 0;
  if (isLetter && before !== outside) return inside | lengthens;
  const end = state === outside ? 0 : ends;
  if ((kind & alone) !== 0) return closed | begins | lengthens | end;
  return isLetter ? inside | begins | lengthens | end : outside | end;
}

const kindCount = 8;
const stepAt = (state: number, kind: number) => steps[state * kindCount + kind] ?? outside;
const steps = Uint8Array.from({ length: 4 * kindCount }, (_, place) =>
  stepOf(Math.floor(place / kindCount), place % kindCount),
);

/** Where a run of plain letters ends: most of a text is such runs, and they change nothing but where their word ends. */
function endOfLetters(text: string, start: number): number {
  const { length } = text;
  let index = start;
  while (index < length && kinds[text.charCodeAt(index)] === inWord) index += 1;
  return index;
}

type Note = (start: number, end: number) => void;
const noteNothing: Note = () => undefined;

/**
 * Reads a text once, character by character, and counts its words: a
 * pattern of all letters there are takes several times as long, and every page
 * is counted. `note` is told where each word begins and ends.
 */
function scan(text: string, note = noteNothing): number {
  let [state, count, start, end] = [outside, 0, 0, 0];
  for (let index = 0; index < text.length; ) {
    const step = stepAt(state, kindAt(text, index));
    if ((step & ends) !== 0) note(start, end);
    if ((step & begins) !== 0) {
      start = index;
      count += 1;
    }
    index += widthAt(text, index);
    state = step & closed;
    if (state === inside) index = endOfLetters(text, index);
    if ((step & lengthens) !== 0) end = index;
  }
  if (state !== outside) note(start, end);
  return count;
}

/** Words of the text: runs of letters and digits; scripts written without spaces count by character. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  scan(text, (start, end) => words.push(text.slice(start, end)));
  return words;
}

/** FNV-1a hashes of the words, in their order: a word that is only compared need not be a string of its own. */
export function wordHashes(text: string): readonly number[] {
  const hashes: number[] = [];
  scan(text, (start, end) => {
    let hash = 0x811c9dc5;
    for (let index = start; index < end; index += 1)
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    hashes.push(hash);
  });
  return hashes;
}

export function countWords(text: string): number {
  return scan(text);
}

/** One space for any run of white space, none at the ends. */
export function foldSpace(text: string): string {
  // Single spaces are most of a text's white space, and stay as they are.
  return text.replaceAll(/\s{2,}|[^\S ]/gu, ' ').trim();
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
