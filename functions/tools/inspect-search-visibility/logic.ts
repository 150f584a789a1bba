import type { Provenance, Statement, Warning } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import {
  answer,
  domainSubject,
  fromAiAnswer,
  isOwnElsewhere,
  keywordSubject,
  marketName,
  observe,
  statement,
  suggestionsIn,
} from '#shared/facts/answers/answer.ts';
import type { Observation, ToolAnswer, ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { answeredMarket } from '#shared/facts/markets/markets.ts';
import type { Market } from '#shared/facts/ports/fact.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { inspectSearchVisibility as contract } from './contract.ts';
import {
  type CheckedRow,
  fallbackKeywords,
  type ReadPositions,
  readPositions,
  summaryOf,
  uncheckedRow,
} from './read-positions.ts';

type Input = ToolInput<typeof contract>;
type Data = ToolData<typeof contract>;

const statedPositions = 6;
const statedCitations = 3;

export async function inspectSearchVisibility(input: Input, context: ToolContext): Promise<ToolAnswer<Data>> {
  const { market } = context;
  const keywords = [...new Set(input.keywords.map(sameKeyword))];
  const { domain, mode, rivals = [], serp_features = false } = input;
  const question = { domain, mode, keywords, rivals: rivals.filter((rival) => rival !== domain) };
  const read = await readPositions(question, context);
  const positions = input.keywords.map((keyword): Data['positions'][number] => {
    const {
      features,
      rivals: places,
      ...row
    } = read.positions.get(sameKeyword(keyword))?.row ?? uncheckedRow(keyword);
    return {
      ...row,
      keyword,
      ...(question.rivals.length > 0 && { rivals: [...places] }),
      ...(serp_features && { serp_features: features && [...features] }),
    };
  });
  const summary = summaryOf(positions, read.fellBack);
  if (context.isWholeOnly && read.isLive && summary.not_checked > 0) throw inPart(summary);
  // Live listings are those of the place itself.
  const answered = read.isLive ? market : answeredMarket(market, read.facts);
  const data: Data = {
    domain: input.domain,
    location: answered.location.name,
    ...(market.device && { device: market.device }),
    fetched_at: newest(positions),
    mode: input.mode,
    mode_used: read.isLive ? 'live' : 'index',
    positions,
    summary,
  };
  return answer({
    asked: read.facts,
    data,
    statements: statementsOf(input.domain, read, answered),
    shown: {
      rows: data.summary.checked,
      total: positions.length,
      note: scopeNote(data, answered),
    },
    warnings: [...unchecked(data), ...averages(data, answered)],
    suggestions: suggestionsFor(data, context),
    observations: [...read.positions.values()].flatMap(({ row }) => observationsOf(row)),
    isOwn:
      data.summary.checked > 0
        ? positions.every(isOwnOrUnchecked)
        : !read.isLive && (await isOwnElsewhere(input.domain, context.sources)),
  });
}

/** Listings that were fetched are kept for a while: who asks again is soon through. */
function inPart({ not_checked: count, keywords_requested: asked }: Data['summary']): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    `${count} of ${asked} keywords could not be looked up in time. Nothing was charged.`,
  );
}

const isOwnOrUnchecked = ({ status, basis, ai_overview, rivals = [] }: Data['positions'][number]) =>
  (status === 'not_checked' || basis === 'average') && ai_overview === 'not_checked' && rivals.length === 0;

function observationsOf({ keyword, status, position, ai_overview }: CheckedRow): Observation[] {
  const subject = keywordSubject(keyword);
  return [
    ...(status === 'not_checked' ? [] : observe('ranks_for', subject, { position })),
    ...(ai_overview === 'not_checked' ? [] : observe('cited_in_ai_overview', subject, { ai_overview })),
  ];
}

/** Search engines do not tell case apart, so that a keyword in two spellings is looked up once. */
function sameKeyword(keyword: string): string {
  return keyword.toLowerCase();
}

function newest(positions: Data['positions']): string | null {
  const times = positions.map((row) => row.observed_at).filter((time) => time !== null);
  return times.toSorted().at(-1) ?? null;
}

function unchecked({ summary }: Data): Warning[] {
  if (summary.not_checked === 0) return [];
  const { not_checked: count, keywords_requested: asked } = summary;
  const message = `${count} of ${asked} ${asked === 1 ? 'keyword' : 'keywords'} ${count === 1 ? 'was' : 'were'} not checked; that says nothing about whether the domain ranks.`;
  return [{ code: 'partial_answer', message }];
}

/** A mean over other places than were asked about is no position there. */
function averages({ positions }: Data, { location }: Market): Warning[] {
  const elsewhere = positions.filter((row) => row.market !== undefined && row.market !== location.name);
  const [first] = elsewhere;
  if (!first) return [];
  const message = `${elsewhere.length} of ${positions.length} positions are means of ${first.market} in Search Console (\`basis: average\`), not places seen in ${location.name}.`;
  return [{ code: 'location_widened', message }];
}

function scopeNote({ domain, summary, mode, mode_used }: Data, market: Market): string {
  const where = marketName(market);
  if (summary.not_checked === 0) return `Positions of ${domain} and its subdomains in ${where}.`;
  if (mode_used === 'index')
    return `Positions in ${where}; for keywords that are not checked, no listing is known.`;
  return mode === 'live'
    ? `Positions in ${where}; time or budget ended before all listings were fetched.`
    : `Positions in ${where}; beside the index, auto fetches at most ${fallbackKeywords} listings, as far as time and budget go.`;
}

/** Where the domain ranks best, and where AI overviews cite it. */
function statementsOf(domain: string, read: ReadPositions, market: Market): Statement[] {
  return [...rankings(domain, read, market), ...citations(domain, read, market)];
}

function citations(domain: string, { positions }: ReadPositions, market: Market): Statement[] {
  return [...positions.values()]
    .filter(({ row }) => row.ai_overview === 'cited')
    .slice(0, statedCitations)
    .map(({ row, provenance }) =>
      statement(
        'cited_in_ai_overview',
        [domainSubject(domain), keywordSubject(row.keyword)],
        {},
        fromAiAnswer(seenAs(provenance, row)),
        market,
      ),
    );
}

/** The best ranked keywords, each with the origin of its own position. */
function rankings(domain: string, { positions }: ReadPositions, market: Market): Statement[] {
  return [...positions.values()]
    .filter(({ row }) => row.position !== null)
    .toSorted((a, b) => (a.row.position ?? 0) - (b.row.position ?? 0))
    .slice(0, statedPositions)
    .map(({ row, provenance }) => {
      const { keyword, position, url, checked_depth, basis, market: place } = row;
      return statement(
        'ranks_for',
        [domainSubject(domain), keywordSubject(keyword)],
        { position, url, checked_depth, ...(basis && { basis }) },
        seenAs(provenance, row),
        place === undefined ? market : { place },
      );
    });
}

/** The origin of a place, with the time at which that one was seen. */
function seenAs({ file_date: _, ...provenance }: Provenance, row: CheckedRow): Provenance {
  const { observed_at, file_date } = row;
  return { ...provenance, observed_at, ...(file_date !== undefined && { file_date }) };
}

function suggestionsFor(
  { domain, positions, mode, summary, device }: Data,
  { market, sources }: ToolContext,
) {
  const suggest = suggestionsIn(market);
  const unchecked = positions.filter(({ status }) => status === 'not_checked').map(({ keyword }) => keyword);
  const missing = positions.find(({ status }) => status === 'not_in_top_n');
  const canLookLive = sources.liveListings !== undefined && mode !== 'live' && mode !== 'newest';
  return [
    ...(unchecked.length > 0 && canLookLive
      ? [
          suggest(
            'inspect_search_visibility',
            {
              domain,
              keywords: [...new Set(unchecked)].slice(0, fallbackKeywords),
              ...(device && { device }),
              mode: 'live',
            },
            'To check the keywords that the index does not know in live listings.',
          ),
        ]
      : []),
    ...(missing
      ? [suggest('inspect_serp', { query: missing.keyword }, 'To see who ranks where the domain does not.')]
      : []),
    // Of the caller's own site everything is free in its own page and datasets.
    ...(positions.some(({ basis }) => basis === 'average')
      ? []
      : [
          suggest(
            'inspect_domain',
            { domain },
            summary.ranked > 0
              ? 'To see everything else that the domain ranks for.'
              : 'To see whether the domain is known to rank for anything else.',
          ),
        ]),
  ];
}
