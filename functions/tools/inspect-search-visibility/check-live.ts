import type { Listing } from '#shared/contract/rows.ts';
import type { ToolContext } from '#shared/facts/answers/tool-answer.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import { aiCitation, coversHost } from '#shared/facts/ports/search-index.ts';
import type { ListingSource } from '#shared/facts/ports/sources.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { CheckedPosition, CheckedRow } from './read-positions.ts';

/**
 * Organic results looked at for each keyword: two pages, so that `top_20` is
 * complete; one page for long lists, so that what a call may cost upstream
 * reaches more of the keywords. Every row says how deep it was checked.
 */
const usualDepth = 20;
const longListDepth = 10;
const longListKeywords = 40;
/** Listings fetched at once, below the 30 that the whole service may have open upstream. */
const concurrency = 20;
/** The pipeline gives up at its deadline and then nothing is answered; stop early enough to answer in part. */
const answeringMs = 4_000;

export interface LiveCheck {
  /** By keyword; absent where not reached. */
  readonly positions: ReadonlyMap<string, CheckedPosition>;
  readonly facts: readonly Fact<Listing | null>[];
  /** The first failure, for the case that nothing could be checked. */
  readonly failure: ServiceError | undefined;
}

/**
 * Looks the keywords up in live listings, some at a time, until all are done or
 * time is up. A failed listing leaves its keyword unchecked; an exhausted
 * quota or budget ends the rest, since each further try would meet it too.
 */
export async function checkLive(
  source: ListingSource,
  { domain, rivals, keywords }: LiveQuestion,
  { market, signal, withinMs, reportProgress }: ToolContext,
): Promise<LiveCheck> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, withinMs - answeringMs))]);
  const positions = new Map<string, CheckedPosition>();
  const facts: Fact<Listing | null>[] = [];
  const failures: ServiceError[] = [];
  const queue = [...keywords];
  const depth = keywords.length > longListKeywords ? longListDepth : usualDepth;
  let isExhausted = false;

  async function work(): Promise<void> {
    for (let keyword = next(); keyword !== undefined; keyword = next()) await check(keyword);
  }
  function next(): string | undefined {
    return isExhausted || deadline.aborted ? undefined : queue.shift();
  }
  async function check(keyword: string): Promise<void> {
    try {
      const fact = await untilAborted(
        source.listing(keyword, market, depth, deadline, 'positions'),
        deadline,
      );
      facts.push(fact);
      positions.set(keyword, {
        row: rowOf({ domain, rivals, keyword, depth }, fact),
        provenance: fact.provenance,
      });
      reportProgress(positions.size, keywords.length, `Checked "${keyword}"`);
    } catch (error) {
      const failure = asFailure(error, deadline);
      failures.push(failure);
      isExhausted ||= failure.code === 'upstream_quota';
    }
  }

  await Promise.all(Array.from({ length: Math.min(concurrency, keywords.length) }, work));
  const failure = failures.at(0) ?? (deadline.aborted ? outOfTime() : undefined);
  return { positions, facts, failure };
}

interface LiveQuestion {
  readonly domain: string;
  readonly rivals: readonly string[];
  readonly keywords: readonly string[];
}

function rowOf(
  {
    domain,
    rivals,
    keyword,
    depth,
  }: Omit<LiveQuestion, 'keywords'> & { readonly keyword: string; readonly depth: number },
  { value, provenance }: Fact<Listing | null>,
): CheckedRow {
  const bestOf = (site: string) =>
    value?.organic
      .filter((row) => coversHost(site, row.domain))
      .toSorted((a, b) => a.position - b.position)
      .at(0);
  const best = bestOf(domain);
  return {
    keyword,
    status: best ? 'ranked' : 'not_in_top_n',
    position: best?.position ?? null,
    url: best?.url ?? null,
    monthly_volume: null,
    source: 'live',
    checked_depth: value?.depth ?? depth,
    observed_at: value?.fetched_at ?? provenance.observed_at,
    ai_overview: value
      ? aiCitation(
          domain,
          value.item_types_present,
          (value.ai_overview?.references ?? []).map((cited) => cited.domain),
        )
      : 'not_checked',
    features: value?.item_types_present ?? null,
    rivals: rivals.flatMap((rival) => {
      const place = bestOf(rival);
      return place ? [{ domain: rival, position: place.position, url: place.url }] : [];
    }),
  };
}

/** Ends with the signal even where the source ignores it. */
async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** The failure that a caller may see; a fault of our own is thrown as it is. */
function asFailure(error: unknown, deadline: AbortSignal): ServiceError {
  if (error instanceof ServiceError) return error;
  if (!deadline.aborted) throw error;
  return outOfTime();
}

function outOfTime(): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'No listing could be fetched in time and nothing was charged. Try again, or use mode index.',
  );
}
