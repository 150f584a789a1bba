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
import type { Fact, Market, Notice } from '#shared/facts/ports/fact.ts';
import { withoutWww } from '#shared/facts/ports/search-index.ts';
import { organicOnly } from '#shared/facts/ports/sources.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { inspectSerp as contract } from './contract.ts';

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

/** A stored listing that is older than this is called stale: results of most queries move within a day. */
const freshMs = 24 * 3_600_000;

/**
 * The listing as it is now where a live source is configured, else the newest
 * stored one. Fails, and so costs nothing, where there is neither: without a
 * listing there is nothing to tell, not even that the query has no results.
 */
async function readListing(query: string, depth: number, context: ToolContext): Promise<Fact<Listing>> {
  const { sources, market, signal } = context;
  const source = sources.liveListings ?? sources.storedListings;
  const found = await source.listing(query, market, depth, signal);
  if (found.value) return withNotices(found, found.value, depth, context);
  if (source.kind === 'live') return { ...found, value: emptyListing(query, depth, context.now) };
  throw new ServiceError(
    'no_live_source',
    `No listing of this query is stored for ${marketName(market)}, and no live source is configured to fetch one. ${await whereItIs(query, depth, context)} Nothing was charged.`,
  );
}

/** What can be asked in place of a listing that is not there: a market that has one, or what is known of the query. */
async function whereItIs(
  query: string,
  depth: number,
  { sources, market, signal }: ToolContext,
): Promise<string> {
  const others = (await sources.notes?.knownIn({ keyword: query }, market)) ?? [];
  for (const other of others) {
    const { value } = await sources.storedListings.listing(query, other, depth, signal);
    if (value) return `One is stored for ${marketName(other)}: ask there.`;
  }
  const [known] = others;
  return known
    ? `inspect_keyword knows the query in ${marketName(known)}, without a listing.`
    : 'Import a listing of it; inspect_keyword tells what else is known of it.';
}

function withNotices(
  found: Fact<Listing | null>,
  listing: Listing,
  depth: number,
  { sources, now }: ToolContext,
): Fact<Listing> {
  const notices: Notice[] = [...found.notices];
  if (!sources.liveListings && now - Date.parse(listing.fetched_at ?? '1970') > freshMs)
    notices.push({
      code: 'stale_data',
      message: `${seenWhen(listing)}; no live source is configured to fetch a newer one.`,
    });
  if (listing.depth < depth)
    notices.push({
      code: 'partial_answer',
      message: `The listing reaches ${listing.depth} results; ${depth} were asked for.`,
    });
  return { provenance: found.provenance, notices, value: listing };
}

function seenWhen({ fetched_at: seen }: Listing): string {
  return seen === null
    ? 'When the listing was seen is unknown: the file that it is from does not say'
    : `The listing was seen at ${seen}`;
}

/** A search engine that finds nothing is an answer too. */
function emptyListing(query: string, depth: number, now: number): Listing {
  return {
    query,
    fetched_at: new Date(now).toISOString(),
    depth,
    item_types_present: [],
    organic: [],
    ...organicOnly,
  };
}
