import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createOwnSites } from '#shared/facts/console/read-own-sites.ts';
import type { BacklinkIndex } from '#shared/facts/sources/backlink-index.ts';
import type { Sources } from '#shared/facts/sources/sources.ts';
import type { Spend } from '#shared/facts/sources/spend.ts';
import { createIndexNotes } from '#shared/facts/stored-index/index-notes.ts';
import { createOwnBacklinks, type OwnBacklinks } from '#shared/facts/stored-index/own-links.ts';
import { createStoredIndex, type StoredIndex } from '#shared/facts/stored-index/stored-index.ts';
import { createIndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { backlinksWithFallback, indexWithFallback, listingsWithFallback } from './fallback.ts';
import type { KeepListing } from './index-backfill.ts';
import type { OperatorLog } from './operator-log.ts';
import type { UpstreamAccount } from './upstream-account.ts';

/**
 * Opens the sources of one call; what they cost lands in `spend`, and they stop
 * when `signal` aborts. What an account has brought itself is opened for the
 * calling account alone.
 */
export type SourceOpener = (spend: Spend, signal: AbortSignal, accountId: string) => Promise<Sources>;

export interface SourceOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: { readonly facts: string; readonly index: string };
  readonly clock: Clock;
  readonly log: OperatorLog;
  /** Asked with every call, so keep what is slow to read; undefined where no provider is configured. */
  readonly upstream: () => Promise<UpstreamAccount | undefined>;
  /** As the index table's option of this name. */
  readonly commitsTogether?: boolean;
  /** Whether the process sleeps between calls, as a function does: a call then waits a moment for what it has begun. */
  readonly isFrozenBetweenCalls?: boolean;
  /** Aborts when the process ends, so that no work outlives it. */
  readonly ending?: AbortSignal;
}

/** A function that is frozen after its answer stores before it: fetching took seconds, storing takes a tenth of one. */
const frozenPace = { longestWaitMs: 300, restMs: 0 };
/** A process that keeps running stores afterwards, since calls share its database. */
const runningPace = { longestWaitMs: 0, restMs: 500 };
/** How the stored index names listings that grew it. */
const grownFrom = 'live';

/**
 * Where facts come from: the provider where an account is configured, with the
 * stored index behind it; else the stored index alone. A provider's code is
 * loaded with the first call that needs it, so that functions without one
 * start without it.
 */
export function createSourceOpener(options: SourceOptions): SourceOpener {
  const { wholeListWith, ...stored } = createStoredIndex({
    documents: options.documents,
    table: options.tables.index,
  });
  const connectionOf = createConnections(options);
  const table = createIndexReader({ documents: options.documents, table: options.tables.index });
  const notes = createIndexNotes(table, options.clock);
  return async (spend, signal, accountId) => {
    const own = createOwnSites(table, accountId);
    const ownLinks = createOwnBacklinks(table, accountId);
    const account = await options.upstream();
    if (!account)
      return {
        ...stored,
        liveListings: undefined,
        own,
        notes,
        backlinks: ownLinks,
        wholeList: wholeListWith(ownLinks),
      };
    const openProvider = await connectionOf(account);
    const sources = withFallback(openProvider(spend, signal), stored, options.log);
    return { ...sources, own, notes, backlinks: ownBefore(ownLinks, sources.backlinks) };
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

type OpenProvider = (spend: Spend, signal: AbortSignal) => Provided;

/** The connection of an account, kept until the account is another: passwords and limits change while functions run. */
function createConnections(options: SourceOptions): (account: UpstreamAccount) => Promise<OpenProvider> {
  let known: { readonly account: UpstreamAccount; readonly open: Promise<OpenProvider> } | undefined;
  return (account) => {
    if (!known || !isDeepStrictEqual(known.account, account))
      known = { account, open: connect(account, options) };
    return known.open;
  };
}

/** Adding a provider is one folder beside this file, and one line here. */
async function connect(account: UpstreamAccount, options: SourceOptions): Promise<OpenProvider> {
  const { documents, tables, clock, log } = options;
  const [{ connectDataForSeo }, keepListing] = await Promise.all([
    import('./dataforseo/sources.ts'),
    openIndexBackfill(options),
  ]);
  const factsTable = tables.facts;
  return connectDataForSeo({ account, documents, factsTable, clock, log, keepListing });
}

/** Live listings grow the stored index, so that what was paid for once is known from then on. */
async function openIndexBackfill(options: SourceOptions): Promise<KeepListing> {
  const [{ createIndexWriter }, { createIndexBackfill }] = await Promise.all([
    import('#shared/facts/stored-index/index-writer.ts'),
    import('./index-backfill.ts'),
  ]);
  const { documents, tables, clock, log, commitsTogether = false, isFrozenBetweenCalls = false } = options;
  const writer = createIndexWriter({ documents, table: tables.index, clock, commitsTogether });
  const keep: KeepListing = async (listing, market) => {
    await writer.writeListing(listing, market, grownFrom);
  };
  const pace = isFrozenBetweenCalls ? frozenPace : runningPace;
  return createIndexBackfill({ keep, log, clock, signal: options.ending, ...pace });
}

type Provided = Pick<Sources, 'index' | 'backlinks'> & {
  readonly liveListings: NonNullable<Sources['liveListings']>;
};

function withFallback(
  live: Provided,
  stored: Pick<StoredIndex, 'index' | 'storedListings' | 'backlinks'>,
  log: OperatorLog,
): Sources {
  return {
    index: indexWithFallback(live.index, stored.index, log),
    storedListings: stored.storedListings,
    liveListings: listingsWithFallback(live.liveListings, stored.storedListings, log),
    backlinks: backlinksWithFallback(live.backlinks, stored.backlinks, log),
  };
}
