import type {
  IdeaQuestion,
  KeywordIdeas,
  KeywordTrend,
  SearchIndex,
} from '#shared/facts/ports/search-index.ts';
import { keywordKey, sameMeaningKey, subjectStems, wordsOf } from '../../intent/words.ts';
import type { Market, Notice } from '../../ports/fact.ts';
import { readPacked, readPosting, readState, readTokenRow } from '../items/index-items.ts';
import {
  headSort,
  type ItemKey,
  keywordPartition,
  pagePartition,
  rowPrefix,
  stateSort,
  tokenPartition,
} from '../items/keys.ts';
import { type KeywordState, unpackListing } from '../items/keyword-state.ts';
import { hostOf, pageKey } from '../items/page-key.ts';
import { pairToken, type TokenRow, topicToken, wireFacts, wireTrend } from '../items/posting.ts';
import type { IndexReader } from '../table/index-reads.ts';
import { originOf, storedFact } from './domain-head.ts';
import { unknownSubject } from './domain-questions.ts';

/** Rows read from one token at a time, and at most in one answer: without a filter, and to fill a page past one. */
const rowsPerRead = 120;
const mostRows = 240;
const mostFilteredRows = 2000;
/** First results of the seed whose other keywords are related to it. */
const relatedPages = 4;
const relatedRowsPerPage = 28;
const relatedRowsPerToken = 60;

/** Expansion of a seed into keywords; filters first, then near-duplicates folded, then the limit. */
export function createIdeaQuestions(table: IndexReader): Pick<SearchIndex, 'keywordIdeas'> {
  return {
    async keywordIdeas(question, market) {
      const { rows: found, isWhole } = await candidates(table, question, market);
      const rows = withoutSample(found);
      const asked = keywordKey(question.seed);
      const { kept, dropped } = filtered(rows, question);
      const folded = foldVariants(kept);
      const value: KeywordIdeas = {
        rows: folded.slice(0, question.limit),
        total: isWhole ? folded.length : null,
        filtered_out: dropped,
      };
      const notices = isWhole ? [] : notAllSeen(question, rows.length);
      if (rows.length === 0)
        return storedFact({ value, ...unknownSubject(`keywords around "${asked}"`, market) }, market);
      return storedFact({ value, origin: originOf(rows), notices }, market);
    },
  };
}

/** Generated keywords never stand beside real ones. */
export function withoutSample(rows: readonly TokenRow[]): readonly TokenRow[] {
  const real = rows.filter(({ isSample }) => !isSample);
  return real.length > 0 ? real : rows;
}

/** A page that a filter left short although more candidates are known must say so. */
function notAllSeen(question: IdeaQuestion, looked: number): Notice[] {
  const isFiltered = question.minVolume !== undefined || question.intent !== undefined;
  if (!isFiltered || question.mode === 'related') return [];
  const message = `The filters were applied to the ${looked} most searched candidates; more are known. The dataset keyword-ideas is filtered over all of them.`;
  return [{ code: 'partial_answer', message }];
}

interface Candidates {
  /** Best first, each keyword once. */
  readonly rows: readonly TokenRow[];
  /** Whether these are all candidates that the index knows. */
  readonly isWhole: boolean;
}

async function candidates(table: IndexReader, question: IdeaQuestion, market: Market): Promise<Candidates> {
  const related = question.mode === 'related' ? await relatedKeywords(table, question, market) : undefined;
  return related ?? keywordsOnSubject(table, question, market);
}

/** Keywords on the seed's subject: those with most of its words first, then those most searched for. */
async function keywordsOnSubject(
  table: IndexReader,
  question: IdeaQuestion,
  market: Market,
): Promise<Candidates> {
  const subject = ideaSubject(question);
  const tokens = [...subject.pairs, ...subject.words];
  const share = (row: TokenRow) => sharedStems(subject, subjectStems(row.keyword));
  const most = Math.ceil(mostFor(question) / tokens.length);
  const accepts = (row: TokenRow) => share(row) >= subject.needed;
  const found = await Promise.all(
    tokens.map((token) => readToken(table, market, token, { question, accepts, most })),
  );
  const rows = unique(found.flatMap((part) => part.rows)).sort(
    (a, b) => share(b) - share(a) || byVolume(a, b),
  );
  return { rows, isWhole: found.slice(subject.pairs.length).every((part) => part.isWhole) };
}

const nothing: Candidates = { rows: [], isWhole: true };

/**
 * What the seed's listing names as related, for what else its first pages
 * rank, and what an import puts under the same parent topic. The metrics of most of them lie under the seed's own words; of others
 * the pages' rows tell all but the trend. Undefined where the seed itself is not known.
 */
export async function relatedKeywords(
  table: IndexReader,
  question: IdeaQuestion,
  market: Market,
): Promise<Candidates | undefined> {
  const seed = keywordKey(question.seed);
  const pk = keywordPartition(market, seed);
  const { items } = await table.range({ pk, from: stateSort, to: headSort });
  const stateItem = items.find(({ sk }) => sk === stateSort);
  if (!stateItem) return undefined;
  const headItem = items.find(({ sk }) => sk === headSort);
  const named = headItem ? unpackListing(readPacked(headItem)).related_searches.map(keywordKey) : [];
  const { state } = readState(stateItem);
  const stems = subjectStems(seed).slice(-2);
  const reading = { question, accepts: () => true, most: relatedRowsPerToken };
  const parent = state.metrics?.parent;
  const [shared, { rows: siblings }, ...found] = await Promise.all([
    rowsOfPages(table, state, market),
    parent === undefined ? nothing : readToken(table, market, topicToken(parent), reading),
    ...stems.map((token) => readToken(table, market, token, reading)),
  ]);
  const rows = new Map(
    [...shared, ...siblings, ...found.flatMap((part) => part.rows)].map((row) => [row.keyword, row]),
  );
  const keywords = [...new Set([...named, ...[...shared, ...siblings].map(({ keyword }) => keyword)])];
  return {
    rows: keywords.filter((keyword) => keyword !== seed).flatMap((keyword) => rows.get(keyword) ?? []),
    isWhole: false,
  };
}

/** Keywords of the first results' pages, those that most of the pages share first. */
async function rowsOfPages(
  table: IndexReader,
  state: KeywordState,
  market: Market,
): Promise<readonly TokenRow[]> {
  const urls = state.rows.slice(0, relatedPages).map(({ url }) => url);
  const pages = await Promise.all(
    urls.map(async (url) => {
      const key = pageKey(url);
      if (key === undefined) return [];
      const pk = pagePartition(market, key);
      const { items } = await table.range({ pk, prefix: rowPrefix, limit: relatedRowsPerPage });
      return items.map((item) => readPosting(item, hostOf(url) ?? ''));
    }),
  );
  const groups = Map.groupBy(pages.flat(), ({ keyword }) => keyword);
  return [...groups.values()]
    .sort((a, b) => b.length - a.length || byVolume(a[0] ?? noRow, b[0] ?? noRow))
    .flatMap(([posting]) => (posting ? [{ ...posting, trend: [], trendStart: null }] : []));
}

const noRow = { keyword: '', volume: null };

interface TokenReading {
  readonly question: IdeaQuestion;
  readonly accepts: (row: TokenRow) => boolean;
  readonly most: number;
}

/** Reads a token's keywords, most searches first, until enough of them pass the filters. */
async function readToken(
  table: IndexReader,
  market: Market,
  token: string,
  { question, accepts, most }: TokenReading,
): Promise<Candidates> {
  const rows: TokenRow[] = [];
  const pk = tokenPartition(market, token);
  // Variants fold together, so a page needs more rows than its limit.
  const enough = question.limit * 1.5 + 10;
  let read = 0;
  let next: ItemKey | undefined;
  do {
    const limit = Math.min(rowsPerRead, most - read);
    const range = await table.range({ pk, prefix: rowPrefix, limit, after: next });
    read += range.items.length;
    rows.push(...range.items.map(readTokenRow).filter(accepts));
    next = range.next;
  } while (next && read < most && filtered(rows, question).kept.length < enough);
  return { rows, isWhole: next === undefined };
}

/** A filter may drop most of what is read; then more is read, so that the page is still full. */
function mostFor({ minVolume, intent }: IdeaQuestion): number {
  return minVolume === undefined && intent === undefined ? mostRows : mostFilteredRows;
}

/** The rows that pass the filters, and how many each dropped. */
export function filtered(
  rows: readonly TokenRow[],
  { minVolume, intent }: Pick<IdeaQuestion, 'minVolume' | 'intent'>,
) {
  const loud = rows.filter((row) => minVolume === undefined || (row.volume ?? -1) >= minVolume);
  const kept = loud.filter((row) => intent === undefined || row.intent === intent);
  return {
    kept,
    dropped: {
      min_volume: minVolume === undefined ? 0 : rows.length - loud.length,
      intent: intent === undefined ? 0 : loud.length - kept.length,
    },
  };
}

/**
 * One row for keywords that say the same in another order or number and have
 * the same metrics: providers count their searches together. The shortest
 * spelling stands for them. Keywords without a volume stay apart.
 */
export function foldVariants(rows: readonly TokenRow[]): KeywordTrend[] {
  const groups = new Map<string, { readonly row: TokenRow; readonly variants: readonly string[] }>();
  for (const row of rows) {
    const meaning = row.volume === null ? row.keyword : sameMeaningKey(row.keyword);
    const key = `${meaning}|${row.volume}|${row.cpc}|${row.trend.join()}`;
    const group = groups.get(key);
    groups.set(key, group ? joined(group, row) : { row, variants: [] });
  }
  return [...groups.values()].map(({ row, variants }) => ({
    keyword: row.keyword,
    ...wireFacts(row),
    trend: wireTrend(row.trendStart, row.trend),
    variants,
  }));
}

function joined(group: { readonly row: TokenRow; readonly variants: readonly string[] }, row: TokenRow) {
  const [shorter, longer] = bySpelling(row, group.row) < 0 ? [row, group.row] : [group.row, row];
  return { row: shorter, variants: [...group.variants, longer.keyword].sort() };
}

function bySpelling(a: TokenRow, b: TokenRow): number {
  const words = wordsOf(a.keyword).length - wordsOf(b.keyword).length;
  return words || a.keyword.length - b.keyword.length || (a.keyword < b.keyword ? -1 : 1);
}

function byVolume(a: Pick<TokenRow, 'keyword' | 'volume'>, b: Pick<TokenRow, 'keyword' | 'volume'>): number {
  return (b.volume ?? -1) - (a.volume ?? -1) || (a.keyword < b.keyword ? -1 : 1);
}

function unique(rows: readonly TokenRow[]): TokenRow[] {
  return [...new Map(rows.map((row) => [row.keyword, row])).values()];
}

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
