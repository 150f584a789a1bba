/** Words of the text: runs of letters and digits; scripts written without spaces count by character. */
const wordPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu;

export function wordsOf(text: string): readonly string[] {
  return text.match(wordPattern) ?? [];
}

export function countWords(text: string): number {
  return wordsOf(text).length;
}

/** One space for any run of white space, none at the ends. */
export function foldSpace(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim();
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
