import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/clock.ts';
import type { Sources } from '#shared/search/ports.ts';
import type { Spend } from '#shared/search/spend.ts';
import { backlinksWithFallback, indexWithFallback, listingsWithFallback } from './fallback.ts';
import type { OperatorLog } from './operator-log.ts';
import type { KeepListing, StoredSources } from './stored-sources.ts';

/** Opens the sources of one call; what they cost lands in `spend`, and they stop when `signal` aborts. */
export type SourceOpener = (spend: Spend, signal: AbortSignal) => Promise<Sources>;

/** The provider's account: in the secret store on AWS, in the environment on one machine. */
export interface UpstreamAccount {
  readonly login: string;
  readonly password: string;
  /** Another origin than the provider's: its sandbox, or a test server. */
  readonly baseUrl?: string | undefined;
}

export interface SourceOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: { readonly facts: string };
  readonly clock: Clock;
  readonly log: OperatorLog;
  readonly stored: StoredSources;
  readonly keepListing: KeepListing;
  /** Read on the first call and kept; undefined where no provider is configured. */
  readonly upstream: () => Promise<UpstreamAccount | undefined>;
  /** What one call may cost upstream, in micro-dollars. */
  readonly callBudgetMicroUsd?: number;
}

/**
 * Covers every call in its default size; the widest comparisons and checks of
 * many keywords are answered in part. Three times what the dearest call earns.
 */
const defaultCallBudgetMicroUsd = 150_000;

/**
 * Where facts come from: the provider where an account is configured, with the
 * stored index behind it; else the stored index alone. A provider's code is
 * loaded when it is needed, so that functions without one start without it.
 */
export function createSourceOpener(options: SourceOptions): SourceOpener {
  let connected: ReturnType<typeof connect> | undefined;
  return async (spend, signal) => {
    connected ??= connect(options).catch((error: unknown) => {
      connected = undefined;
      throw error;
    });
    const openProvider = await connected;
    return openProvider ? withProvider(openProvider(spend, signal), options) : storedOnly(options.stored);
  };
}

/** Adding a provider is one folder beside this file, and one line here. */
async function connect({ upstream, documents, tables, clock, log, callBudgetMicroUsd }: SourceOptions) {
  const account = await upstream();
  if (!account) return undefined;
  const { connectDataForSeo } = await import('./dataforseo/sources.ts');
  return connectDataForSeo({
    account,
    documents,
    factsTable: tables.facts,
    clock,
    log,
    callBudgetMicroUsd: callBudgetMicroUsd ?? defaultCallBudgetMicroUsd,
  });
}

function storedOnly({ index, storedListings, backlinks }: StoredSources): Sources {
  return { index, storedListings, liveListings: undefined, backlinks };
}

type Provided = Pick<Sources, 'index' | 'backlinks'> & {
  readonly liveListings: NonNullable<Sources['liveListings']>;
};

function withProvider(live: Provided, { stored, keepListing, log }: SourceOptions): Sources {
  return {
    index: indexWithFallback(live.index, stored.index, log),
    storedListings: stored.storedListings,
    liveListings: listingsWithFallback(live.liveListings, stored.storedListings, keepListing, log),
    backlinks: backlinksWithFallback(live.backlinks, stored.backlinks, log),
  };
}
