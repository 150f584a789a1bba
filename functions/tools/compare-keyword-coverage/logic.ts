import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  type AnyMarket,
  answer,
  domainSubject,
  keywordSubject,
  marketName,
  observe,
  statement,
  suggestAnywhere,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import { ownFact, ownMarket } from '#shared/facts/answers/own-rows.ts';
import {
  datasetBeyond,
  fittingRows,
  inlineCharacters,
  type Observation,
  rivalsOf,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, Market } from '#shared/facts/ports/fact.ts';
import type { OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { KeywordCoverage } from '#shared/facts/ports/search-index.ts';
import type { compareKeywordCoverage as contract } from './contract.ts';
import { intentClusters } from './intent-clusters.ts';
import { type OwnCoverage, withOwnCoverage, withOwnRivals } from './own-coverage.ts';

type Input = ToolInput<typeof contract>;
type Data = ToolData<typeof contract>;

/** Rows of each list where the caller did not say how many. */
const rowsByDefault = 50;
/** Of those, the rows that the answer itself shows. */
const inlineByDefault = 6;
const statedGaps = 4;
const statedLosing = 2;

export async function compareKeywordCoverage(input: Input, context: ToolContext): Promise<ToolAnswer<Data>> {
  const { market, sources } = context;
  const { rivals, warnings } = rivalsOf(input.domain, input.competitors);
  const limit = input.limit ?? rowsByDefault;
  const [first, ownSite, ...found] = await Promise.all([
    sources.index.coverage(input.domain, rivals, market, limit),
    sources.own?.site(input.domain, market),
    ...rivals.map((rival) => sources.own?.site(rival, market)),
  ]);
  const indexed = ownSite ? await comparedWhole(input.domain, rivals, first, context) : first;
  // Only of sites whose queries lie side by side it is known which of them one has and the other has not.
  const ownRivals = ownSite ? found.filter((site) => site !== undefined) : [];
  const knowsIndex = Object.values(indexed.value).some((list) => (list?.rows?.length ?? 0) > 0);
  const compared = withOrigin(
    { ...indexed, value: await withOwnRivals(indexed.value, ownRivals) },
    knowsIndex ? undefined : ownRivals.at(0),
  );
  const beside = await withOwnCoverage(compared.value, ownSite);
  const covered = { ...beside, facts: [...beside.facts, ...ownRivals.map(originOf)] };
  const isOwn = ownSite !== undefined && !knowsIndex;
  const gaps = covered.gaps.rows.slice(0, limit);
  const losing = covered.losing.rows.slice(0, limit);
  const strong = covered.strong.rows.slice(0, limit);
  const most = input.limit ?? inlineByDefault;
  const share = sharedRoom([gaps, losing, strong].map((rows) => JSON.stringify(rows.slice(0, most)).length));
  const inline = <Row>(rows: readonly Row[]) => fittingRows(rows.slice(0, most), share);
  const answered = answeredMarket(market, [compared]);
  const data: Data = {
    domain: input.domain,
    location: answered.location.name,
    competitors: rivals,
    counts: countsOf(covered),
    gaps: inline(gaps).map((row) => ({
      ...row,
      competitor_positions: [...row.competitor_positions],
    })),
    losing: inline(losing),
    strong: inline(strong),
    intent_clusters: intentClusters([...gaps, ...losing]),
  };
  const rows = data.gaps.length + data.losing.length + data.strong.length;
  return answer({
    asked: [compared, ...covered.facts],
    data,
    statements: statementsOf(data, compared, isOwn ? { place: ownMarket(ownSite.summary.scope) } : answered),
    shown: {
      rows,
      total: total(covered),
      mayHaveMore: [gaps, losing, strong].some(({ length }) => length === limit),
      note: scopeNote(data, answered, isOwn ? ownSite : undefined),
    },
    warnings,
    suggestions: suggestionsFor(data, context, {
      isKnown: compared.notices.every(({ code }) => code !== 'no_data'),
      isOwn,
    }),
    datasets: datasetsOf(data, covered, context),
    observations: observationsOf(data, covered),
    // Nobody pays to hear that beside the own site nothing is known of a rival.
    isOwn: isOwn || (ownSite !== undefined && rows === 0),
  });
}

const originOf = (site: OwnSite) => ownFact(new Map(), site.provenance);

/** Of what the index knows nothing of, what is told is from the console of the first rival. */
function withOrigin<Value>(fact: Fact<Value>, rival: OwnSite | undefined): Fact<Value> {
  return rival ? { ...fact, provenance: rival.provenance, notices: [] } : fact;
}

/** Rows of all lists that are read to be laid beside the caller's own console: some megabytes. */
const mostBesideOwn = 20_000;

/** All keywords of rivals beside a site of the caller's own, so that gaps which its console disproves can be counted. */
async function comparedWhole(
  domain: string,
  rivals: readonly string[],
  found: Fact<KeywordCoverage>,
  { market, sources }: ToolContext,
): Promise<Fact<KeywordCoverage>> {
  const lists = Object.values(found.value);
  const rows = lists.reduce((sum, list) => sum + (list.total ?? 0), 0);
  const isCut = rows > lists.reduce((sum, list) => sum + list.rows.length, 0);
  if (!sources.wholeList || !isCut || rows > mostBesideOwn) return found;
  return sources.index.coverage(domain, rivals, market, rows);
}

/** Characters that each list may take: what the shorter ones leave is shared by the others. */
function sharedRoom(sizes: readonly number[]): number {
  let room = inlineCharacters;
  for (const [at, size] of sizes.toSorted((a, b) => a - b).entries()) {
    const share = room / (sizes.length - at);
    if (size > share) return share;
    room -= size;
  }
  return inlineCharacters;
}

/** How many there are of each kind: counted, else estimated, else unknown. */
function countsOf({ gaps, losing, strong, estimate }: OwnCoverage): Data['counts'] {
  if (estimate)
    return {
      ...{ gaps: estimate.gaps.keywords, losing: estimate.losing.keywords, strong: estimate.strong.keywords },
      basis: 'estimate',
      margins: { gaps: estimate.gaps.margin, losing: estimate.losing.margin, strong: estimate.strong.margin },
    };
  const totals = { gaps: gaps.total, losing: losing.total, strong: strong.total };
  return { ...totals, basis: Object.values(totals).includes(null) ? null : 'exact' };
}

function total({ gaps, losing, strong }: OwnCoverage): number | null {
  const totals = [gaps.total, losing.total, strong.total].filter((known) => known !== null);
  return totals.length < 3 ? null : totals.reduce((sum, known) => sum + known, 0);
}

function scopeNote(
  { domain, gaps, losing, strong, competitors }: Data,
  market: Market,
  site: OwnSite | undefined,
): string {
  const where = marketName(market);
  const rivals = competitors.join(', ');
  if (gaps.length + losing.length + strong.length === 0)
    return `No keyword of ${rivals} is known in ${where}.`;
  return site
    ? `Queries of ${domain} beside those of ${rivals}, by the mean positions that Search Console counts (${ownMarket(site.summary.scope)}).`
    : `Gaps, losing and strong keywords of ${domain} in ${where}.`;
}

function statementsOf(
  data: Data,
  { provenance }: Fact<KeywordCoverage>,
  market: Market | AnyMarket,
): Statement[] {
  const target = domainSubject(data.domain);
  return [
    ...data.gaps.slice(0, statedGaps).map(({ keyword, monthly_volume, competitor_positions }) => {
      const best = competitor_positions.toSorted((a, b) => a.position - b.position).at(0);
      const values = {
        monthly_volume,
        best_competitor: best?.competitor ?? null,
        best_position: best?.position ?? null,
      };
      return statement('keyword_gap', [target, keywordSubject(keyword)], values, provenance, market);
    }),
    ...data.losing
      .slice(0, statedLosing)
      .map(({ keyword, monthly_volume, target_position, best_competitor }) =>
        statement(
          'losing_keyword',
          [target, keywordSubject(keyword), domainSubject(best_competitor.competitor)],
          { monthly_volume, target_position, best_position: best_competitor.position },
          provenance,
          market,
        ),
      ),
  ];
}

function suggestionsFor(
  { domain, competitors, gaps, losing }: Data,
  { market, sources }: ToolContext,
  { isKnown, isOwn }: { readonly isKnown: boolean; readonly isOwn: boolean },
) {
  const isFree = isOwn && !sources.liveListings;
  const suggestIn = suggestionsIn(market);
  const suggest: typeof suggestIn = (...call) => ({ ...suggestIn(...call), ...(isFree && { credits: 0 }) });
  const gap = gaps.at(0)?.keyword;
  const lost = losing.at(0);
  if (gap === undefined && !lost)
    return !isKnown && !sources.liveListings
      ? []
      : [suggest('discover_competitors', { domain }, 'To find rivals that share more keywords.')];
  return [
    ...(gap === undefined
      ? []
      : [
          suggest(
            'inspect_keyword',
            { keyword: gap },
            'To see who ranks for the largest gap, and how hard it is.',
          ),
        ]),
    ...(lost?.target_url
      ? [suggest('inspect_page', { url: lost.target_url }, 'To see the page that loses the largest keyword.')]
      : []),
    ...(isFree
      ? []
      : [
          suggestAnywhere('compare_backlink_gap', { domain, competitors }, 'To find who links only to them.'),
        ]),
  ];
}

function datasetsOf({ domain, competitors, ...shown }: Data, found: OwnCoverage, context: ToolContext) {
  const { gaps, losing, strong } = found;
  const question = { domain, competitors };
  // Rows laid beside the caller's own console are kept as they are: the index alone would give others.
  const isShared = found.facts.length === 0;
  const list = (name: 'keyword-gaps' | 'losing-keywords' | 'strong-keywords', total: number | null) =>
    isShared ? wholeList(context, { list: name, ...question }, total) : undefined;
  const allGaps = list('keyword-gaps', gaps.total);
  const allLosing = list('losing-keywords', losing.total);
  const allStrong = list('strong-keywords', strong.total);
  // A list that is only a part says of how many.
  const many = (all: { readonly rows: number } | undefined, kind: 'gaps' | 'losing' | 'strong') => {
    const about = found.estimate?.[kind].keywords;
    const { length } = found[kind].rows;
    return all ? `${all.rows}` : about === undefined ? `${length}` : `${length} of about ${about}`;
  };
  return [
    ...datasetBeyond(shown.gaps.length, {
      name: 'keyword-gaps',
      description: `${many(allGaps, 'gaps')} keywords where a rival ranks and ${domain} is not known to.`,
      rows: gaps.rows,
      ...(allGaps && { whole: allGaps }),
    }),
    ...datasetBeyond(shown.losing.length, {
      name: 'losing-keywords',
      description: `${many(allLosing, 'losing')} keywords where a rival beats ${domain}.`,
      rows: losing.rows,
      ...(allLosing && { whole: allLosing }),
    }),
    ...datasetBeyond(shown.strong.length, {
      name: 'strong-keywords',
      description: `${many(allStrong, 'strong')} keywords of rivals where none beats ${domain}.`,
      rows: strong.rows,
      ...(allStrong && { whole: allStrong }),
    }),
  ];
}

function observationsOf({ domain, losing }: Data, compared: OwnCoverage): Observation[] {
  const totals = {
    gaps: compared.gaps.total,
    losing: compared.losing.total,
    strong: compared.strong.total,
  };
  return [
    ...observe('keyword_coverage', domainSubject(domain), totals),
    ...losing.flatMap(({ keyword, target_position }) =>
      observe('losing_keyword', keywordSubject(keyword), { target_position }),
    ),
  ];
}
