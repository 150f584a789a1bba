import type { Page } from './page-frame.ts';

/** A section of a page that has every word of a search. */
export interface SearchHit {
  readonly page: string;
  readonly pageTitle: string;
  readonly heading: string;
  /** Id of the heading; undefined for the top of the page. */
  readonly anchor: string | undefined;
  readonly excerpt: string;
}

interface Section extends Omit<SearchHit, 'excerpt'> {
  readonly text: string;
}

const maxHits = 20;
const excerptCharacters = 180;

export type Search = (query: string) => readonly SearchHit[];

/** Search over pages by their sections: those that have every word, best first by where and how often they have it. */
export function createSearch(pages: readonly Page[]): Search {
  const sections = pages.flatMap(sectionsOf);
  return (query) => {
    const words = wordsOf(query);
    if (words.length === 0) return [];
    return sections
      .map((section) => ({ section, score: scoreOf(section, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, maxHits)
      .map(({ section: { text, ...section } }) => ({ ...section, excerpt: excerptOf(text, words) }));
  };
}

const wordsOf = (query: string) =>
  [...new Set(query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])].slice(0, 10);

/** Lines of a code block may begin as headings do. */
const codeBlock = /^```[\s\S]*?^```$/gmu;

function sectionsOf({ name, title, markdown }: Page): Section[] {
  return markdown
    .replaceAll(codeBlock, '')
    .split(/^(?=#{1,3} )/mu)
    .map((part) => {
      const [, level = '', heading = title] = /^(?<level>#{1,3}) (?<heading>.*)/u.exec(part) ?? [];
      return {
        page: name,
        pageTitle: title,
        heading: plain(heading),
        anchor: level.length > 1 ? anchorOf(heading) : undefined,
        text: plain(part.slice(part.indexOf('\n') + 1)),
      };
    });
}

/** The id of a heading, given as Markdown or as HTML, as repositories make it. */
export function anchorOf(heading: string): string {
  return plain(heading.replaceAll(/[`*]/gu, ''))
    .toLowerCase()
    .replaceAll(/&#?\w+;/gu, '')
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Markdown without its marks, on one line. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/<[^>]*>/gu, '')
    .replaceAll(/\[(?<text>[^\]]*)\]\([^)]*\)/gu, '$<text>')
    .replaceAll(/[`*|]|^[-#>]+ |-{3,}/gmu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}

/** 0 where a word is missing. A word in the heading or the title counts for more than in the text. */
function scoreOf({ heading, pageTitle, page, text }: Section, words: readonly string[]): number {
  const [head, top, body] = [heading, `${pageTitle} ${page}`, text].map((part) => part.toLowerCase());
  const scores = words.map(
    (word) =>
      (head?.includes(word) ? 12 : 0) +
      (top?.includes(word) ? 6 : 0) +
      Math.min(5, (body?.split(word).length ?? 1) - 1),
  );
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0);
}

/** The text around the first word that is found. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const start = Number.isFinite(first) ? Math.max(0, first - excerptCharacters / 3) : 0;
  const end = start + excerptCharacters;
  return `${start > 0 ? '…' : ''}${text.slice(start, end).trim()}${end < text.length ? '…' : ''}`;
}
