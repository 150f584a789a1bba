import type { FindIntent } from '#shared/facts/intent/intent.ts';
import { subjectStems } from '#shared/facts/intent/words.ts';
import type { Market } from '#shared/facts/markets/market.ts';
import { trafficUnits } from '#shared/facts/sources/traffic.ts';
import { sampleSource } from './index-source.ts';
import {
  domainPartition,
  type ItemKey,
  lostPrefix,
  pagePartition,
  rankingSort,
  tokenPartition,
  volumeSort,
} from './keys.ts';
import { type KeywordState, type StoredRow, shownListing, showsAbsence } from './keyword-state.ts';
import { hostOf, pageKey } from './page-key.ts';
import { type KeywordFacts, type Posting, packPosting, packTokenRow, type TokenRow } from './posting.ts';

/** A row that follows from a keyword's state: it is written when the state says so, and removed when not. */
export interface DerivedRow extends ItemKey {
  readonly data: string;
}

/** Every row that a keyword's state gives in a market. The same state always gives the same rows. */
export function derivedRows(
  market: Market,
  keyword: string,
  state: KeywordState,
  findIntent: FindIntent,
): DerivedRow[] {
  const facts = keywordFacts(keyword, state, findIntent);
  const postings = postingsByDomain(keyword, state, facts);
  const domainRows = [...postings].map(([domain, posting]) => ({
    pk: domainPartition(market, domain),
    sk: rankingSort(trafficUnits(facts.volume, posting.position), posting.position, keyword),
    data: packPosting(posting, domain),
  }));
  const lost = lostDomains(state, new Set(postings.keys()));
  const lostRows = lost.map((domain) => ({
    pk: domainPartition(market, domain),
    sk: `${lostPrefix}${keyword}`,
    data: '',
  }));
  return [
    ...domainRows,
    ...lostRows,
    ...pageRows(market, keyword, state, facts),
    ...tokenRows(market, keyword, state, facts),
  ];
}

/** A keyword's metrics; the intent is the source's own, or found from its words and its listing. */
export function keywordFacts(
  keyword: string,
  { metrics, listing, rows }: KeywordState,
  findIntent: FindIntent,
): KeywordFacts {
  const shown = shownListing({ listing, rows });
  const evidence = {
    features: featuresOf({ metrics, listing }),
    top: (shown?.rows ?? []).slice(0, 10),
    level: metrics?.level ?? null,
    cpc: metrics?.cpc ?? null,
  };
  return {
    volume: metrics?.volume ?? null,
    cpc: metrics?.cpc ?? null,
    level: metrics?.level ?? null,
    difficulty: metrics?.difficulty ?? null,
    ...(metrics?.intent ? { intent: metrics.intent, basis: 'reported' } : findIntent(keyword, evidence)),
  };
}

/** Item types of a keyword's listing: of the newest one, else as its metrics name them. */
export function featuresOf({
  metrics,
  listing,
}: Pick<KeywordState, 'metrics' | 'listing'>): readonly string[] {
  return listing?.features ?? metrics?.features ?? [];
}

/** One posting for each domain, at its best position: the root covers all its hosts, a subdomain stands alone. */
export function postingsByDomain(
  keyword: string,
  state: KeywordState,
  facts: KeywordFacts,
): ReadonlyMap<string, Posting> {
  const rowsByDomain = new Map<string, StoredRow[]>();
  for (const row of state.rows)
    for (const domain of domainsOf(row)) rowsByDomain.set(domain, [...(rowsByDomain.get(domain) ?? []), row]);
  const postings = new Map<string, Posting>();
  for (const [domain, rows] of rowsByDomain) {
    const [best, ...others] = rows;
    if (!best) continue;
    postings.set(domain, {
      keyword,
      ...facts,
      position: best.position,
      url: best.url,
      previous: previousPosition(state, domain, best.position),
      at: best.at,
      isSample: state.listing?.source === sampleSource,
      others: others.map(({ position, url }) => ({ position, url })),
    });
  }
  return postings;
}

/** The root and, where the host is not the root itself, the host. */
export function domainsOf({ root, subdomain }: Pick<StoredRow, 'root' | 'subdomain'>): string[] {
  return subdomain === '' ? [root] : [root, `${subdomain}.${root}`];
}

function previousPosition({ earlier }: KeywordState, domain: string, position: number): number | null {
  if (!earlier) return null;
  const positions = earlier.hosts
    .filter(([root, subdomain]) => domainsOf({ root, subdomain }).includes(domain))
    .map(([, , place]) => place);
  if (positions.length > 0) return Math.min(...positions);
  // Deeper than the listing before looked: it may have been there all along.
  return position > earlier.depth ? null : 0;
}

/** Domains of the listing before that this one, as deep as they stood, does not show. */
function lostDomains(state: KeywordState, ranked: ReadonlySet<string>): string[] {
  const { earlier, listing } = state;
  if (!earlier || !listing || !showsAbsence(state)) return [];
  const lost = earlier.hosts
    .filter(([, , position]) => position <= listing.depth)
    .flatMap(([root, subdomain]) => domainsOf({ root, subdomain }))
    .filter((domain) => !ranked.has(domain));
  return [...new Set(lost)];
}

function pageRows(market: Market, keyword: string, state: KeywordState, facts: KeywordFacts): DerivedRow[] {
  const best = new Map<string, StoredRow>();
  for (const row of state.rows) {
    const key = pageKey(row.url);
    if (key !== undefined && !best.has(key)) best.set(key, row);
  }
  return [...best].map(([key, row]) => ({
    pk: pagePartition(market, key),
    sk: rankingSort(trafficUnits(facts.volume, row.position), row.position, keyword),
    data: packPosting(
      {
        keyword,
        ...facts,
        position: row.position,
        url: row.url,
        previous: null,
        at: row.at,
        isSample: state.listing?.source === sampleSource,
        others: [],
      },
      hostOf(row.url) ?? '',
    ),
  }));
}

function tokenRows(market: Market, keyword: string, state: KeywordState, facts: KeywordFacts): DerivedRow[] {
  const row: TokenRow = {
    keyword,
    ...facts,
    trend: state.metrics?.trend ?? [],
    trendStart: state.metrics?.trendStart ?? null,
    at: state.metrics?.at ?? state.listing?.at ?? 0,
    isSample: (state.metrics ?? state.listing)?.source === sampleSource,
  };
  if (!state.metrics && !state.listing) return [];
  const data = packTokenRow(row);
  const sk = volumeSort(facts.volume, keyword);
  const { parent } = state.metrics ?? {};
  const tokens = [...expansionTokens(keyword), ...(parent === undefined ? [] : [topicToken(parent)])];
  return tokens.map((token) => ({ pk: tokenPartition(market, token), sk, data }));
}

/** Most words of a keyword that are indexed; longer keywords are sentences. */
const mostTokens = 8;

/** Under what a keyword is found: each stem of it, and each pair of neighbouring stems in alphabetical order. */
export function expansionTokens(keyword: string): string[] {
  const stems = subjectStems(keyword).slice(0, mostTokens);
  const pairs = stems.slice(1).map((stem, index) => pairToken(stems[index] ?? '', stem));
  return [...new Set([...stems, ...pairs])];
}

/** Under what the keywords of one parent topic are found; no word begins with the sign. */
export function topicToken(parent: string): string {
  return `^${parent}`;
}

export function pairToken(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}
