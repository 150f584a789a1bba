import type { Statement } from '#shared/contract/envelope.ts';
import { normalizeDomain } from '#shared/contract/fields.ts';
import type { KeywordAt } from '#shared/contract/rows.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  keywordSubject,
  marketName,
  observe,
  pageSubject,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import {
  besideKnown,
  ownFact,
  ownMarket,
  scopeText,
  withFoundIntents,
  withOwnQueries,
} from '#shared/facts/answers/own-rows.ts';
import {
  datasetBeyond,
  type Observation,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, List, Market } from '#shared/facts/ports/fact.ts';
import { type OwnSites, periodText } from '#shared/facts/ports/own-sites.ts';
import type { inspectPage as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

const inlineKeywords = 25;
/** Keywords read and offered as the dataset, where the list cannot be read whole later on: more would cost more upstream than it earns. */
const keywordCount = 50;
const statedKeywords = 3;

export async function inspectPage(
  { url }: ToolInput<typeof contract>,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { market, sources } = context;
  const [foundPage, foundRanked, own] = await Promise.all([
    sources.index.pageOverview(url, market),
    sources.index.rankedKeywords({ url }, market, keywordCount),
    readOwn(url, market, sources.own),
  ]);
  const page = besideKnown(own !== undefined, foundPage);
  const ranked = besideKnown(
    own !== undefined,
    own ? await rankedWhole(url, foundRanked, context) : foundRanked,
  );
  const keywords = own ? withOwnQueries(ranked.value.rows, own.page.queries) : ranked.value.rows;
  const answered = answeredMarket(market, [page, ranked]);
  const data: Data = {
    url,
    location: answered.location.name,
    organic_keywords: page.value.organic_keywords,
    estimated_organic_traffic_per_month: page.value.estimated_organic_traffic_per_month,
    top_keywords: await withFoundIntents<Data['top_keywords'][number]>(
      keywords.slice(0, inlineKeywords),
      own?.site.summary.names.own_names,
    ),
    ...(own ? { own: { ...own.page.own, market: ownMarket(own.site.summary.scope) } } : {}),
  };
  const { organic_keywords, top_keywords } = data;
  // With the caller's own queries among them, the rows are kept as they are: the index alone would give others.
  const whole = own
    ? undefined
    : wholeList(context, { list: 'page-keywords', url }, ranked.value.total ?? organic_keywords);
  return answer({
    asked: [page, ranked, ...(own ? [ownFact(own.page, own.site.pageProvenance)] : [])],
    data,
    statements: statementsOf(data, answered, { page, ranked, own }),
    shown: {
      rows: top_keywords.length,
      total: own ? totalBesideOwn(ranked.value, keywords.length) : (ranked.value.total ?? organic_keywords),
      mayHaveMore: keywords.length > top_keywords.length,
      note: noteOf(top_keywords.length, answered, own),
    },
    suggestions: suggestionsFor(data, context, await isOwnDomain(own, context)),
    datasets: datasetBeyond(inlineKeywords, {
      name: 'page-keywords',
      description: describe(url, whole, keywords.length),
      rows: keywords,
      ...(whole && { whole }),
    }),
    observations: observationsOf(data),
    isOwn: own !== undefined && knowsNothing(ranked.value, organic_keywords),
  });
}

function describe(url: string, whole: { readonly rows: number } | undefined, strongest: number): string {
  return whole
    ? `All ${whole.rows} known ranked keywords of ${url}.`
    : `The ${strongest} strongest ranked keywords of ${url}.`;
}

/** Whether the index has nothing of the page, so that all that is told is the caller's own. */
function knowsNothing({ rows }: List<KeywordAt>, keywords: number | null): boolean {
  return rows.length === 0 && (keywords ?? 0) === 0;
}

/** Longest list that is read to be laid beside the caller's own queries. */
const mostBesideOwn = 5_000;

/** All rankings of a page of the caller's own, where reading them costs little: which of its queries are new among them shows only then. */
async function rankedWhole(
  url: string,
  found: Fact<List<KeywordAt>>,
  { sources, market }: ToolContext,
): Promise<Fact<List<KeywordAt>>> {
  const { rows, total } = found.value;
  const isCut = total !== null && total > rows.length && total <= mostBesideOwn;
  return isCut && sources.wholeList ? sources.index.rankedKeywords({ url }, market, total) : found;
}

/** Keywords of both; null where those of the index were not all read, since some may be among the queries. */
function totalBesideOwn({ rows, total }: List<KeywordAt>, together: number): number | null {
  return total === null || total > rows.length ? null : together;
}

function noteOf(shown: number, market: Market, own: PageFacts['own']): string {
  if (shown === 0 && own)
    return `Search Console counts the clicks of this page from ${periodText(own.page.own)} (${scopeText(own.site.summary.scope)}), and its export names no queries of pages.`;
  return shown === 0
    ? `No ranking of exactly this URL is known in ${marketName(market)}. That does not prove that there is none.`
    : `Rankings of this URL in ${marketName(market)}; scheme, \`www.\`, fragment and a last slash do not matter, parameters do.`;
}

interface PageFacts {
  readonly page: Pick<Fact<unknown>, 'provenance'>;
  readonly ranked: Pick<Fact<unknown>, 'provenance'>;
  readonly own: Awaited<ReturnType<typeof readOwn>>;
}

function statementsOf(data: Data, answered: Market, { page, ranked, own }: PageFacts): Statement[] {
  const { url, organic_keywords, estimated_organic_traffic_per_month, top_keywords } = data;
  const ofOwn = own ? { place: ownMarket(own.site.summary.scope) } : answered;
  return [
    ...(own
      ? [statement('own_search_figures', [pageSubject(url)], own.page.own, own.site.pageProvenance, ofOwn)]
      : []),
    ...(organic_keywords === null
      ? []
      : [
          statement(
            'page_visibility',
            [pageSubject(url)],
            { organic_keywords, estimated_organic_traffic_per_month },
            page.provenance,
            answered,
          ),
        ]),
    ...top_keywords
      .slice(0, statedKeywords)
      .map(({ keyword, position, monthly_volume, basis }) =>
        statement(
          'ranks_for',
          [pageSubject(url), keywordSubject(keyword)],
          { position, monthly_volume, ...(basis && { basis }) },
          basis === 'average' && own ? own.site.provenance : ranked.provenance,
          basis === 'average' ? ofOwn : answered,
        ),
      ),
  ];
}

/** The page as the console of the caller's own site counts it. */
async function readOwn(url: string, market: Market, sites: OwnSites | undefined) {
  const normalized = normalizeDomain(new URL(url).hostname);
  const site = normalized.ok ? await sites?.site(normalized.domain, market) : undefined;
  const page = await site?.page(url);
  return site && page ? { site, page } : undefined;
}

/** Whether the site of a page of the caller's own is known from nothing else either: to be told of it is free then. */
async function isOwnDomain(own: PageFacts['own'], { market, sources }: ToolContext): Promise<boolean> {
  // A provider would be paid for the look.
  if (!own || sources.liveListings) return false;
  const { domain } = own.site;
  const [{ value }, links] = await Promise.all([
    sources.index.domainOverview(domain, market),
    sources.backlinks.profile(domain),
  ]);
  return !value.organic_keywords && (links.value === null || (await sources.hasOwnLinks?.(domain)) === true);
}

function suggestionsFor({ url, top_keywords }: Data, { market, sources }: ToolContext, isFree: boolean) {
  const suggest = suggestionsIn(market);
  const domain = new URL(url).hostname.replace(/^www\./u, '');
  // Of a query that only the console of the caller's own site knows, nothing more is known.
  const best = top_keywords.find(({ basis }) => sources.liveListings || basis !== 'average')?.keyword;
  return [
    ...(best === undefined
      ? []
      : [
          // Of a stored keyword only its figures are certain to be there: its row may come from a tracker.
          sources.liveListings
            ? suggest('inspect_serp', { query: best }, 'To see the listing of its strongest keyword.')
            : suggest(
                'inspect_keyword',
                { keyword: best },
                'To see who else ranks for its strongest keyword.',
              ),
        ]),
    {
      ...suggest('inspect_domain', { domain }, 'To see the site that the page belongs to.'),
      ...(isFree && { credits: 0 }),
    },
  ];
}

function observationsOf({ url, top_keywords, ...counts }: Data): Observation[] {
  const { organic_keywords, estimated_organic_traffic_per_month } = counts;
  return [
    ...observe('page_visibility', pageSubject(url), {
      organic_keywords,
      estimated_organic_traffic_per_month,
    }),
    ...top_keywords
      .slice(0, 10)
      .flatMap(({ keyword, position }) => observe('ranks_for', keywordSubject(keyword), { position })),
  ];
}
