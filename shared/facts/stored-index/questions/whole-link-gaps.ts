import * as v from 'valibot';
import type { LinkGapRow } from '#shared/facts/ports/backlink-index.ts';
import type { IndexList } from '#shared/facts/ports/search-index.ts';
import type { StoredLinks } from './link-questions.ts';
import { type Group, groupsOf, type Member, type RankedRow, rankedRows } from './list-runs.ts';

type LinkGapList = Extract<IndexList, { readonly list: 'backlink-gaps' }>;

/** That a host links to one of the compared domains, by its number: 0 is the target. */
const linkTo = v.object({
  to: v.number(),
  rank: v.nullable(v.number()),
  spam: v.nullable(v.number()),
  backlinks: v.nullable(v.number()),
  since: v.nullable(v.string()),
});
type LinkTo = v.InferOutput<typeof linkTo>;

/**
 * Every site that links to rivals and not to the target, best rank first. All
 * linking sites of all compared domains are read once and brought together by
 * host.
 */
export async function* wholeLinkGaps(
  links: Pick<StoredLinks, 'sites'>,
  { domain, competitors, maxSpamScore }: LinkGapList,
  runLength?: number,
): AsyncGenerator<readonly object[]> {
  const names = [...new Set([domain, ...competitors])];
  const groups = groupsOf(linksOf(links, names), linkTo, runLength);
  yield* rankedRows(gapsOf(groups, names, maxSpamScore), runLength);
}

/** Lost links do not count, and the compared sites' links to each other are not prospects. */
async function* linksOf(
  links: Pick<StoredLinks, 'sites'>,
  names: readonly string[],
): AsyncGenerator<readonly Member<LinkTo>[]> {
  const compared = new Set(names);
  for (const [to, name] of names.entries())
    for await (const { sites } of links.sites(name))
      yield sites
        .filter(({ domain, lost }) => !lost && !compared.has(domain))
        .map(({ domain, domain_rank: rank, spam_score: spam, backlinks, first_seen: since }) => ({
          group: domain,
          data: { to, rank, spam, backlinks, since },
        }));
}

async function* gapsOf(
  parts: AsyncIterable<readonly Group<LinkTo>[]>,
  names: readonly string[],
  maxSpamScore: number,
): AsyncGenerator<readonly RankedRow[]> {
  for await (const groups of parts)
    yield groups
      .filter(({ members }) => members.every(({ to }) => to > 0))
      .map((group) => gapRow(group, names))
      .filter(({ spam_score }) => (spam_score ?? 0) <= maxSpamScore)
      .map((row) => ({
        rank: [row.domain_rank ?? -1, row.competitors_linked],
        name: row.referring_domain,
        row,
      }));
}

/** Of a host's figures those that were read last are shown. */
function gapRow({ group, members }: Group<LinkTo>, names: readonly string[]): LinkGapRow {
  const last = members.at(-1);
  return {
    referring_domain: group,
    domain_rank: last?.rank ?? null,
    spam_score: last?.spam ?? null,
    competitors_linked: members.length,
    links: members.map(({ to, backlinks, since }) => ({
      competitor: names[to] ?? '',
      backlinks,
      first_seen: since,
    })),
  };
}
