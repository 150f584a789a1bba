import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import { trafficUnits } from '#shared/facts/ports/search-index.ts';
import type { Market } from '../../ports/fact.ts';
import { importNumberOf, sampleSource } from './index-items.ts';
import {
  domainPartition,
  type ItemKey,
  lostPrefix,
  pagePartition,
  rankingSort,
  tokenPartition,
  volumeSort,
} from './keys.ts';
import { type KeywordState, type StoredRow, showsAbsence } from './keyword-state.ts';
import { hostOf, pageKey } from './page-key.ts';
import {
  domainsOf,
  expansionTokens,
  type KeywordFacts,
  keywordFacts,
  type Posting,
  packPosting,
  packTokenRow,
  type TokenRow,
  topicToken,
} from './posting.ts';

/** A row that follows from a keyword's state: it is written when the state says so, and removed when not. */
export interface DerivedRow extends ItemKey {
  readonly data: string;
}

/**
 * Every row that a keyword's state gives in a market. The same state always gives the same rows. What is
 * asked of domains, pages and words is asked of desktops, so that listings on mobiles give none.
 */
export function derivedRows(
  market: Market,
  keyword: string,
  state: KeywordState,
  findIntent: FindIntent,
): DerivedRow[] {
  if (market.device !== undefined) return [];
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
      ...originOfRows(state),
      others: others.map(({ position, url }) => ({ position, url })),
    });
  }
  return postings;
}

function originOfRows({ listing }: KeywordState): Pick<Posting, 'isSample' | 'importNumber'> {
  const source = listing?.source ?? '';
  return { isSample: source === sampleSource, importNumber: importNumberOf(source) };
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
        ...originOfRows(state),
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
