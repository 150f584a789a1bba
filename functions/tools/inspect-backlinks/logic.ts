import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import { answer, domainSubject, observe, statement, suggestAnywhere } from '#shared/facts/answers/answer.ts';
import {
  type DatasetDraft,
  datasetBeyond,
  fittingRows,
  type Observation,
  type Suggestion,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import type { LinkChanges } from '#shared/facts/ports/sources.ts';
import type { inspectBacklinks as contract } from './contract.ts';
import { askedFacts, type LinkFacts, type Question, readLinks, withOwnTargets } from './read-links.ts';

type Data = ToolData<typeof contract>;

const summaryRows = 10;
const statedReferrers = 3;
/** Rows of the graph that are looked for in the release before. */
const mostCompared = 50;
const mostRows = 500;

const noList = { rows: [], total: 0 };

export async function inspectBacklinks(input: Question, context: ToolContext): Promise<ToolAnswer<Data>> {
  const { sources } = context;
  const facts = await readLinks(input, sources);
  const found = dataOf(input, facts);
  const data = { ...found, backlinks: await withOwnTargets(found.backlinks, input.domain, context) };
  const [list, shown] = mainList(data, facts);
  const isOwn = facts.profile.value !== null && (await sources.hasOwnLinks?.(input.domain)) === true;
  return answer({
    asked: askedFacts(facts),
    data,
    statements: statementsOf(data, facts),
    shown: {
      rows: shown,
      total: list.total,
      mayHaveMore: list.rows.length >= input.limit,
      note: scopeNote(input, facts, list),
    },
    suggestions: facts.profile.value ? suggestionsFor(input, list, isOwn) : [],
    datasets: datasetsOf(data, facts, context),
    observations: observationsOf(data),
    isOwn,
  });
}

function dataOf({ domain, view, limit }: Question, facts: LinkFacts): Data {
  const inline = <Row>(list: List<Row> | undefined): Row[] =>
    fittingRows((list ?? noList).rows.slice(0, view === 'summary' ? Math.min(summaryRows, limit) : limit));
  return {
    domain,
    view,
    ...profileOf(facts),
    referring_domains: withFirstRelease(inline(facts.referringDomains?.value), facts),
    ...(facts.changes && { changes: changesOf(facts.changes) }),
    anchors: inline(facts.anchors?.value),
    backlinks: inline(facts.backlinks?.value),
  };
}

/** Of two releases that are compared, the one that a row is in first. */
function withFirstRelease<Row extends { readonly domain: string }>(
  rows: readonly Row[],
  { changes, graph, referringDomains }: LinkFacts,
) {
  const release =
    referringDomains?.provenance.connection_id?.replace('commoncrawl:', '') ?? graph?.value.release;
  if (!changes || release === undefined) return [...rows];
  const added = new Set(changes.new.map(({ domain }) => domain));
  // Rows behind those that were compared are in neither list.
  return rows.map((row, at) =>
    at < mostCompared ? { ...row, first_release: added.has(row.domain) ? release : changes.against } : row,
  );
}

function changesOf({
  against,
  crawled_until,
  new: added,
  not_seen,
}: LinkChanges): NonNullable<Data['changes']> {
  return { against, crawled_until, new: [...added], not_seen: [...not_seen] };
}

function profileOf({ profile, graph }: LinkFacts): Pick<Data, 'profile' | 'authority'> {
  const links = profile.value;
  return {
    profile: {
      backlinks: links?.backlinks ?? null,
      referring_domains: links?.referring_domains ?? null,
      referring_main_domains: links?.referring_main_domains ?? null,
      dofollow_share: links?.dofollow_share ?? null,
      broken_backlinks: links?.broken_backlinks ?? null,
      ...movementOf(links),
    },
    authority: {
      domain_rank: links?.domain_rank ?? null,
      rank_scale: links?.rank_scale ?? null,
      spam_score: links?.spam_score ?? null,
      ...(graph && { web_graph: graph.value }),
    },
  };
}

function movementOf(links: LinkFacts['profile']['value']): Partial<Data['profile']> {
  const { lost_backlinks, lost_main_domains = 0, months = [] } = links ?? {};
  return lost_backlinks === undefined
    ? {}
    : { lost_backlinks, lost_main_domains, months: months.map((month) => ({ ...month })) };
}

/** The list that the view is about, and how many of its rows the answer shows. */
function mainList(data: Data, facts: LinkFacts): [List<unknown>, number] {
  if (data.view === 'anchors') return [facts.anchors?.value ?? noList, data.anchors.length];
  if (data.view === 'backlinks') return [facts.backlinks?.value ?? noList, data.backlinks.length];
  return [facts.referringDomains?.value ?? noList, data.referring_domains.length];
}

function statementsOf(data: Data, { profile, graph, referringDomains }: LinkFacts): Statement[] {
  const target = domainSubject(data.domain);
  const { web_graph, ...rated } = data.authority;
  const values = { ...data.profile, ...rated };
  return [
    ...(profile.value ? [statement('link_profile', [target], values, profile.provenance)] : []),
    ...(graph && web_graph
      ? [statement('web_graph_authority', [target], withoutTrend(web_graph), graph.provenance)]
      : []),
    ...(referringDomains
      ? data.referring_domains
          .slice(0, statedReferrers)
          .map(({ domain, domain_rank, backlinks, first_seen }) =>
            statement(
              'links_to',
              [domainSubject(domain), target],
              { domain_rank, backlinks, first_seen },
              referringDomains.provenance,
            ),
          )
      : []),
  ];
}

function withoutTrend({ trend: _, ...figures }: NonNullable<Data['authority']['web_graph']>) {
  return figures;
}

function scopeNote({ domain, view, limit }: Question, facts: LinkFacts, list: List<unknown>): string {
  if (facts.isOfGraph && list.rows.length > 0) return graphNote(domain, facts);
  if (!facts.profile.value) return `No link to ${domain} is known. That does not prove that there is none.`;
  const scope = `Known links to ${domain} and its subdomains; there may be more.`;
  const listed = list.rows.length;
  const { backlinks } = facts.profile.value;
  if (view === 'backlinks' && backlinks !== null && list.total !== null && list.total < backlinks)
    return `${scope} Of the ${backlinks} links in all it lists ${list.total}.`;
  // The source counts more than it lists: a larger limit would not bring them.
  return view !== 'summary' && list.total !== null && listed < Math.min(limit, list.total)
    ? `${scope} Of ${list.total}, it lists the ${listed} most important ones.`
    : scope;
}

function graphNote(domain: string, { changes }: LinkFacts): string {
  const note = `Domains that a public graph of the web links to ${domain}: any reference counts, and single links, anchors and dates are not in it.`;
  return changes
    ? `${note} \`changes\` compares the best ${mostCompared} with ${changes.against}, which shares no crawl with this release: not seen may mean not crawled.`
    : note;
}

function suggestionsFor(
  { domain, view, limit }: Question,
  { rows, total }: List<unknown>,
  isOwn: boolean,
): Suggestion[] {
  const most = Math.min(mostRows, total ?? mostRows);
  const single = { domain, view: 'backlinks' };
  const sameLinks = (args: object, use: string): Suggestion => ({
    ...suggestAnywhere('inspect_backlinks', { ...args }, use),
    ...(isOwn && { credits: 0 }),
  });
  return [
    ...(view !== 'summary' && rows.length === limit && limit < most
      ? [sameLinks({ domain, view, limit: most }, 'To see more of this list.')]
      : []),
    ...(view === 'summary' ? [sameLinks(single, 'To see single links with their pages and anchors.')] : []),
    // Who brings links of a site is the only one who knows of it here.
    ...(isOwn
      ? []
      : [suggestAnywhere('discover_competitors', { domain }, 'To find rivals for compare_backlink_gap.')]),
  ];
}

function datasetsOf({ domain, ...shown }: Data, facts: LinkFacts, context: ToolContext): DatasetDraft[] {
  const { referringDomains, anchors, backlinks } = facts;
  const whole = (
    list: 'referring-domains' | 'anchors' | 'backlinks',
    fact: Fact<List<unknown>> | undefined,
  ) => fact && wholeList(context, { list, domain }, fact.value.total);
  const lists = [
    {
      name: 'referring-domains',
      rows: referringDomains?.value.rows,
      shown: shown.referring_domains,
      // What the stored index would list again is not what the graph has listed.
      whole: facts.isOfGraph ? undefined : whole('referring-domains', referringDomains),
    },
    {
      name: 'anchors',
      rows: anchors?.value.rows,
      shown: shown.anchors,
      whole: whole('anchors', anchors),
    },
    {
      name: 'backlinks',
      rows: backlinks?.value.rows,
      shown: shown.backlinks,
      whole: whole('backlinks', backlinks),
    },
  ];
  return lists.flatMap(({ name, rows = [], shown: inline, whole: list }) => {
    const description = `${list?.rows ?? rows.length} ${name.replace('-', ' ')} of ${domain}.`;
    return datasetBeyond(inline.length, { name, description, rows, ...(list && { whole: list }) });
  });
}

function observationsOf({ domain, profile, authority, referring_domains }: Data): Observation[] {
  const { backlinks, referring_domains: referrers } = profile;
  const counts = { backlinks, referring_domains: referrers, domain_rank: authority.domain_rank };
  return [
    ...observe('link_profile', domainSubject(domain), counts),
    ...referring_domains
      .slice(0, summaryRows)
      .flatMap(({ domain: referrer, lost }) => observe('links_to', domainSubject(referrer), { lost })),
  ];
}
