import type { Provenance, Statement } from '#shared/contract/envelope.ts';
import type { KeywordAt } from '#shared/contract/rows.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  type AnyMarket,
  answer,
  domainSubject,
  keywordSubject,
  marketName,
  observe,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import {
  besideKnown,
  ownFact,
  ownMarket,
  scopeText,
  withFoundIntents,
  withOwnQueries,
} from '#shared/facts/answers/own-rows.ts';
import {
  type DatasetDraft,
  datasetBeyond,
  type Observation,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { List, Market } from '#shared/facts/ports/fact.ts';
import { periodText } from '#shared/facts/ports/own-sites.ts';
import type { inspectDomain as contract } from './contract.ts';
import { opportunitySuggestions, ownDatasets, ownFigures, ownStatements, withOwnPages } from './own-site.ts';
import {
  type DomainFacts,
  isOwnAlone,
  linkFigures,
  linkSuggestions,
  type OwnFacts,
  openStatements,
  readDomain,
  roundedShares,
} from './read-domain.ts';

type Data = ToolData<typeof contract>;

/** Rows of each list in the snapshot; the ranked keywords beyond them go to a dataset. */
const snapshotRows = 10;
/** Rivals carry the longest rows; eight leave room in an answer of 3,000 tokens whatever its identifiers. */
const shownRivals = 8;
const [statedKeywords, statedCompetitors] = [1, 1];

export async function inspectDomain(
  { domain }: ToolInput<typeof contract>,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { market } = context;
  const facts = await readDomain(domain, context, snapshotRows);
  const { own } = facts;
  const isKnown = own !== undefined || facts.links.some(({ value }) => value !== null);
  const asked = [facts.overview, facts.ranked, facts.pages, facts.competitors, ...facts.links].map((fact) =>
    besideKnown(isKnown, fact),
  );
  const ownAsked = own ? [ownFact(own, own.site.provenance)] : [];
  const openAsked = [facts.open.authority, ...facts.open.popularity].filter((fact) => fact !== undefined);
  const answered = answeredMarket(market, asked);
  const known = snapshot(domain, answered, facts);
  const top_keywords = own
    ? await withFoundIntents(known.top_keywords, own.site.summary.names.own_names)
    : known.top_keywords;
  const data = { ...known, top_keywords: top_keywords.map(withoutUsualBasis) };
  const ranked = facts.ranked.value;
  const isOwn = await isOwnAlone(domain, facts, context);
  return answer({
    asked: [...asked, ...ownAsked, ...openAsked],
    data,
    statements: statementsOf(data, answered, facts),
    shown: {
      rows: data.top_keywords.length,
      total: totalOf(ranked, own, data),
      mayHaveMore: own !== undefined || ranked.rows.length > data.top_keywords.length,
      note: scopeNote(domain, answered, facts),
    },
    warnings: facts.missing,
    suggestions: [
      ...(own ? opportunitySuggestions(own, suggestionsIn(market)) : []),
      ...linkSuggestions(data, isOwn),
      ...suggestionsFor(data, context, hasFurtherRivals(facts, context)),
    ],
    datasets: [...datasetsOf(data, facts, context), ...(own ? ownDatasets(domain, own, market) : [])],
    observations: observationsOf(data),
    isOwn,
  });
}

/** Most intents are found from words: ten rows that say so would take the room of two. */
function withoutUsualBasis({
  intent_basis: basis,
  ...row
}: Data['top_keywords'][number]): Data['top_keywords'][number] {
  return { ...row, ...(basis && basis !== 'words' && { intent_basis: basis }) };
}

function snapshot(domain: string, market: Market, facts: DomainFacts): Data {
  const { own } = facts;
  const { intent_mix, ...summary } = facts.overview.value;
  return {
    domain,
    location: market.location.name,
    language: market.language.name,
    summary,
    top_keywords: (own
      ? withOwnQueries(facts.ranked.value.rows, own.queries)
      : facts.ranked.value.rows
    ).slice(0, snapshotRows),
    top_pages: (own ? withOwnPages(facts.pages.value.rows, own.pages) : facts.pages.value.rows).slice(
      0,
      snapshotRows,
    ),
    ...(own ? { own: ownFigures(own) } : {}),
    likely_competitors: facts.competitors.value.rows
      .filter(({ competitor }) => competitor !== domain)
      .slice(0, shownRivals),
    intent_mix: roundedShares(intent_mix),
    ...linkFigures(facts),
  };
}

/** Keywords there are in all; null where the index and the caller's own export know some each, since how many both know is not counted. */
function totalOf(ranked: List<KeywordAt>, own: OwnFacts | undefined, { summary }: Data): number | null {
  const known = ranked.total ?? summary.organic_keywords;
  if (!own) return known;
  const { queries } = own.site.summary;
  if (queries === 0) return known;
  return (known ?? 0) === 0 ? queries : null;
}

function scopeNote(domain: string, market: Market, { own, ranked }: DomainFacts): string {
  const where = marketName(market);
  if (own) {
    const { queries, figures, scope } = own.site.summary;
    const counted = `${queries} queries that Search Console counts from ${periodText(figures)} (${scopeText(scope)})`;
    const { total } = ranked.value;
    return (total ?? 0) === 0
      ? `None of ${domain} is known by place in ${where}; ${counted}.`
      : `Ranked keywords of ${domain} in ${where}: ${total} known by place, and ${counted}; some are in both.`;
  }
  return ranked.value.rows.length === 0
    ? `No ranking of ${domain} is known in ${where}. That does not prove that there is none.`
    : `Ranked keywords of ${domain} and its subdomains in ${where}.`;
}

function statementsOf(data: Data, market: Market, facts: DomainFacts): Statement[] {
  const subject = domainSubject(data.domain);
  const { movement: _, ...counts } = data.summary;
  const known = data.summary.organic_keywords !== null;
  return [
    ...(facts.own ? ownStatements(data.domain, facts.own) : []),
    ...(known ? [statement('domain_visibility', [subject], counts, facts.overview.provenance, market)] : []),
    ...data.top_keywords
      .slice(0, statedKeywords)
      .map(({ keyword, position, url, monthly_volume, basis }) =>
        statement(
          'ranks_for',
          [subject, keywordSubject(keyword)],
          { position, url, monthly_volume, ...(basis && { basis }) },
          ...originOf(basis, facts, market),
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
    ...openStatements(data.domain, facts.open),
  ];
}

/** A mean position is of the places that the export is of, whatever was asked. */
function originOf(
  basis: Data['top_keywords'][number]['basis'],
  { own, ranked }: DomainFacts,
  market: Market,
): [Provenance, Market | AnyMarket] {
  if (basis !== 'average' || !own) return [ranked.provenance, market];
  return [own.site.provenance, { place: ownMarket(own.site.summary.scope) }];
}

/** Whether more rivals are known than the answer and its dataset have. */
function hasFurtherRivals({ competitors }: DomainFacts, { sources }: ToolContext): boolean {
  const { rows, total } = competitors.value;
  if (rows.length === 0) return false;
  return total === null || (sources.wholeList === undefined && total > rows.length);
}

/** What costs credits is suggested only where the answer and its free datasets do not have it. */
function suggestionsFor(
  { domain, summary, own, ...lists }: Data,
  { market, sources }: ToolContext,
  wantsField: boolean,
) {
  const { top_keywords, top_pages, likely_competitors } = lists;
  const suggest = suggestionsIn(market);
  const rivals = likely_competitors.filter(({ is_giant }) => !is_giant).map(({ competitor }) => competitor);
  // Of a page that only the console knows, everything is shown.
  const bestPage = top_pages.find(({ organic_keywords }) => organic_keywords !== null);
  const isUnranked = top_keywords.length === 0 && (summary.organic_keywords ?? 0) === 0;
  if (isUnranked && own)
    return [suggest('audit_site', { domain }, 'To find technical and content faults of its pages.')];
  if (isUnranked)
    return [
      suggest(
        'audit_site',
        { domain },
        `No ranking of it is known in ${marketName(market)}: check what its pages say.`,
      ),
      ...(sources.liveListings
        ? [
            suggest(
              'inspect_serp',
              { query: domain },
              'To see whether the domain is listed for its own name.',
            ),
          ]
        : []),
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
    ...(wantsField ? [suggest('discover_competitors', { domain }, 'To see the whole field of rivals.')] : []),
    ...(bestPage
      ? [suggest('inspect_page', { url: bestPage.url }, 'To see what the strongest page ranks for.')]
      : []),
    suggest('audit_site', { domain }, 'To find technical and content faults of its pages.'),
  ];
}

/** Lists that the snapshot shows the first rows of. Pages and rivals only where they can be read whole: the rest would cost. */
function datasetsOf({ domain, ...shown }: Data, facts: DomainFacts, context: ToolContext): DatasetDraft[] {
  const ranked = facts.ranked.value;
  const rankedList = wholeList(context, { list: 'ranked-keywords', domain }, ranked.total);
  const pages = wholeList(context, { list: 'top-pages', domain }, facts.pages.value.total);
  const rivals = wholeList(context, { list: 'competitors', domain }, facts.competitors.value.total);
  const keywords = rankedList ? `All ${rankedList.rows} known` : `The ${ranked.rows.length} strongest`;
  return [
    ...datasetBeyond(shown.top_keywords.length, {
      name: 'ranked-keywords',
      description: `${keywords} ranked keywords of ${domain}, best traffic first.`,
      rows: ranked.rows,
      ...(rankedList && { whole: rankedList }),
    }),
    ...(pages
      ? datasetBeyond(shown.top_pages.length, {
          name: 'top-pages',
          description: `All ${pages.rows} pages of ${domain} that rank, best traffic first.`,
          rows: [],
          whole: pages,
        })
      : []),
    ...(rivals
      ? datasetBeyond(shown.likely_competitors.length, {
          name: 'competitors',
          description: `All ${rivals.rows} sites that share keywords with ${domain}, closest first.`,
          rows: [],
          whole: rivals,
        })
      : []),
  ];
}

function observationsOf({ domain, summary, top_keywords, own }: Data): Observation[] {
  const subject = domainSubject(domain);
  const { organic_keywords, top_10_keywords, estimated_organic_traffic_per_month } = summary;
  const counts = { organic_keywords, top_10_keywords, estimated_organic_traffic_per_month };
  return [
    ...observe('domain_visibility', subject, counts),
    ...(own
      ? observe('own_search_figures', subject, { clicks: own.clicks, impressions: own.impressions })
      : []),
    ...top_keywords.flatMap(({ keyword, position }) =>
      observe('ranks_for', keywordSubject(keyword), { position }),
    ),
  ];
}
