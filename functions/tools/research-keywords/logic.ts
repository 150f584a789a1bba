import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  domainSubject,
  keywordSubject,
  marketName,
  observe,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import { ownMarket } from '#shared/facts/answers/own-rows.ts';
import {
  datasetBeyond,
  fittingRows,
  type Suggestion,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import { subjectStems } from '#shared/facts/intent/words.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Fact, Market } from '#shared/facts/ports/fact.ts';
import type { OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { IdeaQuestion, KeywordIdeas, KeywordTrend } from '#shared/facts/ports/search-index.ts';
import type { researchKeywords as contract } from './contract.ts';
import { type OwnIdea, type OwnIdeas, withOwnIdeas } from './own-ideas.ts';

type Input = ToolInput<typeof contract>;
type Data = ToolData<typeof contract>;

/** Months of the trend that a row of the answer shows. Twelve would double the answer. */
const inlineMonths = 3;
const statedKeywords = 1;

export async function researchKeywords(input: Input, context: ToolContext): Promise<ToolAnswer<Data>> {
  const { market, sources } = context;
  const [ideas, ownSites = []] = await Promise.all([
    sources.index.keywordIdeas(questionOf(input), market),
    sources.own?.sites(market),
  ]);
  const own = await withOwnIdeas(input, ideas.value, ownSites);
  const { rows } = own;
  const keywords = fittingRows(rows.map(inlineRow));
  const answered = answeredMarket(market, [ideas]);
  const isOwn = own.added > 0 && own.added === rows.length;
  return answer({
    asked: [own.added > 0 ? withoutNoData(ideas) : ideas, ...own.facts],
    data: {
      seed: input.seed,
      location: answered.location.name,
      mode: input.mode,
      keywords,
      filtered_out: ideas.value.filtered_out,
    },
    statements: statementsOf(own, ideas, answered),
    shown: {
      rows: keywords.length,
      total: own.total,
      mayHaveMore: true,
      note: isOwn
        ? `Queries with the words of the seed that Search Console counts for your own sites; beside them nothing is known in ${marketName(answered)}.`
        : scopeNote(input, rows, answered),
    },
    suggestions: suggestionsFor(input, rows, ideas.value.filtered_out, { ...context, isOwn }),
    datasets: ideasDataset(input, ideas.value, keywords.length, context),
    observations: rows.flatMap(({ keyword, monthly_volume }) =>
      observe('keyword_metrics', keywordSubject(keyword), { monthly_volume }),
    ),
    isOwn,
  });
}

/** That the index knows nothing is no news where the caller's own queries answer. */
function withoutNoData(ideas: Fact<KeywordIdeas>): Fact<KeywordIdeas> {
  return { ...ideas, notices: ideas.notices.filter(({ code }) => code !== 'no_data') };
}

function inlineRow(row: OwnIdea): Data['keywords'][number] {
  return { ...row, trend: row.trend.slice(-inlineMonths), variants: [...row.variants] };
}

/** The filters go to the source, which applies them before the limit: a filter never empties a full page. */
function questionOf({ seed, mode, limit, min_volume, intent }: Input): IdeaQuestion {
  return {
    seed,
    mode,
    limit,
    ...(min_volume === undefined ? {} : { minVolume: min_volume }),
    ...(intent === undefined ? {} : { intent }),
  };
}

function scopeNote(input: Input, rows: readonly KeywordTrend[], market: Market): string {
  if (rows.length > 0)
    return `Keywords known in ${marketName(market)}; near-duplicates are folded into \`variants\`.`;
  const filtered = input.min_volume !== undefined || input.intent !== undefined;
  return filtered
    ? `No keyword around this seed passes the filters in ${marketName(market)}; \`filtered_out\` has what each filter dropped, where the source counts it.`
    : `Nothing is known around this seed in ${marketName(market)}. Try a broader or shorter term.`;
}

function statementsOf({ rows, added, sites }: OwnIdeas, { provenance }: Fact<KeywordIdeas>, market: Market) {
  const ofIndex = rows
    .slice(0, Math.min(statedKeywords, rows.length - added))
    .map(({ keyword, monthly_volume, cpc_usd, difficulty, intent }) =>
      statement(
        'keyword_metrics',
        [keywordSubject(keyword)],
        { monthly_volume, cpc_usd, difficulty, intent },
        provenance,
        market,
      ),
    );
  return [...ofIndex, ...ownStatements(rows, sites)];
}

/** Of each site of the caller's own the first row that it has figures of. */
function ownStatements(rows: readonly OwnIdea[], sites: ReadonlyMap<string, OwnSite>): Statement[] {
  return [...sites].flatMap(([domain, { provenance, summary }]) => {
    const row = rows.find(({ own }) => own?.domain === domain);
    if (!row?.own) return [];
    const { domain: _, ...figures } = row.own;
    const subject = [domainSubject(domain), keywordSubject(row.keyword)];
    return [
      statement('own_search_figures', subject, figures, provenance, { place: ownMarket(summary.scope) }),
    ];
  });
}

function suggestionsFor(
  input: Input,
  rows: readonly KeywordTrend[],
  filteredOut: KeywordIdeas['filtered_out'],
  { market, sources, isOwn }: Pick<ToolContext, 'market' | 'sources'> & { readonly isOwn: boolean },
): Suggestion[] {
  const { seed, mode } = input;
  const suggest = suggestionsIn(market);
  const best = rows.at(0)?.keyword;
  if (best === undefined)
    return [
      ...(Object.values(filteredOut).some((count) => (count ?? 0) > 0)
        ? [suggest('research_keywords', { seed, mode }, 'To see the keywords that the filters dropped.')]
        : []),
      ...(sources.liveListings
        ? [
            suggest(
              'inspect_serp',
              { query: seed },
              'To see what is listed for the seed, and related searches.',
            ),
          ]
        : []),
    ];
  // Of queries that only the caller's own sites know, no tool knows more.
  if (isOwn && !sources.liveListings) return [];
  const seeds = rows.slice(0, 5).map(({ keyword }) => keyword);
  const next = nextMode(seed, mode, rows);
  return [
    suggest('inspect_keyword', { keyword: best }, 'To see one keyword in depth, with who ranks for it.'),
    suggest('discover_competitors', { seed_keywords: seeds }, 'To see which domains own these keywords.'),
    // Where nothing is known around the seed but itself, the other modes have nothing either.
    ...(rows.length > 1 || sources.liveListings
      ? [suggest('research_keywords', { seed, mode: next }, useOfMode[next])]
      : []),
  ];
}

const useOfMode: Readonly<Record<Data['mode'], string>> = {
  ideas: 'For keywords of the topic in other words.',
  suggestions: 'For longer queries with the seed in them.',
  related: 'For what is searched along with it, in other words too.',
};

/** The mode that shows other keywords, so that the suggested call does not buy the same list again. */
function nextMode(seed: string, mode: Data['mode'], rows: readonly KeywordTrend[]): Data['mode'] {
  const stems = subjectStems(seed);
  if (mode === 'suggestions') return stems.length > 1 ? 'ideas' : 'related';
  const containsSeed = ({ keyword }: KeywordTrend) => {
    const words = new Set(subjectStems(keyword));
    return stems.every((stem) => words.has(stem));
  };
  return mode === 'ideas' && rows.every(containsSeed) ? 'related' : 'suggestions';
}

/** The rows with all their months, where the answer shows fewer of either. */
function ideasDataset(input: Input, ideas: KeywordIdeas, shown: number, context: ToolContext) {
  const rows = ideas.rows.slice(0, input.limit);
  const hasMoreMonths = rows.some(({ trend }) => trend.length > inlineMonths);
  const { limit: _, ...question } = questionOf(input);
  // The total is known where all were read; else the list has at least the rows of the answer.
  const whole = wholeList(context, { list: 'keyword-ideas', ...question }, ideas.total ?? rows.length);
  const mayHaveMore = ideas.total === null && (whole !== undefined || rows.length === input.limit);
  const around = `around "${input.seed}"`;
  const named = whole
    ? `All known keywords ${around}, ${ideas.total === null ? 'at least ' : ''}${whole.rows},`
    : `The ${rows.length} keywords ${around}`;
  return datasetBeyond(hasMoreMonths || mayHaveMore ? 0 : shown, {
    name: 'keyword-ideas',
    description: `${named} with every known month of volume.`,
    rows,
    ...(whole && { whole }),
  });
}
