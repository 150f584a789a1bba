import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/clock.ts';
import type { BacklinkIndex, ListingSource, SearchIndex } from '#shared/search/ports.ts';
import type { Spend } from '#shared/search/spend.ts';
import { createFactCache } from '../fact-cache.ts';
import { createFactStore } from '../fact-store.ts';
import { createGateStore } from '../gate-store.ts';
import type { KeepListing } from '../growth.ts';
import type { OperatorLog } from '../operator-log.ts';
import { type Pause, pause } from '../pause.ts';
import { createUpstreamGate, type GateLimits } from '../upstream-gate.ts';
import { createBacklinkIndex } from './backlink-questions.ts';
import { coverage } from './coverage-questions.ts';
import { type DeskServices, openDesk } from './desk.ts';
import { domainQuestions } from './domain-questions.ts';
import { createHttpClient, type ProviderAccount } from './http-client.ts';
import { keywordQuestions } from './keyword-questions.ts';
import { createLiveListings } from './live-listings.ts';
import { positions } from './position-questions.ts';

/** 30 simultaneous requests and 2,000 a minute, from the provider's documentation of August 2026. */
const accountLimits: GateLimits = { slots: 30, requestsPerMinute: 2_000, failuresToOpen: 5 };

/** What the provider answers for one call. */
export interface ProviderSources {
  readonly index: SearchIndex;
  readonly liveListings: ListingSource;
  readonly backlinks: BacklinkIndex;
}

export interface ProviderOptions {
  readonly account: ProviderAccount;
  readonly documents: DynamoDBDocumentClient;
  readonly factsTable: string;
  readonly clock: Clock;
  readonly log: OperatorLog;
  /** What one call may cost upstream. */
  readonly callBudgetMicroUsd: number;
  /** What happens with a listing beside being answered with. */
  readonly keepListing: KeepListing;
  /** How to wait before a second try; tests do not. */
  readonly pause?: Pause;
}

/** Connects DataForSEO; the function it returns opens its ports for one call. */
export function connectDataForSeo(
  options: ProviderOptions,
): (spend: Spend, signal: AbortSignal) => ProviderSources {
  const { account, documents, factsTable, clock, log, callBudgetMicroUsd } = options;
  const services: DeskServices = {
    http: createHttpClient(account),
    gate: createUpstreamGate({
      store: createGateStore(documents, factsTable, 'dataforseo'),
      clock,
      log,
      limits: accountLimits,
    }),
    cache: createFactCache({ store: createFactStore(documents, factsTable), clock, log }),
    clock,
    log,
    callBudgetMicroUsd,
    keepListing: options.keepListing,
    pause: options.pause ?? pause,
  };
  return (spend, signal) => {
    const desk = openDesk(services, spend, signal);
    return {
      index: {
        ...domainQuestions(desk),
        ...keywordQuestions(desk),
        coverage: (domain, competitors, market, limit) => coverage(desk, domain, competitors, market, limit),
        positions: (domain, keywords, market) => positions(desk, domain, keywords, market),
      },
      liveListings: createLiveListings(desk),
      backlinks: createBacklinkIndex(desk),
    };
  };
}
