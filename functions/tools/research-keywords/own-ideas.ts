import type { OwnFigures } from '#shared/contract/own-rows.ts';
import type { ToolInput } from '#shared/contract/tool.ts';
import { ownFact, withFoundIntents } from '#shared/facts/answers/own-rows.ts';
import { keywordKey, subjectStems } from '#shared/facts/intent/words.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { KeywordIdeas, KeywordTrend } from '#shared/facts/ports/search-index.ts';
import type { researchKeywords as contract } from './contract.ts';

export interface OwnIdea extends KeywordTrend {
  readonly own?: OwnFigures & { readonly domain: string };
}

export interface OwnIdeas {
  /** As many as the call asks for. */
  readonly rows: readonly OwnIdea[];
  readonly facts: readonly Fact<unknown>[];
  /** Of the site that a domain is. */
  readonly sites: ReadonlyMap<string, OwnSite>;
  /** Rows that only the caller's own queries gave. */
  readonly added: number;
  /** Rows there are in all; null where that is not known. */
  readonly total: number | null;
}

/** Sites with more queries than this are not searched: reading them all would cost more than the answer. */
const mostQueries = 40_000;

/**
 * Ideas with the queries of the caller's own sites: those among the ideas carry
 * their figures; others that hold every word of the seed follow, most clicks
 * first, as far as the limit goes. They have no volume, so a filter by volume
 * or intent leaves them out.
 */
export async function withOwnIdeas(
  input: ToolInput<typeof contract>,
  ideas: KeywordIdeas,
  ownSites: readonly OwnSite[],
): Promise<OwnIdeas> {
  const rows = ideas.rows.slice(0, input.limit);
  const sites = ownSites.filter(({ summary }) => summary.queries <= mostQueries);
  const stems = subjectStems(input.seed);
  const listed = new Set(rows.map(({ keyword }) => keywordKey(keyword)));
  const own = await matchingQueries(sites, (query) => listed.has(query) || holdsAll(query, stems));
  const namesOf = (row: OwnIdea) =>
    sites.find(({ domain }) => domain === row.own?.domain)?.summary.names.own_names;
  const isFiltered = input.min_volume !== undefined || input.intent !== undefined;
  const more = isFiltered ? [] : [...own].filter(([query]) => !listed.has(query)).reverse();
  const added = more
    .slice(0, Math.max(0, input.limit - rows.length))
    .map(([query, figures]) => ownIdea(query, figures));
  return {
    rows: [
      ...rows.map((row) => {
        const figures = own.get(keywordKey(row.keyword));
        return figures ? { ...row, own: figures } : row;
      }),
      ...(await Promise.all(added.map((row) => withFoundIntents([row], namesOf(row))))).flat(),
    ],
    facts: own.size > 0 ? sites.map(({ provenance }) => ownFact(own, provenance)) : [],
    sites: new Map(sites.map((site) => [site.domain, site])),
    added: added.length,
    total: totalOf(ideas, rows.length, more.length),
  };
}

/** Ideas and queries together; null where not all ideas were seen, since some of the queries may be among the rest. */
function totalOf({ total }: KeywordIdeas, seen: number, queries: number): number | null {
  if (total === null || queries === 0) return total;
  return seen < total ? null : total + queries;
}

/** Queries of the sites that are wanted, each with the figures of the site with the most clicks for it. */
async function matchingQueries(sites: readonly OwnSite[], isWanted: (query: string) => boolean) {
  const lists = await Promise.all(
    sites.map(async (site) => (await site.allQueries()).map((row) => ({ ...row, domain: site.domain }))),
  );
  const rows = lists.flat().filter(({ query }) => isWanted(query));
  return new Map(
    rows
      .sort((a, b) => a.own.clicks - b.own.clicks)
      .map(({ query, own, domain }) => [query, { ...own, domain }] as const),
  );
}

function holdsAll(query: string, stems: readonly string[]): boolean {
  const words = new Set(subjectStems(query));
  return stems.length > 0 && stems.every((stem) => words.has(stem));
}

function ownIdea(keyword: string, own: OwnIdea['own']): OwnIdea {
  return {
    keyword,
    monthly_volume: null,
    cpc_usd: null,
    competition_level: null,
    difficulty: null,
    intent: null,
    trend: [],
    variants: [],
    ...(own && { own }),
  };
}
