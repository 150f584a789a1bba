import type { Competitor } from '#shared/contract/rows.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer } from '#shared/facts/answers/answer.ts';
import { domainSubject, keywordSubject, observe, statement } from '#shared/facts/answers/statements.ts';
import { marketName, suggestionsIn } from '#shared/facts/answers/suggestions.ts';
import {
  datasetBeyond,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, List } from '#shared/facts/ports/fact.ts';
import type { Market } from '#shared/facts/ports/market.ts';
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
  const { market, sources } = context;
  const question = questionOf(input);
  // One more than wanted: some sources list the domain itself as its closest rival.
  const wanted = question.limit + 1;
  const found =
    question.mode === 'seed_keywords' || question.domain === null
      ? await sources.index.competitorsForKeywords(question.seeds, market, wanted)
      : await sources.index.competitors(question.domain, market, wanted);
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
      note: scopeNote(question, competitors, answered),
    },
    suggestions: suggestionsFor(question, competitors, { market, isKnown: isKnown(found) }),
    datasets: datasetsOf(question, competitors.length + data.excluded.length, found.value.total, context),
    observations: competitors.flatMap(({ competitor, shared_keywords }) =>
      observe('competes_with', domainSubject(competitor), { shared_keywords }),
    ),
  });
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

function scopeNote({ mode, domain }: Question, competitors: readonly Competitor[], market: Market): string {
  if (competitors.length > 0)
    return 'Ranked by overlap; platforms that compete with everyone carry `is_giant` and are not dropped.';
  return mode === 'domain'
    ? `No domain is known to share keywords with ${domain} in ${marketName(market)}. Seed keywords may find some.`
    : `No listing of these keywords is known in ${marketName(market)}.`;
}

function statementsOf(
  { domain, seeds }: Question,
  competitors: readonly Competitor[],
  { provenance }: Fact<List<Competitor>>,
  market: Market,
) {
  const asked = domain === null ? seeds.map(keywordSubject) : [domainSubject(domain)];
  return competitors
    .slice(0, statedCompetitors)
    .map(({ competitor, shared_keywords, avg_position, relevance, is_giant }) =>
      statement(
        'competes_with',
        [domainSubject(competitor), ...asked.slice(0, 3)],
        { shared_keywords, avg_position, relevance, is_giant },
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
  competitors: readonly Competitor[],
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
