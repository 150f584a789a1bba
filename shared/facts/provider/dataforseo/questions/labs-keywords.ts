import type { Listing } from '#shared/contract/rows.ts';
import { sameMeaningKey } from '#shared/facts/intent/words.ts';
import type { Fact, Market, Notice } from '#shared/facts/ports/fact.ts';
import type {
  IdeaQuestion,
  KeywordDetail,
  KeywordIdeas,
  KeywordTrend,
  SearchIndex,
} from '#shared/facts/ports/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Answered, UpstreamClient } from '../client/upstream-client.ts';
import { keywordRow, trendOf } from '../facts/keyword-rows.ts';
import { type KeywordData, keywordList, keywordOverview, relatedKeywords } from '../wire/labs-wire.ts';
import { factOf, newest, type Origin } from '../wire/wire.ts';
import { askListing } from './live-listings.ts';
import { indexMarket, labsQuestion } from './requests.ts';

/** Longer keywords are refused by the provider's database, though not by its listings. */
const longestKeyword = { characters: 80, words: 10 };
const detailListingDepth = 10;
const mostRows = 1_000;
/** How many keywords each depth of related searches can reach: `[depth, rows]`. */
const relatedDepths = [
  [1, 8],
  [2, 72],
  [3, 584],
] as const;

type KeywordQuestions = Pick<SearchIndex, 'keywordIdeas' | 'keywordDetail'>;

export function keywordQuestions(upstream: UpstreamClient): KeywordQuestions {
  return {
    keywordIdeas: (question, market) => keywordIdeas(upstream, question, market),
    keywordDetail: (keyword, market) => keywordDetail(upstream, keyword, market),
  };
}

async function keywordIdeas(
  upstream: UpstreamClient,
  question: IdeaQuestion,
  market: Market,
): Promise<Fact<KeywordIdeas>> {
  const { notices } = indexMarket(market);
  const answered =
    question.mode === 'related'
      ? await askRelated(upstream, question, market)
      : await askList(upstream, question, market);
  const { rows, total } = answered.answer;
  const found = rows.slice(0, question.limit);
  const ideas = foldVariants(found.map((row) => ({ ...keywordRow(row), trend: trendOf(row), variants: [] })));
  const value: KeywordIdeas = {
    rows: ideas,
    total: total === null ? null : Math.max(total, ideas.length),
    // Filters work at the source, which does not say what they dropped; without one nothing was.
    filtered_out: {
      min_volume: question.minVolume === undefined ? 0 : null,
      intent: question.intent === undefined ? 0 : null,
    },
  };
  const observedAt = newest(rows.map((row) => row.keyword_info?.last_updated_time));
  const nothingAbout = ideas.length === 0 ? asked(question) : undefined;
  return factOf(value, 'search_index', [answered], { observedAt, notices, nothingAbout });
}

/** What was asked for, in words. The source does not tell an unknown seed from filters that nothing passes. */
function asked({ seed, minVolume, intent }: IdeaQuestion): string {
  const isFiltered = minVolume !== undefined || intent !== undefined;
  return `keywords around "${seed.slice(0, 60)}"${isFiltered ? ' that pass the filters' : ''}`;
}

type IdeaRows = Answered<{ readonly rows: readonly KeywordData[]; readonly total: number | null }>;

async function askList(upstream: UpstreamClient, question: IdeaQuestion, market: Market): Promise<IdeaRows> {
  const isSuggestion = question.mode === 'suggestions';
  const limit = Math.min(question.limit, mostRows);
  const answered = await upstream.ask({
    ...labsQuestion(isSuggestion ? 'keyword_suggestions' : 'keyword_ideas', limit),
    task: {
      ...(isSuggestion ? { keyword: question.seed } : { keywords: [question.seed] }),
      ...indexMarket(market).params,
      ...filtersOf(question, ''),
      // Ideas stay in the order of relevance, which nothing else can restore.
      ...(isSuggestion && { order_by: ['keyword_info.search_volume,desc'] }),
      limit,
    },
    schema: keywordList,
  });
  return { ...answered, answer: { rows: answered.answer.items, total: answered.answer.total_count } };
}

async function askRelated(
  upstream: UpstreamClient,
  question: IdeaQuestion,
  market: Market,
): Promise<IdeaRows> {
  const limit = Math.min(question.limit, mostRows);
  const answered = await upstream.ask({
    ...labsQuestion('related_keywords', limit),
    task: {
      keyword: question.seed,
      ...indexMarket(market).params,
      depth: relatedDepths.find(([, rows]) => rows >= limit)?.[0] ?? 3,
      ...filtersOf(question, 'keyword_data.'),
      order_by: ['keyword_data.keyword_info.search_volume,desc'],
      limit,
    },
    schema: relatedKeywords,
  });
  const { items, total_count } = answered.answer;
  return { ...answered, answer: { rows: items.map(({ keyword_data }) => keyword_data), total: total_count } };
}

/** Conditions of a list question; none are sent where none are asked for. */
function filtersOf(
  { minVolume, intent }: Pick<IdeaQuestion, 'minVolume' | 'intent'>,
  prefix: '' | 'keyword_data.',
): { readonly filters?: readonly unknown[] } {
  const conditions = [
    ...(minVolume === undefined ? [] : [[`${prefix}keyword_info.search_volume`, '>=', minVolume]]),
    ...(intent === undefined ? [] : [[`${prefix}search_intent_info.main_intent`, '=', intent]]),
  ];
  return conditions.length === 0
    ? {}
    : { filters: conditions.flatMap((each, at) => (at === 0 ? [each] : ['and', each])) };
}

/** Metrics and the newest listing, asked at the same time. A missing listing is a notice, missing metrics are an error. */
async function keywordDetail(
  upstream: UpstreamClient,
  keyword: string,
  market: Market,
): Promise<Fact<KeywordDetail | null>> {
  const { notices } = indexMarket(market);
  const [overview, top] = await Promise.all([
    askOverview(upstream, [keyword], market),
    askTop(upstream, keyword, market),
  ]);
  const row = overview?.answer.items[0];
  const origins: Origin[] = [...(overview ? [overview] : []), ...(top.answered ? [top.answered] : [])];
  const value = row || (top.listing?.organic.length ?? 0) > 0 ? detailOf(keyword, row, top.listing) : null;
  const observedAt = row?.keyword_info?.last_updated_time ?? null;
  const nothingAbout = value === null ? `"${keyword.slice(0, 90)}"` : undefined;
  return factOf(value, 'search_index', origins, {
    observedAt,
    notices: [...notices, ...top.notices],
    nothingAbout,
  });
}

function detailOf(keyword: string, row: KeywordData | undefined, listing: Listing | null): KeywordDetail {
  const unknown = {
    keyword,
    keyword_info: null,
    keyword_properties: null,
    serp_info: null,
    search_intent_info: null,
  };
  const known = row ?? unknown;
  return {
    ...keywordRow(known),
    trend: trendOf(known),
    serp_top: listing?.organic.slice(0, detailListingDepth) ?? [],
    serp_features: listing?.item_types_present ?? known.serp_info?.serp_item_types ?? [],
  };
}

async function askTop(upstream: UpstreamClient, keyword: string, market: Market) {
  try {
    const answered = await askListing(upstream, {
      query: keyword,
      market,
      depth: detailListingDepth,
      need: 'positions',
    });
    return { answered, listing: answered.answer, notices: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const notice: Notice = {
      code: 'partial_answer',
      message: 'The newest listing could not be fetched: `serp_top` is empty.',
    };
    return { answered: undefined, listing: null, notices: [notice] };
  }
}

/**
 * Metrics of keywords; one that the provider does not know is not among the
 * rows. Undefined where none of them can be asked for.
 */
export async function askOverview(
  upstream: UpstreamClient,
  keywords: readonly string[],
  market: Market,
): Promise<Answered<{ readonly items: readonly KeywordData[] }> | undefined> {
  const askable = keywords.map((keyword) => keyword.toLowerCase()).filter(isAskable);
  if (askable.length === 0) return undefined;
  return upstream.ask({
    ...labsQuestion('keyword_overview', askable.length),
    task: {
      keywords: [...new Set(askable)].toSorted(),
      ...indexMarket(market).params,
      include_serp_info: true,
    },
    schema: keywordOverview,
  });
}

function isAskable(keyword: string): boolean {
  return keyword.length <= longestKeyword.characters && keyword.split(' ').length <= longestKeyword.words;
}

/**
 * Rows that say the same thing (the same words in another order or number, with
 * the same metrics) as one, under its shortest spelling. The provider groups
 * the volumes of such keywords and then lists each with the group's volume.
 */
export function foldVariants(rows: readonly KeywordTrend[]): KeywordTrend[] {
  const groups = Map.groupBy(rows, meaningOf);
  return [...groups.values()].flatMap((group) => {
    const [row, ...variants] = group.toSorted(bySpelling);
    return row ? [{ ...row, variants: variants.map(({ keyword }) => keyword).toSorted() }] : [];
  });
}

/** Unknown volumes are no evidence that two keywords are one. */
function meaningOf({ keyword, monthly_volume, cpc_usd, trend }: KeywordTrend): string {
  if (monthly_volume === null) return keyword;
  const months = trend.map(({ volume }) => volume).join();
  return `${sameMeaningKey(keyword)}|${monthly_volume}|${cpc_usd}|${months}`;
}

function bySpelling(a: KeywordTrend, b: KeywordTrend): number {
  return a.keyword.length - b.keyword.length || (a.keyword < b.keyword ? -1 : 1);
}
