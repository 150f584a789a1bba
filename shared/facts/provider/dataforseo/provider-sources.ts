import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { BacklinkIndex } from '#shared/facts/ports/backlink-index.ts';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { SearchIndex } from '#shared/facts/ports/search-index.ts';
import type { UpstreamLimits } from '#shared/facts/provider/upstream-account.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { KeepListing, ListingSource } from '../../ports/sources.ts';
import { createFactCache } from '../fact-cache.ts';
import { createFactStore } from '../fact-store.ts';
import { createGateStore } from '../gate-store.ts';
import { type OperatorLog, type Pause, pause } from '../upstream-care.ts';
import { createUpstreamGate, type GateLimits } from '../upstream-gate.ts';
import { createHttpClient, type ProviderAccount } from './client/http-client.ts';
import { openUpstreamClient, type UpstreamClientServices } from './client/upstream-client.ts';
import { createBacklinkIndex } from './questions/backlink-questions.ts';
import { coverage } from './questions/labs-coverage.ts';
import { domainQuestions } from './questions/labs-domains.ts';
import { keywordQuestions } from './questions/labs-keywords.ts';
import { createLiveListings } from './questions/live-listings.ts';
import { positions } from './questions/position-questions.ts';

/** 30 simultaneous requests and 2,000 a minute, from the provider's documentation of August 2026. */
const accountLimits: GateLimits = { slots: 30, requestsPerMinute: 2_000, failuresToOpen: 5 };

/**
 * Covers every call in its default size; the widest comparisons and checks of
 * many keywords are answered in part. Three times what the dearest call earns.
 */
const defaultCallBudgetMicroUsd = 150_000;

/** The limits that hold for an account: what its operator set, else what the provider documents. */
export function limitsThatHold({
  requestTimeoutMs,
  requestsPerMinute = accountLimits.requestsPerMinute,
  callBudgetMicroUsd = defaultCallBudgetMicroUsd,
}: UpstreamLimits) {
  return { requestTimeoutMs, requestsPerMinute, callBudgetMicroUsd };
}

export interface ProviderSources {
  readonly index: SearchIndex;
  readonly liveListings: ListingSource;
  readonly backlinks: BacklinkIndex;
}

export interface ProviderOptions {
  readonly account: ProviderAccount & UpstreamLimits;
  readonly documents: DynamoDBDocumentClient;
  readonly factsTable: string;
  readonly clock: Clock;
  readonly log: OperatorLog;
  /** What happens with a listing beside being answered with. */
  readonly keepListing: KeepListing;
  /** How to wait before a second try; tests do not. */
  readonly pause?: Pause;
}

/** Connects DataForSEO; the function it returns opens its ports for one call. */
export function connectDataForSeo(
  options: ProviderOptions,
): (spend: Spend, signal: AbortSignal) => ProviderSources {
  const { account, documents, factsTable, clock, log } = options;
  const { requestTimeoutMs, requestsPerMinute, callBudgetMicroUsd } = limitsThatHold(account);
  const services: UpstreamClientServices = {
    http: createHttpClient(account),
    gate: createUpstreamGate({
      store: createGateStore(documents, factsTable, 'dataforseo'),
      clock,
      log,
      limits: { ...accountLimits, requestsPerMinute },
    }),
    cache: createFactCache({ store: createFactStore(documents, factsTable), clock, log }),
    clock,
    log,
    callBudgetMicroUsd,
    longestRequestMs: requestTimeoutMs ?? Number.POSITIVE_INFINITY,
    keepListing: options.keepListing,
    pause: options.pause ?? pause,
  };
  return (spend, signal) => {
    const upstream = openUpstreamClient(services, spend, signal);
    return {
      index: {
        ...domainQuestions(upstream),
        ...keywordQuestions(upstream),
        coverage: (domain, competitors, market, limit) =>
          coverage(upstream, domain, competitors, market, limit),
        positions: (domain, keywords, market) => positions(upstream, domain, keywords, market),
      },
      liveListings: createLiveListings(upstream),
      backlinks: createBacklinkIndex(upstream),
    };
  };
}
