import type { Statement } from '#shared/contract/envelope.ts';
import type { CurvePoint, SearchOpportunity } from '#shared/contract/own-rows.ts';
import type {
  Competitor,
  DomainPopularity,
  KeywordAt,
  LinkProfile,
  PageRow,
  WebGraphAuthority,
} from '#shared/contract/rows.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import {
  domainSubject,
  isOwnElsewhere,
  statement,
  suggestAnywhere,
  withSendableCalls,
} from '#shared/facts/answers/answer.ts';
import type { Suggestion, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Fact, List, Notice } from '#shared/facts/ports/fact.ts';
import type { OwnPage, OwnQuery, OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { DomainOverview } from '#shared/facts/ports/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { inspectDomain as contract } from './contract.ts';

/** Ranked keywords read for a snapshot and offered as its dataset, where the list cannot be read whole later on. Each row costs. */
const rankedKeywordCount = 50;

export interface DomainFacts {
  readonly overview: Fact<DomainOverview>;
  readonly ranked: Fact<List<KeywordAt>>;
  readonly pages: Fact<List<PageRow>>;
  readonly competitors: Fact<List<Competitor>>;
  /** One profile, or none where it could not be read. */
  readonly links: readonly Fact<LinkProfile | null>[];
  readonly missing: readonly Notice[];
  readonly open: OpenFacts;
  readonly own: OwnFacts | undefined;
}

export interface OpenFacts {
  readonly authority: Fact<WebGraphAuthority> | undefined;
  readonly popularity: readonly Fact<DomainPopularity>[];
}

export interface OwnFacts {
  readonly site: OwnSite;
  readonly queries: readonly OwnQuery[];
  readonly pages: readonly OwnPage[];
  readonly curve: readonly CurvePoint[];
  readonly best: readonly SearchOpportunity[];
}

/** Everything a snapshot shows, asked at once. Only the link profile may be missing. */
export async function readDomain(
  domain: string,
  context: ToolContext,
  listRows: number,
): Promise<DomainFacts> {
  const { market } = context;
  const { index, wholeList } = context.sources;
  const rankedRows = wholeList ? listRows : rankedKeywordCount;
  const [overview, ranked, pages, competitors, links, open, own] = await Promise.all([
    index.domainOverview(domain, market),
    index.rankedKeywords({ domain }, market, rankedRows),
    index.topPages(domain, market, listRows),
    // One more than shown: some sources list the domain itself as its closest rival.
    index.competitors(domain, market, listRows + 1, 'kept'),
    readLinks(domain, context),
    readOpen(domain, context),
    readOwn(domain, context),
  ]);
  return { overview, ranked, pages, competitors, open, own, ...links };
}

async function readOpen(domain: string, { market, sources }: ToolContext): Promise<OpenFacts> {
  const { webGraph } = sources;
  const [authority, popularity = []] = await Promise.all([
    webGraph?.authority(domain),
    webGraph?.popularity(domain, market),
  ]);
  return { authority, popularity };
}

async function readOwn(domain: string, { market, sources }: ToolContext): Promise<OwnFacts | undefined> {
  const site = await sources.own?.site(domain, market);
  if (!site) return undefined;
  const [queries, pages, curve, best] = await Promise.all([
    site.topQueries(),
    site.topPages(),
    site.curve(),
    site.bestOpportunities(),
  ]);
  return {
    site,
    queries,
    pages,
    curve,
    best: withSendableCalls(best, domain, market, sources.liveListings !== undefined),
  };
}

/** The snapshot is worth its price without the link profile, so a failure to read it is a warning, not an error. */
async function readLinks(
  domain: string,
  { sources }: ToolContext,
): Promise<Pick<DomainFacts, 'links' | 'missing'>> {
  try {
    return { links: [await sources.backlinks.profile(domain)], missing: [] };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return {
      links: [],
      missing: [{ code: 'partial_answer', message: 'The link profile could not be read: no `authority`.' }],
    };
  }
}

type Data = ToolData<typeof contract>;

/** What is known of links to the domain, and of its visitors: a provider's figures and those of open data beside each other, never mixed. */
export function linkFigures({ links, open }: DomainFacts): Pick<Data, 'authority' | 'popularity'> {
  const profile = links.map(({ value }) => value).find((value) => value !== null);
  const { authority, popularity } = open;
  return {
    ...((profile || authority) && {
      authority: { ...profileFigures(profile), ...(authority && { web_graph: authority.value }) },
    }),
    ...(popularity.length > 0 && { popularity: popularity.map(({ value }) => value) }),
  };
}

function profileFigures(profile: LinkProfile | undefined) {
  return {
    domain_rank: profile?.domain_rank ?? null,
    rank_scale: profile?.rank_scale ?? null,
    referring_domains: profile?.referring_domains ?? null,
    backlinks: profile?.backlinks ?? null,
    dofollow_share: profile?.dofollow_share ?? null,
    spam_score: profile?.spam_score ?? null,
    broken_backlinks: profile?.broken_backlinks ?? null,
  };
}

export function openStatements(domain: string, { authority, popularity }: OpenFacts): Statement[] {
  const subject = [domainSubject(domain)];
  const graph = ({ trend: _, ...figures }: NonNullable<typeof authority>['value']) => figures;
  return [
    ...(authority
      ? [statement('web_graph_authority', subject, graph(authority.value), authority.provenance)]
      : []),
    ...popularity.map(({ value, provenance }) => statement('popularity', subject, value, provenance)),
  ];
}

/** Whether everything that is known of a site is what its owner has brought, beside open data. */
export async function isOwnAlone(
  domain: string,
  { own, overview, ranked, pages, competitors, links }: DomainFacts,
  { sources }: ToolContext,
): Promise<boolean> {
  const isListed = [ranked, pages, competitors].some(({ value }) => value.rows[0]);
  if (isListed || overview.value.organic_keywords) return false;
  if (links.some(({ value }) => value)) return (await sources.hasOwnLinks?.(domain)) === true;
  return own !== undefined || isOwnElsewhere(domain, sources);
}

/** Of a domain of which nothing but links is known, these are what to look at. */
export function linkSuggestions({ domain, authority, top_keywords }: Data, isOwn: boolean): Suggestion[] {
  if (top_keywords.length > 0 || !authority?.backlinks) return [];
  const links = suggestAnywhere('inspect_backlinks', { domain }, 'To see who links to it.');
  return [{ ...links, ...(isOwn && { credits: 0 }) }];
}

/** To four places: enough to add up to 1 for any reader, in a third of the characters. */
export function roundedShares(mix: DomainOverview['intent_mix']): Data['intent_mix'] {
  const round = (share: number | null) => (share === null ? null : Math.round(share * 10_000) / 10_000);
  return {
    informational: round(mix.informational),
    navigational: round(mix.navigational),
    commercial: round(mix.commercial),
    transactional: round(mix.transactional),
    unknown: round(mix.unknown),
  };
}
