import { type Provenance, sourceClasses } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer, domainSubject, statement } from '#shared/facts/answers/answer.ts';
import { allCountries, ownFact } from '#shared/facts/answers/own-rows.ts';
import type { Suggestion, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { datasetBeyond } from '#shared/facts/answers/tool-answer.ts';
import type { ExplainedChange } from '#shared/facts/ports/site-performance.ts';
import type { explainChange as contract } from './contract.ts';
import { withEvidence } from './evidence.ts';

type Input = ToolInput<typeof contract>;
type Data = ToolData<typeof contract>;
type Part = ExplainedChange['parts'][number];

const method =
  'Shapley shares of clicks = demand x mix x share at the position x CTR, by query and page; Poisson intervals of 95 in 100, widened by how days scatter. Evidence says what happened, not what caused it.';

export async function explainChange(
  { site, ...asked }: Input,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { connected } = context.sources;
  const found = await connected?.explain(site, asked);
  if (!found) return unknownSite(site, connected?.connectAt ?? null);
  const { connectionId, carriers, parts: _, ...explained } = found;
  const parts = await withEvidence(site, found, context);
  const provenance = provenanceOf(found);
  const shown = parts.reduce((sum, part) => sum + part.carried_by.length, 0);
  const { from, to } = explained.period;
  return answer({
    asked: [ownFact(explained, provenance)],
    data: { site, connect_at: null, ...explained, parts, method },
    statements: [
      statement('own_clicks_changed', [domainSubject(site)], { ...explained.clicks, from, to }, provenance, {
        place: allCountries,
      }),
    ],
    shown: { rows: shown, total: carriers.length, note: noteOf(found) },
    suggestions: suggestionsFor(site, parts),
    datasets: datasetBeyond(shown, {
      name: 'change-carriers',
      description: `Every query and page that carries a part of the change of ${site}, ${from} to ${to}; the rows of a part add up to it.`,
      rows: carriers,
    }),
  });
}

function noteOf({ clicks: { before, after, change }, parts }: ExplainedChange): string {
  const seen = parts.filter(({ verdict }) => verdict === 'seen').length;
  return `${before} clicks became ${after} (${change > 0 ? '+' : ''}${change}); ${seen} of ${parts.length} parts are beyond chance.`;
}

/** An answer and not an error: callers cannot know, and are told where a person connects it. */
function unknownSite(site: string, connectAt: string | null): ToolAnswer<Data> {
  const where = connectAt === null ? '' : ` at ${connectAt}`;
  return answer({
    asked: [],
    data: {
      site,
      connect_at: connectAt,
      period: null,
      compared_with: null,
      explained_by: null,
      clicks: null,
      parts: [],
      notes: [],
      method,
    },
    statements: [],
    shown: {
      rows: 0,
      total: 0,
      note: `There are no two periods of ${site} to compare yet. Connect it to Search Console, or upload exports of two periods${where}.`,
    },
    suggestions: [
      {
        tool: 'inspect_domain',
        args: { domain: site },
        use_when: 'To see what is known without Search Console.',
      },
    ],
  });
}

function provenanceOf({ connectionId, period }: ExplainedChange): Provenance {
  const { method: how, confidence } = sourceClasses.webmaster_console;
  return {
    source_class: 'webmaster_console',
    method: how,
    observed_at: period.to === null ? null : `${period.to}T00:00:00.000Z`,
    confidence,
    connection_id: connectionId,
    cache_hit: false,
  };
}

/** The part that weighs most names the next call. */
function suggestionsFor(site: string, parts: readonly Part[]): Suggestion[] {
  const [largest] = parts
    .filter(({ verdict }) => verdict === 'seen')
    .toSorted((a, b) => Math.abs(b.clicks) - Math.abs(a.clicks));
  const carrier = largest?.carried_by[0];
  return [
    ...(carrier?.page
      ? [
          {
            tool: 'inspect_page',
            args: { url: carrier.page },
            use_when: 'To look at the page that carries most of it.',
          },
        ]
      : []),
    ...(carrier?.query
      ? [
          {
            tool: 'inspect_keyword',
            args: { keyword: carrier.query },
            use_when: 'To see the demand for the query that carries most of it.',
          },
        ]
      : []),
    {
      tool: 'inspect_search_performance',
      args: { domain: site, dimensions: 'page', compare: 'previous_period', sort: '-clicks_change' },
      use_when: 'To see the pages that lost clicks.',
    },
  ];
}
