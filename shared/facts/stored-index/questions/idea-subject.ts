import { subjectStems } from '#shared/facts/intent/words.ts';
import type { IdeaQuestion } from '#shared/facts/ports/search-index.ts';
import { pairToken } from '../items/expansion-tokens.ts';

/** Words of a seed that are looked up: longer seeds are sentences. */
const mostIdeaStems = 4;

/** Which keywords are on the subject of a seed, and where they lie. */
export interface IdeaSubject {
  /** What the seed is about. */
  readonly stems: readonly string[];
  /** Tokens of neighbouring words, whose keywords are the closest. */
  readonly pairs: readonly string[];
  /** Tokens under which every keyword on the subject lies. */
  readonly words: readonly string[];
  /** How many of the stems a keyword must have. */
  readonly needed: number;
}

/** Ideas share at least half of the seed's words; suggestions have all of them, and so lie under any two. */
export function ideaSubject({ seed, mode }: Pick<IdeaQuestion, 'seed' | 'mode'>): IdeaSubject {
  const all = subjectStems(seed);
  if (mode !== 'ideas') {
    const [first, second] = all;
    const words = first === undefined ? [] : [second === undefined ? first : pairToken(first, second)];
    return { stems: all, pairs: [], words, needed: all.length };
  }
  const stems = all.slice(0, mostIdeaStems);
  const pairs = stems.slice(1).map((stem, index) => pairToken(stems[index] ?? '', stem));
  return { stems, pairs, words: stems, needed: Math.ceil(stems.length / 2) };
}

/** How many of the subject's stems are among those of a keyword. */
export function sharedStems({ stems }: IdeaSubject, ofKeyword: readonly string[]): number {
  return stems.filter((stem) => ofKeyword.includes(stem)).length;
}
