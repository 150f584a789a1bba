import type {
  BacklinkIndex,
  Fact,
  List,
  ListingSource,
  Notice,
  SearchIndex,
} from '#shared/facts/sources/ports.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { OwnFailure } from './fact-cache.ts';
import type { OperatorLog } from './operator-log.ts';

/** Asks the provider and, where it cannot answer, looks whether the stored index knows. */
type Fallback = <Value>(
  live: () => Promise<Fact<Value>>,
  stored: () => Promise<Fact<Value>>,
  knows: (value: Value) => boolean,
) => Promise<Fact<Value>>;

/**
 * A provider's failure becomes a stored answer that says how old it is, or
 * stays a failure: where the stored index knows nothing, or only its sample
 * market, nothing is put in the place of facts.
 */
function createFallback(log: OperatorLog): Fallback {
  return async (live, stored, knows) => {
    try {
      return await live();
    } catch (error) {
      if (!mayBeAnsweredByStore(error)) throw error;
      // The store's own trouble must not hide the provider's.
      const fact = await stored().catch(() => undefined);
      const isUsable = fact && knows(fact.value) && !isSample(fact);
      if (!isUsable) throw error;
      log.warn('stored index answered for the provider', {
        signal: 'served_stale',
        error_code: error.code,
      });
      return { ...fact, notices: [...fact.notices, storedNotice(fact, error)] };
    }
  };
}

/** Every index question, with the stored index behind the provider. */
export function indexWithFallback(live: SearchIndex, stored: SearchIndex, log: OperatorLog): SearchIndex {
  const ask = createFallback(log);
  return { ...domainsWithFallback(live, stored, ask), ...keywordsWithFallback(live, stored, ask) };
}

type KeywordQuestions = Pick<SearchIndex, 'keywordIdeas' | 'keywordDetail' | 'coverage' | 'positions'>;

function domainsWithFallback(
  live: SearchIndex,
  stored: SearchIndex,
  ask: Fallback,
): Omit<SearchIndex, keyof KeywordQuestions> {
  return {
    domainOverview: (...question) =>
      ask(
        () => live.domainOverview(...question),
        () => stored.domainOverview(...question),
        (overview) => overview.organic_keywords !== null,
      ),
    rankedKeywords: (...question) =>
      ask(
        () => live.rankedKeywords(...question),
        () => stored.rankedKeywords(...question),
        hasRows,
      ),
    pageOverview: (...question) =>
      ask(
        () => live.pageOverview(...question),
        () => stored.pageOverview(...question),
        (page) => page.organic_keywords !== null,
      ),
    topPages: (...question) =>
      ask(
        () => live.topPages(...question),
        () => stored.topPages(...question),
        hasRows,
      ),
    competitors: (...question) =>
      ask(
        () => live.competitors(...question),
        () => stored.competitors(...question),
        hasRows,
      ),
    competitorsForKeywords: (...question) =>
      ask(
        () => live.competitorsForKeywords(...question),
        () => stored.competitorsForKeywords(...question),
        hasRows,
      ),
  };
}

function keywordsWithFallback(live: SearchIndex, stored: SearchIndex, ask: Fallback): KeywordQuestions {
  return {
    keywordIdeas: (...question) =>
      ask(
        () => live.keywordIdeas(...question),
        () => stored.keywordIdeas(...question),
        hasRows,
      ),
    keywordDetail: (...question) =>
      ask(
        () => live.keywordDetail(...question),
        () => stored.keywordDetail(...question),
        (detail) => detail !== null,
      ),
    coverage: (...question) =>
      ask(
        () => live.coverage(...question),
        () => stored.coverage(...question),
        ({ gaps, losing }) => hasRows(gaps) || hasRows(losing),
      ),
    positions: (...question) =>
      ask(
        () => live.positions(...question),
        () => stored.positions(...question),
        (rows) => rows.some(({ status }) => status !== 'unknown'),
      ),
  };
}

export function backlinksWithFallback(
  live: BacklinkIndex,
  stored: BacklinkIndex,
  log: OperatorLog,
): BacklinkIndex {
  const ask = createFallback(log);
  return {
    profile: (...question) =>
      ask(
        () => live.profile(...question),
        () => stored.profile(...question),
        (profile) => profile !== null,
      ),
    referringDomains: (...question) =>
      ask(
        () => live.referringDomains(...question),
        () => stored.referringDomains(...question),
        hasRows,
      ),
    anchors: (...question) =>
      ask(
        () => live.anchors(...question),
        () => stored.anchors(...question),
        hasRows,
      ),
    backlinks: (...question) =>
      ask(
        () => live.backlinks(...question),
        () => stored.backlinks(...question),
        hasRows,
      ),
    gap: (...question) =>
      ask(
        () => live.gap(...question),
        () => stored.gap(...question),
        hasRows,
      ),
  };
}

/**
 * Live listings, for which a stored one stands in where the whole listing is
 * wanted. Positions are checked live or not at all.
 */
export function listingsWithFallback(
  live: ListingSource,
  stored: ListingSource,
  log: OperatorLog,
): ListingSource {
  const ask = createFallback(log);
  return {
    kind: 'live',
    listing(query, market, depth, signal, need = 'whole') {
      const askLive = () => live.listing(query, market, depth, signal, need);
      const askStored = () => stored.listing(query, market, depth, signal, need);
      if (need === 'positions') return askLive();
      return ask(askLive, askStored, (listing) => listing !== null);
    },
  };
}

/** A provider that is down, or that keeps no index of the country. What only this call met is not answered for. */
function mayBeAnsweredByStore(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError) || error instanceof OwnFailure) return false;
  return error.code.startsWith('upstream_') || error.code === 'unsupported_market';
}

function isSample({ notices }: Fact<unknown>): boolean {
  return notices.some(({ code }) => code === 'sample_data');
}

function storedNotice({ provenance }: Fact<unknown>, error: ServiceError): Notice {
  const seen = provenance.observed_at ?? 'an earlier time';
  const why =
    error.code === 'unsupported_market'
      ? 'No live source covers this country'
      : 'The live source cannot be reached at the moment';
  return { code: 'stale_data', message: `${why}; this is what was stored, as of ${seen}.` };
}

function hasRows({ rows }: List<unknown>): boolean {
  return rows.length > 0;
}
