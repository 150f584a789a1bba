import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import { allCached, coverageOf } from '#shared/facts/answers/coverage.ts';
import { fittingRows } from '#shared/facts/answers/inline-rows.ts';
import { warningsOf } from '#shared/facts/answers/notices.ts';
import { domainSubject, entitiesOf, sayAnywhere } from '#shared/facts/answers/statements.ts';
import { suggestAnywhere } from '#shared/facts/answers/suggestions.ts';
import type {
  DatasetDraft,
  Observation,
  Suggestion,
  ToolAnswer,
  ToolContext,
} from '#shared/facts/answers/tool-answer.ts';
import type { LinkProfile, List } from '#shared/facts/sources/ports.ts';
import type { inspectBacklinks as contract } from './contract.ts';
import { askedFacts, type LinkFacts, type Question, readLinks } from './read-links.ts';

type Data = ToolData<typeof contract>;

/** Rows of each list in the summary. */
const summaryRows = 10;
const statedReferrers = 3;
/** The largest limit of the contract. */
const mostRows = 500;

const noList = { rows: [], total: 0 };

export async function inspectBacklinks(input: Question, { sources }: ToolContext): Promise<ToolAnswer<Data>> {
  const facts = await readLinks(input, sources.backlinks);
  const data = dataOf(input, facts);
  const statements = statementsOf(data, facts);
  const asked = askedFacts(facts);
  const [list, shown] = mainList(data, facts);
  return {
    data,
    facts: statements,
    entities: entitiesOf(statements),
    coverage: coverageOf(asked, {
      returned: shown,
      total: list.total,
      mayHaveMore: list.rows.length >= input.limit,
      scopeNote: scopeNote(input, facts, list),
    }),
    warnings: warningsOf(asked),
    suggestions: suggestionsFor(input, list),
    datasets: datasetsOf(data, facts),
    observations: observationsOf(data),
    cacheHit: allCached(asked),
  };
}

function dataOf({ domain, view, limit }: Question, facts: LinkFacts): Data {
  const inline = <Row>(list: List<Row> | undefined): Row[] =>
    fittingRows((list ?? noList).rows.slice(0, view === 'summary' ? Math.min(summaryRows, limit) : limit));
  return {
    domain,
    view,
    ...profileOf(facts.profile.value),
    referring_domains: inline(facts.referringDomains?.value),
    anchors: inline(facts.anchors?.value),
    backlinks: inline(facts.backlinks?.value),
  };
}

function profileOf(links: LinkProfile | null): Pick<Data, 'profile' | 'authority'> {
  return {
    profile: {
      backlinks: links?.backlinks ?? null,
      referring_domains: links?.referring_domains ?? null,
      referring_main_domains: links?.referring_main_domains ?? null,
      dofollow_share: links?.dofollow_share ?? null,
      broken_backlinks: links?.broken_backlinks ?? null,
    },
    authority: {
      domain_rank: links?.domain_rank ?? null,
      rank_scale: links?.rank_scale ?? null,
      spam_score: links?.spam_score ?? null,
    },
  };
}

/** The list that the view is about, and how many of its rows the answer shows. */
function mainList(data: Data, facts: LinkFacts): [List<unknown>, number] {
  if (data.view === 'anchors') return [facts.anchors?.value ?? noList, data.anchors.length];
  if (data.view === 'backlinks') return [facts.backlinks?.value ?? noList, data.backlinks.length];
  return [facts.referringDomains?.value ?? noList, data.referring_domains.length];
}

function statementsOf(data: Data, { profile, referringDomains }: LinkFacts): Statement[] {
  const target = domainSubject(data.domain);
  const values = { ...data.profile, ...data.authority };
  return [
    ...(profile.value ? [sayAnywhere('link_profile', [target], values, profile.provenance)] : []),
    ...(referringDomains
      ? data.referring_domains
          .slice(0, statedReferrers)
          .map(({ domain, domain_rank, backlinks, first_seen }) =>
            sayAnywhere(
              'links_to',
              [domainSubject(domain), target],
              { domain_rank, backlinks, first_seen },
              referringDomains.provenance,
            ),
          )
      : []),
  ];
}

function scopeNote({ domain, view, limit }: Question, facts: LinkFacts, list: List<unknown>): string {
  if (!facts.profile.value) return `No link to ${domain} is known. That does not prove that there is none.`;
  const scope = `Links to ${domain} and its subdomains, from the whole web that the index knows.`;
  const listed = list.rows.length;
  // The source counts more than it lists: a larger limit would not bring them.
  return view !== 'summary' && list.total !== null && listed < Math.min(limit, list.total)
    ? `${scope} Of ${list.total}, it lists the ${listed} most important ones.`
    : scope;
}

function suggestionsFor({ domain, view, limit }: Question, { rows, total }: List<unknown>): Suggestion[] {
  const most = Math.min(mostRows, total ?? mostRows);
  const single = { domain, view: 'backlinks' };
  return [
    ...(view !== 'summary' && rows.length === limit && limit < most
      ? [suggestAnywhere('inspect_backlinks', { domain, view, limit: most }, 'To see more of this list.')]
      : []),
    ...(view === 'summary'
      ? [suggestAnywhere('inspect_backlinks', single, 'To see single links with their pages and anchors.')]
      : []),
    suggestAnywhere('discover_competitors', { domain }, 'To find rivals for compare_backlink_gap.'),
  ];
}

function datasetsOf({ domain, ...shown }: Data, facts: LinkFacts): DatasetDraft[] {
  const lists = [
    { name: 'referring-domains', rows: facts.referringDomains?.value.rows, shown: shown.referring_domains },
    { name: 'anchors', rows: facts.anchors?.value.rows, shown: shown.anchors },
    { name: 'backlinks', rows: facts.backlinks?.value.rows, shown: shown.backlinks },
  ];
  return lists.flatMap(({ name, rows = [], shown: inline }) =>
    rows.length > inline.length
      ? [
          {
            name,
            description: `${rows.length} ${name.replace('-', ' ')} of ${domain}.`,
            rows: rows.map((row) => ({ ...row })),
          },
        ]
      : [],
  );
}

function observationsOf({ domain, profile, authority, referring_domains }: Data): Observation[] {
  const subject = domainSubject(domain);
  const { backlinks, referring_domains: referrers } = profile;
  const counts = { backlinks, referring_domains: referrers, domain_rank: authority.domain_rank };
  return [
    ...Object.entries(counts).map(([field, value]) => ({ type: 'link_profile', subject, field, value })),
    ...referring_domains.slice(0, summaryRows).map((row) => ({
      type: 'links_to',
      subject: domainSubject(row.domain),
      field: 'lost',
      value: row.lost,
    })),
  ];
}
