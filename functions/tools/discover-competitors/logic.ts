import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  domainSubject,
  isOwnElsewhere,
  keywordSubject,
  marketName,
  observe,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import {
  datasetBeyond,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, List, Market } from '#shared/facts/ports/fact.ts';
import type { discoverCompetitors as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

/** What is asked: rivals of a domain, or owners of a set of keywords. Seeds win, being the sharper question. */
interface Question {
  readonly mode: Data['mode'];
  readonly domain: string | null;
  readonly seeds: readonly string[];
  readonly limit: number;
}

const statedCompetitors = 6;

export async function discoverCompetitors(
  input: ToolInput<typeof contract>,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { market } = context;
  const question = questionOf(input);
  // One more than wanted: some sources list the domain itself as its closest rival.
  const wanted = question.limit + 1;
  const { found, isByLinks } = await readCompetitors(question, context, wanted);
  const rivals = found.value.rows.filter(({ competitor }) => competitor !== question.domain);
  const listsItself = rivals.length < found.value.rows.length;
  const competitors = rivals.slice(0, question.limit);
  const answered = answeredMarket(market, [found]);
  const data: Data = {
    domain: question.domain,
    location: answered.location.name,
    mode: question.mode,
    competitors,
    excluded: listsItself && question.domain ? [{ competitor: question.domain, reason: 'target' }] : [],
  };
  return answer({
    asked: [found],
    data,
    statements: statementsOf(question, competitors, found, answered),
    shown: {
      rows: competitors.length,
      total: found.value.total === null ? null : found.value.total - (listsItself ? 1 : 0),
      mayHaveMore: rivals.length > competitors.length,
      note: isByLinks ? linksNote : scopeNote(question, competitors, answered),
    },
    suggestions: suggestionsFor(question, competitors, { market, isKnown: isKnown(found) }),
    datasets: isByLinks
      ? []
      : datasetsOf(question, competitors.length + data.excluded.length, found.value.total, context),
    observations: competitors.flatMap(({ competitor, shared_keywords }) =>
      observe('competes_with', domainSubject(competitor), { shared_keywords }),
    ),
    // Nobody pays to hear that of the own site nothing else is known.
    isOwn: competitors.length === 0 && (await isOwnSite(question, context)),
  });
}

async function isOwnSite({ domain }: Question, { market, sources }: ToolContext): Promise<boolean> {
  if (domain === null) return false;
  return (await sources.own?.site(domain, market)) !== undefined || isOwnElsewhere(domain, sources);
}

type Row = Data['competitors'][number];

const linksNote =
  'No shared keywords are known. These sites are linked by the same domains in a public graph of the web, those closest first: a hint, not proof.';
/** The best-known sites of the web, which have referring domains in common with everybody. */
const giantPositions = 1_000;

/** By listings; where these know nothing of a domain, by who links to it. */
async function readCompetitors(
  { mode, domain, seeds }: Question,
  { market, sources }: ToolContext,
  wanted: number,
): Promise<{ readonly found: Fact<List<Row>>; readonly isByLinks: boolean }> {
  const found: Fact<List<Row>> =
    mode === 'seed_keywords' || domain === null
      ? await sources.index.competitorsForKeywords(seeds, market, wanted)
      : await sources.index.competitors(domain, market, wanted);
  if (mode === 'seed_keywords' || domain === null || found.value.rows.length > 0)
    return { found, isByLinks: false };
  const linked = await sources.webGraph?.linkedTogether(domain, wanted);
  if (!linked || linked.value.rows.length === 0) return { found, isByLinks: false };
  const rows = linked.value.rows.map(
    (row): Row => ({
      ...{ competitor: row.domain, shared_keywords: null, relevance: row.relevance },
      ...{ avg_position: null, organic_keywords: null, estimated_organic_traffic_per_month: null },
      ...{ is_giant: row.position <= giantPositions, basis: 'links' },
      ...{ shared_referrers: row.shared_referrers, position: row.position },
    }),
  );
  return { found: { ...linked, value: { rows, total: linked.value.total } }, isByLinks: true };
}

function questionOf({ domain, seed_keywords, limit }: ToolInput<typeof contract>): Question {
  const seeds = [...new Set(seed_keywords ?? [])];
  return { mode: seeds.length > 0 ? 'seed_keywords' : 'domain', domain: domain ?? null, seeds, limit };
}

/** All rivals, where the source knows them all. */
function datasetsOf(
  { mode, domain, seeds }: Question,
  shown: number,
  total: number | null,
  context: ToolContext,
) {
  const ofDomain = mode === 'domain' && domain !== null;
  const list = ofDomain
    ? ({ list: 'competitors', domain } as const)
    : ({ list: 'seed-competitors', keywords: seeds } as const);
  const whole = wholeList(context, list, total);
  if (!whole) return [];
  const description = ofDomain
    ? `All ${whole.rows} sites that share keywords with ${domain}, closest first.`
    : `All ${whole.rows} sites that rank for the seed keywords, those with most of them first.`;
  return datasetBeyond(shown, { name: 'competitors', description, rows: [], whole });
}

function scopeNote({ mode, domain }: Question, competitors: readonly Row[], market: Market): string {
  if (competitors.length > 0)
    return 'Ranked by overlap. Very large sites, which compete with everyone, are marked and not dropped.';
  return mode === 'domain'
    ? `No domain is known to share keywords with ${domain} in ${marketName(market)}. Seed keywords may find some.`
    : `No listing of these keywords is known in ${marketName(market)}.`;
}

function statementsOf(
  { domain, seeds }: Question,
  competitors: readonly Row[],
  { provenance }: Fact<List<Row>>,
  market: Market,
) {
  const asked = domain === null ? seeds.map(keywordSubject) : [domainSubject(domain)];
  return competitors
    .slice(0, statedCompetitors)
    .map(({ competitor, shared_keywords, avg_position, relevance, is_giant, basis, shared_referrers }) =>
      statement(
        'competes_with',
        [domainSubject(competitor), ...asked.slice(0, 3)],
        { shared_keywords, avg_position, relevance, is_giant, ...(basis && { basis, shared_referrers }) },
        provenance,
        market,
      ),
    );
}

/** Whether the source knows anything of what was asked about. */
function isKnown({ notices }: Fact<unknown>): boolean {
  return notices.every(({ code }) => code !== 'no_data');
}

function suggestionsFor(
  { domain, mode }: Question,
  competitors: readonly Row[],
  { market, isKnown }: { readonly market: Market; readonly isKnown: boolean },
) {
  const suggest = suggestionsIn(market);
  const rivals = competitors.filter(({ is_giant }) => !is_giant).map(({ competitor }) => competitor);
  const first = rivals.at(0);
  if (first === undefined)
    return domain !== null && mode === 'domain' && isKnown
      ? [suggest('inspect_domain', { domain }, 'To see what is known of the domain at all.')]
      : [];
  return [
    ...(domain === null
      ? []
      : [
          suggest(
            'compare_keyword_coverage',
            { domain, competitors: rivals.slice(0, 3) },
            'To find keywords where these rivals rank and the domain does not.',
          ),
        ]),
    suggest('inspect_domain', { domain: first }, 'To see what the closest rival ranks for.'),
  ];
}
