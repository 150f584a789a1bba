import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer } from '#shared/facts/answers/answer.ts';
import { datasetBeyond } from '#shared/facts/answers/inline-rows.ts';
import { observe } from '#shared/facts/answers/observe.ts';
import { domainSubject, keywordSubject, statement } from '#shared/facts/answers/statements.ts';
import { marketName, suggestionsIn } from '#shared/facts/answers/suggestions.ts';
import type { Observation, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Market } from '#shared/facts/markets/market.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { DomainOverview, LinkProfile } from '#shared/facts/sources/ports.ts';
import type { inspectDomain as contract } from './contract.ts';
import { type DomainFacts, readDomain } from './read-domain.ts';

type Data = ToolData<typeof contract>;

/** Rows of each list in the snapshot; the ranked keywords beyond them go to a dataset. */
const snapshotRows = 10;
/** Keywords and rivals worth a statement of their own. */
const statedKeywords = 2;
const statedCompetitors = 1;

export async function inspectDomain(
  { domain }: ToolInput<typeof contract>,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { market } = context;
  const facts = await readDomain(domain, context, snapshotRows);
  const asked = [facts.overview, facts.ranked, facts.pages, facts.competitors, ...facts.links];
  const answered = answeredMarket(market, asked);
  const data = snapshot(domain, answered, facts);
  const ranked = facts.ranked.value;
  return answer({
    asked,
    data,
    statements: statementsOf(data, answered, facts),
    shown: {
      rows: data.top_keywords.length,
      total: ranked.total ?? data.summary.organic_keywords,
      mayHaveMore: ranked.rows.length > data.top_keywords.length,
      note:
        ranked.rows.length === 0
          ? `No ranking of ${domain} is known in ${marketName(answered)}. That does not prove that there is none.`
          : `Ranked keywords of ${domain} and its subdomains in ${marketName(answered)}.`,
    },
    warnings: facts.missing,
    suggestions: suggestionsFor(data, market),
    datasets: datasetBeyond(snapshotRows, {
      name: 'ranked-keywords',
      description: `The ${ranked.rows.length} strongest ranked keywords of ${domain}, best traffic first.`,
      rows: ranked.rows,
    }),
    observations: observationsOf(data),
  });
}

function snapshot(domain: string, market: Market, facts: DomainFacts): Data {
  const { intent_mix, ...summary } = facts.overview.value;
  const authority = facts.links.map(({ value }) => value).find((profile) => profile !== null);
  return {
    domain,
    location: market.location.name,
    language: market.language.name,
    summary,
    top_keywords: facts.ranked.value.rows.slice(0, snapshotRows),
    top_pages: facts.pages.value.rows.slice(0, snapshotRows),
    likely_competitors: facts.competitors.value.rows
      .filter(({ competitor }) => competitor !== domain)
      .slice(0, snapshotRows),
    intent_mix: roundedShares(intent_mix),
    ...(authority ? { authority: authorityOf(authority) } : {}),
  };
}

/** To four places: enough to add up to 1 for any reader, in a third of the characters. */
function roundedShares(mix: DomainOverview['intent_mix']): Data['intent_mix'] {
  const round = (share: number | null) => (share === null ? null : Math.round(share * 10_000) / 10_000);
  return {
    informational: round(mix.informational),
    navigational: round(mix.navigational),
    commercial: round(mix.commercial),
    transactional: round(mix.transactional),
    unknown: round(mix.unknown),
  };
}

function authorityOf({ referring_main_domains: _, ...authority }: LinkProfile) {
  return authority;
}

function statementsOf(data: Data, market: Market, facts: DomainFacts): Statement[] {
  const subject = domainSubject(data.domain);
  const { movement: _, ...counts } = data.summary;
  const known = data.summary.organic_keywords !== null;
  return [
    ...(known ? [statement('domain_visibility', [subject], counts, facts.overview.provenance, market)] : []),
    ...data.top_keywords
      .slice(0, statedKeywords)
      .map(({ keyword, position, url, monthly_volume }) =>
        statement(
          'ranks_for',
          [subject, keywordSubject(keyword)],
          { position, url, monthly_volume },
          facts.ranked.provenance,
          market,
        ),
      ),
    ...data.likely_competitors
      .slice(0, statedCompetitors)
      .map(({ competitor, shared_keywords, relevance }) =>
        statement(
          'competes_with',
          [subject, domainSubject(competitor)],
          { shared_keywords, relevance },
          facts.competitors.provenance,
          market,
        ),
      ),
  ];
}

function suggestionsFor({ domain, top_pages, likely_competitors }: Data, market: Market) {
  const suggest = suggestionsIn(market);
  const rivals = likely_competitors.filter(({ is_giant }) => !is_giant).map(({ competitor }) => competitor);
  const bestPage = top_pages.at(0);
  if (!bestPage && rivals.length === 0)
    return [
      suggest('audit_site', { domain }, 'The domain has no known rankings: check what its pages say.'),
      suggest('inspect_serp', { query: domain }, 'To see whether the domain is listed for its own name.'),
    ];
  return [
    ...(rivals.length > 0
      ? [
          suggest(
            'compare_keyword_coverage',
            { domain, competitors: rivals.slice(0, 3) },
            'To find keywords where these rivals rank and the domain does not.',
          ),
        ]
      : []),
    suggest('discover_competitors', { domain }, 'To see the whole field of rivals.'),
    ...(bestPage
      ? [suggest('inspect_page', { url: bestPage.url }, 'To see what the strongest page ranks for.')]
      : []),
    suggest('audit_site', { domain }, 'To find technical and content faults of its pages.'),
  ];
}

function observationsOf({ domain, summary, top_keywords }: Data): Observation[] {
  const subject = domainSubject(domain);
  const { organic_keywords, top_10_keywords, estimated_organic_traffic_per_month } = summary;
  const counts = { organic_keywords, top_10_keywords, estimated_organic_traffic_per_month };
  return [
    ...observe('domain_visibility', subject, counts),
    ...top_keywords.flatMap(({ keyword, position }) =>
      observe('ranks_for', keywordSubject(keyword), { position }),
    ),
  ];
}
