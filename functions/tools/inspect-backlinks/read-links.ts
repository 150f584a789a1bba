import type { OwnFigures } from '#shared/contract/own-rows.ts';
import type { LinkProfile, WebGraphAuthority } from '#shared/contract/rows.ts';
import type { ToolInput } from '#shared/contract/tool.ts';
import type { ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type {
  AnchorRow,
  BacklinkIndex,
  BacklinkRow,
  ReferringDomainRow,
} from '#shared/facts/ports/backlink-index.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import type { LinkChanges, Sources } from '#shared/facts/ports/sources.ts';
import type { inspectBacklinks as contract } from './contract.ts';

export type Question = ToolInput<typeof contract>;

export interface LinkFacts {
  /** Its place in the open web graph, where that has it. */
  readonly graph: Fact<WebGraphAuthority> | undefined;
  readonly profile: Fact<LinkProfile | null>;
  /** The lists that the view shows; undefined ones were not asked for. */
  readonly referringDomains: Fact<List<ReferringDomainRow>> | undefined;
  /** Whether the list of domains is that of the graph, and how it differs from a release before. */
  readonly isOfGraph: boolean;
  readonly changes: LinkChanges | undefined;
  readonly anchors: Fact<List<AnchorRow>> | undefined;
  readonly backlinks: Fact<List<BacklinkRow>> | undefined;
}

/** The profile, which every view shows, beside the lists of the view; no question more. */
export async function readLinks(question: Question, sources: Sources): Promise<LinkFacts> {
  const { domain } = question;
  const [known, graph] = await Promise.all([
    readIndex(question, sources.backlinks),
    sources.webGraph?.authority(domain),
  ]);
  const showsDomains = known.referringDomains !== undefined;
  const asIndexed = { ...known, graph, isOfGraph: false, changes: undefined };
  if (known.profile.value !== null || !showsDomains) return asIndexed;
  // Who has no links of its own and asks no provider sees who links in the graph.
  const [referrers, changes] = await Promise.all([
    sources.webGraph?.referringDomains(domain, question.limit),
    question.view === 'referring_domains' ? sources.webGraph?.linkChanges(domain, question.limit) : undefined,
  ]);
  return referrers ? { ...asIndexed, isOfGraph: true, changes, referringDomains: referrers } : asIndexed;
}

async function readIndex(
  { domain, view, limit }: Question,
  links: BacklinkIndex,
): Promise<Omit<LinkFacts, 'graph' | 'isOfGraph' | 'changes'>> {
  const isSummary = view === 'summary';
  const [profile, referringDomains, anchors, backlinks] = await Promise.all([
    links.profile(domain),
    isSummary || view === 'referring_domains' ? links.referringDomains(domain, limit) : undefined,
    isSummary || view === 'anchors' ? links.anchors(domain, limit) : undefined,
    view === 'backlinks' ? links.backlinks(domain, limit) : undefined,
  ]);
  return { profile, referringDomains, anchors, backlinks };
}

export function askedFacts(facts: LinkFacts): Fact<unknown>[] {
  const { profile, graph, referringDomains, anchors, backlinks } = facts;
  return [profile, graph, referringDomains, anchors, backlinks].filter((fact) => fact !== undefined);
}

const mostTargets = 100;

/** Links with what the console of the caller's own site counts for the page that each leads to. */
export async function withOwnTargets(
  rows: readonly BacklinkRow[],
  domain: string,
  { sources, market }: Pick<ToolContext, 'sources' | 'market'>,
): Promise<(BacklinkRow & { readonly own?: OwnFigures })[]> {
  const site = rows.length > 0 ? await sources.own?.site(domain, market) : undefined;
  if (!site) return [...rows];
  const targets = [...new Set(rows.map(({ url_to }) => url_to))].slice(0, mostTargets);
  const pages = await Promise.all(targets.map(async (url) => [url, await site.page(url)] as const));
  const known = new Map(pages.map(([url, page]) => [url, page?.own]));
  return rows.map((row) => {
    const own = known.get(row.url_to);
    return own ? { ...row, own } : row;
  });
}
