import type { BacklinkIndex } from '#shared/facts/ports/backlink-index.ts';
import type { KeepListing } from '#shared/facts/ports/listings.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import type { Spend } from '#shared/facts/ports/spend.ts';
import type { OperatorLog } from '#shared/facts/provider/operator-log.ts';
import type { UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import { liveSource } from '#shared/facts/stored-index/items/index-source.ts';
import type { OwnBacklinks } from '#shared/facts/stored-index/own-links.ts';
import type { StoredIndex } from '#shared/facts/stored-index/stored-index.ts';
import { backlinksWithFallback, indexWithFallback, listingsWithFallback } from './fallback.ts';
import { perTable } from './per-table.ts';
import type { SourceOptions } from './source-options.ts';

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
    import('#shared/facts/provider/dataforseo/sources.ts'),
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
