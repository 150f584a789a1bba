import { consoleProvenance } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer, domainSubject, statement } from '#shared/facts/answers/answer.ts';
import { allCountries, ownFact } from '#shared/facts/answers/own-rows.ts';
import type { DatasetDraft, Suggestion, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { flatRow, indexSummary, type SitePerformance } from '#shared/facts/ports/site-performance.ts';
import type { inspectSearchPerformance as contract } from './contract.ts';

type Input = ToolInput<typeof contract>;
type Data = ToolData<typeof contract>;

/** Pages with a problem that an answer names; the dataset has all pages. */
const shownProblems = 5;

export async function inspectSearchPerformance(
  { domain, limit, ...asked }: Input,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { connected } = context.sources;
  const found = await connected?.performance(domain, asked);
  if (!found) return notConnected(domain, connected?.connectAt ?? null);
  const pages = (await connected?.indexStatus(domain, asked.property)) ?? [];
  const { head, rows } = found;
  const shown = rows.slice(0, limit).map(flatRow);
  const provenance = consoleProvenance(`search_console:${head.property}`, head.to);
  const { from, to, totals } = head;
  const { site: _, ...period } = head;
  return answer({
    asked: [ownFact(head, provenance)],
    data: {
      domain,
      connected: true,
      connect_at: null,
      period,
      rows: shown,
      index_status: indexSummary(pages),
      index_problems: pages.filter(({ problem }) => problem !== null).slice(0, shownProblems),
    },
    statements: [
      statement('own_search_figures', [domainSubject(domain)], { ...totals, from, to }, provenance, {
        place: allCountries,
      }),
    ],
    shown: { rows: shown.length, total: rows.length, note: noteOf(head, shown.length, rows.length) },
    suggestions: suggestionsFor(domain, asked, found),
    datasets: [
      ...listOf(context, rows.length - shown.length > 0, {
        name: 'search-performance',
        description: `All ${rows.length} rows of this slice of ${domain}, ${from} to ${to}.`,
        whole: { list: 'search-performance', domain, asked: textsOf(asked) },
        rows: rows.length,
      }),
      ...listOf(context, pages.length > 0, {
        name: 'index-status',
        description: `What URL Inspection says of ${pages.length} pages of ${domain}, problems first.`,
        whole: { list: 'index-status', domain },
        rows: pages.length,
      }),
    ],
  });
}

/** An answer and not an error: callers cannot know, and are told where a person connects it. */
function notConnected(domain: string, connectAt: string | null): ToolAnswer<Data> {
  const where = connectAt === null ? '' : ` at ${connectAt}`;
  return answer({
    asked: [],
    data: {
      domain,
      connected: false,
      connect_at: connectAt,
      period: null,
      rows: [],
      index_status: null,
      index_problems: [],
    },
    statements: [],
    shown: {
      rows: 0,
      total: 0,
      note: `This account has not connected ${domain} to Search Console. Connect it${where}, in three clicks.`,
    },
    suggestions: [
      { tool: 'inspect_domain', args: { domain }, use_when: 'To see what is known without Search Console.' },
    ],
  });
}

function noteOf({ withheld, final_until }: SitePerformance['head'], shown: number, all: number): string {
  const hidden =
    withheld && withheld.clicks > 0
      ? ` Google tells ${withheld.clicks} of the clicks in no row: queries too rare to be named.`
      : '';
  return `${shown} of ${all} rows; days are Pacific, and final until ${final_until ?? 'none yet'}.${hidden}`;
}

function listOf(
  { market }: ToolContext,
  isLonger: boolean,
  {
    whole: list,
    rows,
    ...draft
  }: Pick<DatasetDraft, 'name' | 'description'> & {
    readonly whole: NonNullable<DatasetDraft['whole']>['list'];
    readonly rows: number;
  },
): DatasetDraft[] {
  return isLonger ? [{ ...draft, rows: [], whole: { list, market, rows } }] : [];
}

/** What was asked, without what was not. */
function textsOf(asked: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

function suggestionsFor(
  domain: string,
  { dimensions, compare }: Pick<Input, 'dimensions' | 'compare'>,
  { rows }: SitePerformance,
): Suggestion[] {
  const losses: Suggestion = {
    tool: 'inspect_search_performance',
    args: { domain, dimensions: 'page', compare: 'previous_period', sort: '-clicks_change' },
    use_when: 'To see which pages lost clicks against the period before.',
  };
  const page = rows.map(({ keys }) => keys.page).find((each) => each !== undefined);
  return [
    ...(dimensions === 'page' && compare !== undefined ? [] : [losses]),
    ...(page === undefined
      ? []
      : [{ tool: 'inspect_page', args: { url: page }, use_when: 'To look at the first of these pages.' }]),
    { tool: 'inspect_domain', args: { domain }, use_when: 'To see its opportunities.' },
  ];
}
