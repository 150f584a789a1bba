import { chance, pick } from './chance.ts';

/**
 * A small generated web that the test server answers from: the same in every
 * run, and consistent with itself. A position that one endpoint tells is the
 * position that the others tell.
 */

interface Result {
  readonly domain: string;
  readonly host: string;
  readonly url: string;
  readonly title: string;
  readonly description: string;
  /** Among the organic results, from 1. */
  readonly position: number;
  readonly absolute: number;
}

export interface WorldKeyword {
  readonly keyword: string;
  readonly topic: string;
  readonly volume: number;
  readonly cpc: number | null;
  readonly competition: 'LOW' | 'MEDIUM' | 'HIGH' | null;
  readonly difficulty: number | null;
  readonly intent: 'informational' | 'navigational' | 'commercial' | 'transactional' | null;
  readonly results: readonly Result[];
  readonly itemTypes: readonly string[];
}

export interface Link {
  readonly from: string;
  readonly to: string;
  readonly rank: number;
  readonly backlinks: number;
  readonly spam: number;
  readonly firstSeen: string;
}

const topics = [
  { name: 'running shoes', sites: 'trailhound peakgear outdoormag fellrunner solemate stridelab' },
  { name: 'coffee grinder', sites: 'beanbench grindcraft cafeledger morningpour brewnotes peakgear' },
  { name: 'standing desk', sites: 'deskwise ergolane officeatlas uprightco workbench stridelab' },
  { name: 'camping tent', sites: 'peakgear outdoormag tentworks fellrunner basecamper trailhound' },
] as const;
const giants = ['www.youtube.com', 'en.wikipedia.org', 'www.reddit.com'];
const modifiers = [
  ['', 'transactional'],
  ['best', 'commercial'],
  ['cheap', 'transactional'],
  ['how to clean', 'informational'],
  ['how to choose', 'informational'],
  ['buy', 'transactional'],
  ['review of', 'commercial'],
  ['top rated', 'commercial'],
  ['used', 'transactional'],
  ['small', null],
  ['large', null],
  ['waterproof', 'commercial'],
  ['lightweight', 'commercial'],
  ['what is a', 'informational'],
] as const;
const suffixes = ['', 'for beginners', 'under 100', 'comparison', '2026'] as const;
const ladder = [10, 20, 50, 90, 170, 320, 590, 1_000, 1_900, 3_600, 6_600, 12_100, 22_200, 40_500];

/** Estimated share of searches that click on a position, coarse on purpose: clients must take the server's word. */
const clicks = [0.3, 0.16, 0.1, 0.07, 0.05, 0.04, 0.03, 0.025, 0.02, 0.015];

export const keywords: readonly WorldKeyword[] = topics.flatMap(({ name, sites }) =>
  modifiers.flatMap(([modifier, intent]) =>
    suffixes.map((suffix) => {
      const keyword = [modifier, name, suffix].filter((word) => word !== '').join(' ');
      return worldKeyword(keyword, name, sites.split(' '), intent);
    }),
  ),
);
const byKeyword = new Map(keywords.map((each) => [each.keyword, each]));

export function knownKeyword(keyword: string): WorldKeyword | undefined {
  return byKeyword.get(keyword.toLowerCase().trim());
}

/** Any query has a listing, known to the index or not; one with `zzqx` in it has an empty one. */
export function listingOf(query: string): WorldKeyword {
  const known = knownKeyword(query);
  if (known) return known;
  const { name, sites } = pick(query, topics);
  const found = worldKeyword(query, name, sites.split(' '), null);
  return query.includes('zzqx') ? { ...found, results: [] } : found;
}

/** Visits a month that a result brings. */
export function traffic({ volume }: WorldKeyword, { position }: Result): number {
  return volume * (clicks[position - 1] ?? 0.01);
}

export interface Ranking {
  readonly keyword: WorldKeyword;
  readonly result: Result;
}

/** Every result of a domain and its subdomains, or of exactly one page. */
export function rankingsOf(target: string): Ranking[] {
  const known = remembered.get(target) ?? findRankings(target);
  remembered.set(target, known);
  return known;
}

const remembered = new Map<string, Ranking[]>();

function findRankings(target: string): Ranking[] {
  const isPage = /^https?:\/\//u.test(target);
  const matches = ({ url, host }: Result) =>
    isPage ? url === target : host === target || host.endsWith(`.${target}`);
  return keywords.flatMap((keyword) =>
    keyword.results.filter(matches).map((result) => ({ keyword, result })),
  );
}

export const domains: readonly string[] = [
  ...new Set(keywords.flatMap(({ results }) => results.map(({ domain }) => domain))),
];

export function linksTo(domain: string): Link[] {
  if (!domains.includes(domain)) return [];
  const sources = Array.from({ length: 60 }, (_, number) => `blog-${number}.example`);
  return sources
    .filter((from) => chance(`link ${from} ${domain}`) < 0.4)
    .map((from) => ({
      from,
      to: domain,
      rank: 1 + Math.floor(chance(`rank ${from}`) * 90),
      backlinks: 1 + Math.floor(chance(`count ${from} ${domain}`) ** 3 * 200),
      spam: Math.floor(chance(`spam ${from}`) ** 2 * 80),
      firstSeen: `${2018 + Math.floor(chance(`seen ${from} ${domain}`) * 8)}-03-04 05:06:07 +00:00`,
    }))
    .toSorted((a, b) => b.rank - a.rank || (a.from < b.from ? -1 : 1));
}

function worldKeyword(
  keyword: string,
  topic: string,
  sites: readonly string[],
  intent: WorldKeyword['intent'],
): WorldKeyword {
  const roll = (what: string) => chance(`${what} ${keyword}`);
  return {
    keyword,
    topic,
    volume: pick(`volume ${keyword}`, ladder),
    cpc: roll('cpc') < 0.33 ? null : Math.fround(roll('cpc value') * 4 + 0.1),
    competition:
      roll('competition') < 0.3 ? null : pick(`level ${keyword}`, ['LOW', 'MEDIUM', 'HIGH'] as const),
    difficulty: roll('difficulty') < 0.2 ? null : Math.floor(roll('difficulty value') * 100),
    intent,
    results: resultsOf(keyword, topic, sites),
    itemTypes: [
      ...(roll('overview') < 0.35 ? ['ai_overview'] : []),
      ...(roll('ads') < 0.2 ? ['paid'] : []),
      ...(roll('snippet') < 0.3 ? ['featured_snippet'] : []),
      'organic',
      ...(roll('questions') < 0.7 ? ['people_also_ask'] : []),
      ...(roll('local') < 0.15 ? ['local_pack'] : []),
      'related_searches',
    ],
  };
}

/** The topic's sites and some giants, in an order of the keyword's own; a strong site may hold two places. */
function resultsOf(keyword: string, topic: string, sites: readonly string[]): Result[] {
  const slug = keyword.replaceAll(' ', '-');
  const pages = sites.flatMap((site) => {
    const domain = `${site}.example`;
    const host = pick(`host ${site} ${topic}`, [domain, `www.${domain}`, `shop.${domain}`]);
    const main = { domain, host, url: `https://${host}/${slug}` };
    const second = { domain, host, url: `https://${host}/guides/${topic.replaceAll(' ', '-')}` };
    return chance(`absent ${site} ${keyword}`) < 0.2
      ? []
      : chance(`two ${site} ${keyword}`) < 0.2
        ? [main, second]
        : [main];
  });
  const platforms = giants.map((host) => ({
    domain: host.replace(/^(?:www|en)\./u, ''),
    host,
    url: `https://${host}/${slug}`,
  }));
  const fillers = Array.from({ length: 24 }, (_, number) => {
    const host = `site-${number}.example`;
    return { domain: host, host, url: `https://${host}/${slug}` };
  });
  return [...pages, ...platforms, ...fillers]
    .toSorted((a, b) => weight(a.url, keyword) - weight(b.url, keyword))
    .map((page, at) => ({
      ...page,
      title: `${keyword} at ${page.domain}`,
      description: `What ${page.domain} says about ${keyword}.`,
      position: at + 1,
      absolute: at + 2,
    }));
}

function weight(url: string, keyword: string): number {
  const isFiller = url.includes('//site-');
  return chance(`order ${url} ${keyword}`) + (isFiller ? 0.6 : 0);
}
