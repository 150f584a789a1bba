import type { Statement } from '#shared/contract/envelope.ts';
import type { LinkProfile } from '#shared/contract/rows.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import { domainSubject, statement } from '#shared/facts/answers/statements.ts';
import type { inspectDomain as contract } from './contract.ts';
import type { DomainFacts, OpenFacts } from './read-domain.ts';

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
