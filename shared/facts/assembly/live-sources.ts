import type { SearchIndex } from '#shared/facts/ports/search-index.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { BacklinkIndex } from '../ports/backlink-index.ts';
import type { Fact, List, Notice, Spend } from '../ports/fact.ts';
import type { KeepListing, ListingSource, Sources } from '../ports/sources.ts';
import type { UpstreamAccount } from '../provider/upstream-account.ts';
import { type OperatorLog, OwnFailure } from '../provider/upstream-care.ts';
import { liveSource } from '../stored-index/items/index-items.ts';
import type { OwnBacklinks } from '../stored-index/own-links.ts';
import type { StoredIndex } from '../stored-index/stored-index.ts';
import { perTable, type SourceOptions } from './per-table.ts';

/** A function that is frozen after its answer stores before it: fetching took seconds, storing takes a tenth of one. */
const frozenPace = { longestWaitMs: 300, restMs: 0 };
/** A process that keeps running stores afterwards, since calls share its database. */
const runningPace = { longestWaitMs: 0, restMs: 500 };

type Stored = Pick<StoredIndex, 'index' | 'storedListings' | 'backlinks'>;

/** The sources of one call, with the provider before what is stored. */
export type OpenLive = (spend: Spend, signal: AbortSignal, stored: Stored, ownLinks: OwnBacklinks) => Sources;

/** Adding a provider is one folder beside this file, and one line here. */
export async function connectLive(account: UpstreamAccount, options: SourceOptions): Promise<OpenLive> {
  const { documents, tables, clock, log } = options;
  const [{ connectDataForSeo }, keepListing] = await Promise.all([
    import('#shared/facts/provider/dataforseo/provider-sources.ts'),
    openIndexBackfill(options),
  ]);
  const factsTable = tables.facts;
  const open = connectDataForSeo({ account, documents, factsTable, clock, log, keepListing });
  return (spend, signal, stored, ownLinks) => {
    const sources = withFallback(open(spend, signal), stored, log);
    return { ...sources, backlinks: ownBefore(ownLinks, sources.backlinks) };
  };
}

/** A list of links that the account has brought goes before what a provider knows; gaps are answered by a source that knows both sides. */
function ownBefore(own: OwnBacklinks, others: BacklinkIndex): BacklinkIndex {
  const of = async (domain: string) => ((await own.has(domain)) ? own : others);
  return {
    profile: async (domain) => (await of(domain)).profile(domain),
    referringDomains: async (domain, limit) => (await of(domain)).referringDomains(domain, limit),
    anchors: async (domain, limit) => (await of(domain)).anchors(domain, limit),
    backlinks: async (domain, limit) => (await of(domain)).backlinks(domain, limit),
    gap: (question) => others.gap(question),
  };
}

/** Live listings grow the stored index, so that what was paid for once is known from then on. */
async function openIndexBackfill(options: SourceOptions): Promise<KeepListing> {
  const [{ createIndexWriter }, { createIndexBackfill }] = await Promise.all([
    import('#shared/facts/stored-index/index-writer.ts'),
    import('./index-backfill.ts'),
  ]);
  const { documents, clock, log, commitsTogether = false, isFrozenBetweenCalls = false } = options;
  const writerNow = perTable(options, (table) =>
    createIndexWriter({ documents, table, clock, commitsTogether }),
  );
  const keep: KeepListing = async (listing, market) => {
    const writer = await writerNow();
    await writer.writeListing(listing, market, liveSource);
  };
  const pace = isFrozenBetweenCalls ? frozenPace : runningPace;
  return createIndexBackfill({ keep, log, clock, signal: options.ending, ...pace });
}

type Provided = Pick<Sources, 'index' | 'backlinks'> & {
  readonly liveListings: NonNullable<Sources['liveListings']>;
};

function withFallback(live: Provided, stored: Stored, log: OperatorLog): Sources {
  return {
    index: indexWithFallback(live.index, stored.index, log),
    storedListings: stored.storedListings,
    liveListings: listingsWithFallback(live.liveListings, stored.storedListings, log),
    backlinks: backlinksWithFallback(live.backlinks, stored.backlinks, log),
  };
}

/** A question to a port: its answer is a fact. */
type Question<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Fact<Value>>;

/** The same question, answered by the stored index where the provider cannot and the index `knows`. */
type Fallback = <Args extends readonly unknown[], Value>(
  live: Question<Args, Value>,
  stored: Question<Args, Value>,
  knows: (value: Value) => boolean,
) => Question<Args, Value>;

/**
 * A provider's failure becomes a stored answer that says how old it is, or
 * stays a failure: where the stored index knows nothing, or only its sample
 * market, nothing is put in the place of facts.
 */
function createFallback(log: OperatorLog): Fallback {
  return (live, stored, knows) =>
    async (...args) => {
      try {
        return await live(...args);
      } catch (error) {
        if (!mayBeAnsweredByStore(error)) throw error;
        const fact = await usableOr(error, stored(...args), knows);
        log.warn('stored index answered for the provider', {
          signal: 'served_stale',
          error_code: error.code,
        });
        return { ...fact, notices: [...fact.notices, storedNotice(fact, error)] };
      }
    };
}

/** The stored fact where it may stand in; else throws the provider's failure, which the index's own must not hide. */
async function usableOr<Value>(
  failure: ServiceError,
  stored: Promise<Fact<Value>>,
  knows: (value: Value) => boolean,
): Promise<Fact<Value>> {
  const fact = await stored.catch(() => undefined);
  if (!fact || isSample(fact) || !knows(fact.value)) throw failure;
  return fact;
}

/** Every index question, with the stored index behind the provider. */
function indexWithFallback(live: SearchIndex, stored: SearchIndex, log: OperatorLog): SearchIndex {
  const ask = createFallback(log);
  const positions = ask(live.positions, stored.positions, (rows) =>
    rows.some(({ status }) => status !== 'unknown'),
  );
  return {
    domainOverview: ask(live.domainOverview, stored.domainOverview, hasKeywords),
    rankedKeywords: ask(live.rankedKeywords, stored.rankedKeywords, hasRows),
    pageOverview: ask(live.pageOverview, stored.pageOverview, hasKeywords),
    topPages: ask(live.topPages, stored.topPages, hasRows),
    competitors: ask(live.competitors, stored.competitors, hasRows),
    competitorsForKeywords: ask(live.competitorsForKeywords, stored.competitorsForKeywords, hasRows),
    keywordIdeas: ask(live.keywordIdeas, stored.keywordIdeas, hasRows),
    keywordDetail: ask(live.keywordDetail, stored.keywordDetail, isKnown),
    coverage: ask(live.coverage, stored.coverage, (lists) => Object.values(lists).some(hasRows)),
    // The provider's index is of desktops.
    positions: (domain, keywords, market, rivals) =>
      (market.device === undefined ? positions : stored.positions)(domain, keywords, market, rivals),
  };
}

function backlinksWithFallback(live: BacklinkIndex, stored: BacklinkIndex, log: OperatorLog): BacklinkIndex {
  const ask = createFallback(log);
  return {
    profile: ask(live.profile, stored.profile, isKnown),
    referringDomains: ask(live.referringDomains, stored.referringDomains, hasRows),
    anchors: ask(live.anchors, stored.anchors, hasRows),
    backlinks: ask(live.backlinks, stored.backlinks, hasRows),
    gap: ask(live.gap, stored.gap, hasRows),
  };
}

/**
 * Live listings, with the newest stored one behind them where the whole
 * listing is wanted. Positions are checked live or not at all.
 */
function listingsWithFallback(live: ListingSource, stored: ListingSource, log: OperatorLog): ListingSource {
  const wholeListing = createFallback(log)(live.listing, stored.listing, isKnown);
  return {
    kind: 'live',
    listing: (query, market, depth, signal, need = 'whole') =>
      (need === 'positions' ? live.listing : wholeListing)(query, market, depth, signal, need),
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

function hasKeywords({ organic_keywords }: { readonly organic_keywords: number | null }): boolean {
  return organic_keywords !== null;
}

function isKnown(value: unknown): boolean {
  return value !== null;
}

function hasRows({ rows }: List<unknown>): boolean {
  return rows.length > 0;
}
