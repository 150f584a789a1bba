import type { Statement } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { answer, domainSubject, observe, statement, suggestAnywhere } from '#shared/facts/answers/answer.ts';
import {
  datasetBeyond,
  fittingRows,
  rivalsOf,
  type Suggestion,
  type ToolAnswer,
  type ToolContext,
  wholeList,
} from '#shared/facts/answers/tool-answer.ts';
import type { LinkGap, LinkGapQuestion, LinkGapRow } from '#shared/facts/ports/backlink-index.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { compareBacklinkGap as contract } from './contract.ts';

type Data = ToolData<typeof contract>;

const statedGaps = 4;

export async function compareBacklinkGap(
  { domain, competitors, limit, max_spam_score }: ToolInput<typeof contract>,
  context: ToolContext,
): Promise<ToolAnswer<Data>> {
  const { rivals, warnings } = rivalsOf(domain, competitors);
  const question = { domain, competitors: rivals, limit, maxSpamScore: max_spam_score };
  const { gap, isOfGraph, isKnown } = await readGap(question, context.sources);
  const list = { list: 'backlink-gaps', domain, competitors: rivals, maxSpamScore: max_spam_score } as const;
  const whole = isOfGraph ? undefined : wholeList(context, list, gap.value.total);
  const rows = gap.value.rows.slice(0, limit);
  const gaps = fittingRows(rows);
  return answer({
    asked: [gap],
    data: {
      domain,
      competitors: rivals,
      gaps: gaps.map((row) => ({ ...row, links: [...row.links] })),
      filtered: gap.value.filtered,
    },
    statements: statementsOf(domain, gaps, gap),
    shown: {
      rows: gaps.length,
      total: gap.value.total,
      mayHaveMore: rows.length >= limit || gaps.length < rows.length,
      note: scopeNote(question, gaps, isOfGraph),
    },
    warnings,
    // Of sites without a known link, no tool knows one.
    suggestions: isKnown ? suggestionsFor(domain, rivals, gap.value) : [],
    datasets: datasetBeyond(gaps.length, {
      name: 'backlink-gaps',
      description: `${whole?.rows ?? rows.length} sites that link to rivals and not to ${domain}.`,
      rows,
      ...(whole && { whole }),
    }),
    observations: observe('backlink_gap', domainSubject(domain), { gaps: gap.value.total }),
    // Nobody pays to hear that beside the own links nothing is known of a rival.
    isOwn: isKnown ? gap.value.isOwn === true : (await context.sources.hasOwnLinks?.(domain)) === true,
  });
}

/** Where no index of links knows any of the compared sites, a public graph of the web may. */
async function readGap(question: LinkGapQuestion, { backlinks, webGraph }: Sources) {
  const gap = await backlinks.gap(question);
  const { rows, filtered } = gap.value;
  const isKnown = rows.length > 0 || (filtered.spam ?? 0) > 0 || (filtered.links_to_target ?? 0) > 0;
  const found = isKnown ? undefined : await webGraph?.gap(question);
  return { gap: found ?? gap, isOfGraph: found !== undefined, isKnown: isKnown || found !== undefined };
}

function scopeNote(
  { domain, competitors }: LinkGapQuestion,
  gaps: readonly LinkGapRow[],
  isOfGraph: boolean,
): string {
  if (gaps.length === 0)
    return `No site is known that links to ${competitors.join(', ')} and not to ${domain}.`;
  const note = 'Referring domains that link to at least one competitor and not to the target';
  return isOfGraph
    ? `${note}, as a public graph of the web has them, the most central first. Any reference counts; \`max_spam_score\` has nothing to go by.`
    : `${note}.`;
}

function statementsOf(
  domain: string,
  gaps: readonly LinkGapRow[],
  { provenance }: Fact<LinkGap>,
): Statement[] {
  return gaps
    .slice(0, statedGaps)
    .map(({ referring_domain, domain_rank, competitors_linked, links }) =>
      statement(
        'backlink_gap',
        [domainSubject(referring_domain), domainSubject(domain)],
        { domain_rank, competitors_linked, links_to: links.map(({ competitor }) => competitor).slice(0, 3) },
        provenance,
      ),
    );
}

function suggestionsFor(
  domain: string,
  rivals: readonly string[],
  { rows: gaps, isOwn = false }: LinkGap,
): Suggestion[] {
  // The links of a rival that stands in the rows are known, and free where they are the account's own.
  const rival = gaps.at(0)?.links.at(0)?.competitor ?? rivals.at(0);
  return [
    ...(rival === undefined
      ? []
      : [
          {
            ...suggestAnywhere(
              'inspect_backlinks',
              { domain: rival },
              'To see the whole link profile of a rival.',
            ),
            ...(isOwn && gaps.length > 0 && { credits: 0 }),
          },
        ]),
    ...(gaps.length > 0
      ? []
      : [suggestAnywhere('discover_competitors', { domain }, 'To find rivals whose links differ more.')]),
  ];
}
