import type { ToolInput } from '#shared/contract/tool.ts';
import type { ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { checkLive } from './check-live.ts';
import type { inspectSearchVisibility as contract } from './contract.ts';
import { withOwnPositions } from './own-positions.ts';
import { type CheckedPosition, indexedRow } from './positions.ts';

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
