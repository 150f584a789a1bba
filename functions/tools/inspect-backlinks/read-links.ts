import type { LinkProfile } from '#shared/contract/rows.ts';
import type { ToolInput } from '#shared/contract/tool.ts';
import type {
  AnchorRow,
  BacklinkIndex,
  BacklinkRow,
  ReferringDomainRow,
} from '#shared/facts/ports/backlink-index.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import type { inspectBacklinks as contract } from './contract.ts';

export type Question = ToolInput<typeof contract>;

export interface LinkFacts {
  readonly profile: Fact<LinkProfile | null>;
  /** The lists that the view shows; undefined ones were not asked for. */
  readonly referringDomains: Fact<List<ReferringDomainRow>> | undefined;
  readonly anchors: Fact<List<AnchorRow>> | undefined;
  readonly backlinks: Fact<List<BacklinkRow>> | undefined;
}

/** The profile, which every view shows, beside the lists of the view; no question more. */
export async function readLinks({ domain, view, limit }: Question, links: BacklinkIndex): Promise<LinkFacts> {
  const isSummary = view === 'summary';
  const [profile, referringDomains, anchors, backlinks] = await Promise.all([
    links.profile(domain),
    isSummary || view === 'referring_domains' ? links.referringDomains(domain, limit) : undefined,
    isSummary || view === 'anchors' ? links.anchors(domain, limit) : undefined,
    view === 'backlinks' ? links.backlinks(domain, limit) : undefined,
  ]);
  return { profile, referringDomains, anchors, backlinks };
}

/** Those that were asked for. */
export function askedFacts(facts: LinkFacts): Fact<unknown>[] {
  const { profile, referringDomains, anchors, backlinks } = facts;
  return [profile, referringDomains, anchors, backlinks].filter((fact) => fact !== undefined);
}
