import type { Provenance, Statement } from '#shared/contract/envelope.ts';
import type { Listing } from '#shared/contract/rows.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  domainSubject,
  fromAiAnswer,
  keywordSubject,
  marketName,
  observe,
  pageSubject,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import type { Observation, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { withoutWww } from '#shared/facts/ports/search-index.ts';
import type { inspectSerp as contract } from './contract.ts';
import { readListing } from './read-listing.ts';

type Data = ToolData<typeof contract>;

const statedResults = 6;
/** Lengths that keep a listing readable; what is cut ends with an ellipsis. */
const snippetCharacters = 240;
const answerCharacters = 1_500;
const shownReferences = 10;
const shownQuestions = 10;

export async function inspectSerp(
  { query, depth }: ToolInput<typeof contract>,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { market } = context;
  const fact = await readListing(query, depth, context);
  const answered = answeredMarket(market, [fact]);
  const data = dataOf(query, depth, fact.value, answered);
  return answer({
    asked: [fact],
    data,
    statements: statementsOf(data, fact.provenance, answered),
    shown: {
      rows: data.organic.length,
      total: fact.value.organic.length,
      note: scopeNote(data, fact.provenance, answered),
    },
    suggestions: suggestionsFor(data, context),
    observations: observationsOf(data),
  });
}

function scopeNote({ organic }: Data, { source_class }: Provenance, market: Market): string {
  const where = marketName(market);
  if (organic.length === 0) return `The listing of this query in ${where} has no organic results.`;
  return source_class === 'live_serp'
    ? `One listing in ${where}, as a desktop browser without history sees it.`
    : `The newest stored listing of this query in ${where}.`;
}

function dataOf(query: string, depth: number, listing: Listing, market: Market): Data {
  const { ai_overview: overview, featured_snippet: featured } = listing;
  return {
    query,
    location: market.location.name,
    fetched_at: listing.fetched_at,
    depth: Math.min(depth, listing.depth),
    item_types_present: [...listing.item_types_present],
    organic: listing.organic
      .filter(({ position }) => position <= depth)
      .map((row) => ({ ...bare(row), snippet: shortened(row.snippet, snippetCharacters) })),
    ...(overview
      ? {
          ai_overview: {
            text: shortened(overview.text, answerCharacters),
            references: overview.references.slice(0, shownReferences).map(bare),
          },
        }
      : {}),
    paid: listing.paid.map(bare),
    local_pack: [...listing.local_pack],
    ...(featured
      ? { featured_snippet: { ...bare(featured), text: shortened(featured.text, answerCharacters) } }
      : {}),
    people_also_ask: listing.people_also_ask.slice(0, shownQuestions),
    related_searches: listing.related_searches.slice(0, shownQuestions),
  };
}

function bare<Row extends { readonly domain: string }>(row: Row): Row {
  return { ...row, domain: withoutWww(row.domain) };
}

function shortened(text: string | null, characters: number): string | null {
  if (text === null || text.length <= characters) return text;
  return `${text.slice(0, characters - 1).trimEnd()}…`;
}

function statementsOf(data: Data, provenance: Provenance, market: Market): Statement[] {
  const query = keywordSubject(data.query);
  const { featured_snippet: featured, ai_overview: overview } = data;
  return [
    ...data.organic
      .slice(0, statedResults)
      .map(({ domain, position, url, title }) =>
        statement('ranks_for', [domainSubject(domain), query], { position, url, title }, provenance, market),
      ),
    ...(featured
      ? [
          statement(
            'holds_featured_snippet',
            [domainSubject(featured.domain), query],
            { url: featured.url },
            provenance,
            market,
          ),
        ]
      : []),
    ...(overview?.references ?? [])
      .slice(0, 2)
      .map(({ domain, url }) =>
        statement(
          'cited_in_ai_overview',
          [domainSubject(domain), query],
          { url },
          fromAiAnswer(provenance),
          market,
        ),
      ),
  ];
}

function suggestionsFor({ query, organic, related_searches }: Data, { market, sources }: ToolContext) {
  const suggest = suggestionsIn(market);
  const leader = organic.at(0);
  const related = related_searches.at(0);
  return [
    suggest('inspect_keyword', { keyword: query }, 'To see how often it is searched, and its trend.'),
    ...(leader
      ? [
          suggest('inspect_page', { url: leader.url }, 'To see what else the first result ranks for.'),
          suggest('inspect_domain', { domain: leader.domain }, 'To size up the site of the first result.'),
        ]
      : []),
    ...(related !== undefined && sources.liveListings
      ? [suggest('inspect_serp', { query: related }, 'To compare with a related search.')]
      : []),
  ];
}

function observationsOf({ organic, item_types_present }: Data): Observation[] {
  return [
    ...organic
      .slice(0, 20)
      .flatMap(({ url, position }) => observe('ranks_for', pageSubject(url), { position })),
    ...observe(
      'listing',
      { id: 'listing', kind: 'listing' },
      { item_types_present: item_types_present.toSorted().join(', ') },
    ),
  ];
}
