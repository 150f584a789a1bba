import type { Provenance } from '#shared/contract/envelope.ts';
import type { ToolData, ToolInput } from '#shared/contract/tool.ts';
import { ownFact, ownMarket, roundedPlace } from '#shared/facts/answers/own-rows.ts';
import type { ToolContext } from '#shared/facts/answers/tool-answer.ts';
import { keywordKey } from '#shared/facts/intent/words.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import type { OwnQuery, OwnSite } from '#shared/facts/ports/own-sites.ts';
import type { IndexedPosition } from '#shared/facts/ports/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { checkLive } from './check-live.ts';
import type { inspectSearchVisibility as contract } from './contract.ts';

/**
 * In `auto`, a target that is known to rank for fewer of the keywords than this
 * share is under-indexed. One that ranks for more is known well enough: what the
 * index lacks then are listings of single keywords, which `live` can fetch.
 */
const enoughRanked = 0.2;
/** Live look-ups that `auto` may add: it is meant to be cheap, `live` is there for the rest. */
export const fallbackKeywords = 20;

export interface ReadPositions {
  /** By keyword. A keyword for which the index may only know the volume is here too, as not checked. */
  readonly positions: ReadonlyMap<string, CheckedPosition>;
  readonly facts: readonly Fact<unknown>[];
  readonly isLive: boolean;
  readonly fellBack: boolean;
}

type Question = Pick<ToolInput<typeof contract>, 'domain' | 'mode'> & {
  readonly keywords: readonly string[];
  readonly rivals: readonly string[];
};

/** The positions of keywords that differ, from where the mode says. */
export async function readPositions(question: Question, context: ToolContext): Promise<ReadPositions> {
  const { mode } = question;
  if (mode === 'live') return readLive(question, context);
  if (mode !== 'newest' || !context.sources.liveListings) return readIndex(question, context);
  const [live, indexed] = await Promise.all([
    readLive(question, context),
    // Only for how often the keywords are searched, which listings do not tell.
    readIndex({ ...question, rivals: [], mode: 'index' }, context).catch(() => undefined),
  ]);
  return indexed ? { ...live, positions: new Map(withVolumes(live.positions, indexed.positions)) } : live;
}

async function readLive(question: Question, context: ToolContext): Promise<ReadPositions> {
  const source = context.sources.liveListings;
  if (!source)
    throw new ServiceError(
      'no_live_source',
      'No live source is configured. Use mode index or auto. Nothing was charged.',
    );
  const { positions, facts, failure } = await checkLive(source, question, context);
  if (positions.size === 0) throw failure ?? nothingChecked();
  return { positions, facts, isLive: true, fellBack: false };
}

async function readIndex(question: Question, context: ToolContext): Promise<ReadPositions> {
  const { domain, keywords, mode, rivals } = question;
  const { market, sources } = context;
  const [indexed, ownSite] = await Promise.all([
    sources.index.positions(domain, keywords, market, rivals),
    sources.own?.site(domain, market),
  ]);
  const { provenance } = indexed;
  // Rows come in the order asked; a source may spell a keyword in its own way.
  const seen = new Map(
    indexed.value.map((row, at) => {
      const keyword = keywords[at] ?? row.keyword;
      return [keyword, { row: { ...indexedRow(row), keyword }, provenance }];
    }),
  );
  const { positions: known, facts: own } = await withOwnPositions(seen, ownSite);
  const unknown = keywords.filter((keyword) => (known.get(keyword)?.row.source ?? null) === null);
  const fromIndex = { positions: known, facts: [indexed, ...own], isLive: false, fellBack: false };
  const ranked = [...known.values()].filter(({ row }) => row.status === 'ranked').length;
  const isUnderIndexed = unknown.length > 0 && ranked < keywords.length * enoughRanked;
  const source = sources.liveListings;
  if (mode !== 'auto' || !isUnderIndexed || !source) return fromIndex;

  const live = await checkLive(
    source,
    { domain, rivals, keywords: unknown.slice(0, fallbackKeywords) },
    context,
  );
  if (live.positions.size > 0)
    return {
      positions: new Map([...known, ...withVolumes(live.positions, known)]),
      facts: [indexed, ...own, ...live.facts],
      isLive: true,
      fellBack: true,
    };
  if (unknown.length === keywords.length) throw live.failure ?? nothingChecked();
  return fromIndex;
}

/** Live listings do not tell volumes; the index may know them without knowing the listing. */
function withVolumes(
  live: ReadonlyMap<string, CheckedPosition>,
  known: ReadonlyMap<string, CheckedPosition>,
): [string, CheckedPosition][] {
  return [...live].map(([keyword, { row, provenance }]) => {
    const monthly_volume = known.get(keyword)?.row.monthly_volume ?? null;
    return [keyword, { row: { ...row, monthly_volume }, provenance }];
  });
}

function nothingChecked(): ServiceError {
  return new ServiceError(
    'upstream_unavailable',
    'No listing could be fetched and nothing was charged. Try again later, or use mode index.',
  );
}

/**
 * Positions with what the console of the caller's own site counts. Where no
 * listing is known, its mean position stands in for one and says so; what was
 * seen in a listing stays as it was seen.
 */
async function withOwnPositions(
  known: ReadonlyMap<string, CheckedPosition>,
  site: OwnSite | undefined,
): Promise<{
  readonly positions: ReadonlyMap<string, CheckedPosition>;
  readonly facts: readonly Fact<unknown>[];
}> {
  const queries = (await site?.queries([...known.keys()])) ?? new Map<string, OwnQuery>();
  if (!site || queries.size === 0) return { positions: known, facts: [] };
  const positions = new Map(
    [...known].map(([keyword, checked]) => {
      const query = queries.get(keywordKey(keyword));
      return [keyword, query ? joined(checked, query, site) : checked];
    }),
  );
  return { positions, facts: [ownFact(queries, site.provenance)] };
}

function joined(checked: CheckedPosition, query: OwnQuery, site: OwnSite): CheckedPosition {
  const { row } = checked;
  const { own } = query;
  const position = roundedPlace(own.average_position);
  if (row.status !== 'not_checked' || position === null)
    return { ...checked, row: { ...row, ...(row.status === 'ranked' && { basis: 'observed' }), own } };
  return {
    provenance: site.provenance,
    row: {
      ...row,
      status: 'ranked',
      position,
      url: query.page,
      source: 'index',
      observed_at: own.to === null ? null : `${own.to}T00:00:00.000Z`,
      basis: 'average',
      average_position: own.average_position,
      market: ownMarket(site.summary.scope),
      own,
    },
  };
}

type Data = ToolData<typeof contract>;
type PositionRow = Data['positions'][number];

/** A row with all that was seen, whether or not it was asked for. */
export type CheckedRow = Omit<PositionRow, 'rivals' | 'serp_features'> &
  Pick<IndexedPosition, 'features' | 'rivals'>;

/** A keyword that was looked up, and where. */
export interface CheckedPosition {
  readonly row: CheckedRow;
  readonly provenance: Provenance;
}

/** The row of a keyword that the index was asked about; what it cannot say was not checked. */
function indexedRow(row: IndexedPosition): CheckedRow {
  if (row.status === 'unknown') return uncheckedRow(row.keyword, row.monthly_volume);
  return { ...row, status: row.status, source: 'index' };
}

export function uncheckedRow(keyword: string, monthlyVolume: number | null = null): CheckedRow {
  return {
    keyword,
    status: 'not_checked',
    position: null,
    url: null,
    monthly_volume: monthlyVolume,
    source: null,
    checked_depth: null,
    observed_at: null,
    ai_overview: 'not_checked',
    features: null,
    rivals: [],
  };
}

/** Counts over the rows; `fellBack` says that live listings answered what the index did not know. */
export function summaryOf(rows: readonly PositionRow[], fellBack: boolean): Data['summary'] {
  const places = rows.map(({ position }) => position).filter((position) => position !== null);
  const within = (depth: number) => places.filter((position) => position <= depth).length;
  const unchecked = rows.filter(({ status }) => status === 'not_checked').length;
  return {
    keywords_requested: rows.length,
    checked: rows.length - unchecked,
    ranked: places.length,
    top_3: within(3),
    top_10: within(10),
    top_20: within(20),
    avg_position: mean(places),
    not_checked: unchecked,
    ai_cited: rows.filter(({ ai_overview }) => ai_overview === 'cited').length,
    ai_overviews: rows.filter(({ ai_overview }) => ai_overview === 'cited' || ai_overview === 'not_cited')
      .length,
    fell_back_to_live: fellBack,
  };
}

/** To one decimal; null of nothing. */
function mean(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Math.round((sum / numbers.length) * 10) / 10;
}
