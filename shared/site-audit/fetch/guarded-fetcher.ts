import { Agent } from 'undici';
import { followRedirects } from './follow-redirects.ts';
import {
  type AddressLookup,
  createPinnedConnector,
  type ResolveMap,
  resolveKey,
} from './pinned-connector.ts';
import { refusalOf } from './refusal-of-error.ts';
import { createRequestGate } from './request-gate.ts';
import { type RequestSigner, sendRequest } from './send-request.ts';
import type { FetchOutcome, FetchQuestion, SiteFetcher } from './site-fetcher.ts';
import { screenUrl } from './target-url.ts';
import { isCrawler } from './user-agent.ts';

/** Bounds on what one target can cost. Times in milliseconds, sizes in bytes. */
export interface FetchLimits {
  readonly headersMs: number;
  /** From start to the end of the body, redirects apart; a drip cannot outlast it. */
  readonly wholeMs: number;
  readonly bodyBytes: number;
  readonly headerBytes: number;
  readonly requests: number;
  readonly requestsPerHost: number;
}

const defaultLimits: FetchLimits = {
  headersMs: 3000,
  wholeMs: 8000,
  bodyBytes: 2_000_000,
  headerBytes: 65_536,
  requests: 10,
  requestsPerHost: 2,
};

export interface GuardedFetcherOptions {
  /** Names the service honestly, with a page about it. */
  readonly userAgent: string;
  /** Proves each request to be the crawler's; used under its own name only. */
  readonly sign?: RequestSigner | undefined;
  /** Test seam: where connections to a host and port really go. Never given in a deployed stage. */
  readonly resolve?: ResolveMap | undefined;
  /** Certificates (PEM) for mapped test sites. */
  readonly ca?: string | undefined;
  /** In place of the system's look-up; its answers are checked all the same. */
  readonly lookup?: AddressLookup | undefined;
  readonly limits?: Partial<FetchLimits>;
}

export interface GuardedFetcher extends SiteFetcher {
  /** Closes idle connections. */
  close(): Promise<void>;
}

/**
 * A fetcher for addresses that come from outside. It cannot be
 * turned inward: URLs are screened by their text, names by all their DNS
 * answers, connections go to the address that was checked, and each redirect
 * starts over. It cannot be worn out either: bytes, inflation, headers, time
 * and concurrency are capped. Failures come back as typed refusals.
 */
export function createGuardedFetcher(options: GuardedFetcherOptions): GuardedFetcher {
  const limits = { ...defaultLimits, ...options.limits };
  const gate = createRequestGate(limits.requests, limits.requestsPerHost);
  const connecting: Agent.Options = {
    connect: createPinnedConnector({ ...options, connectTimeoutMs: limits.headersMs }),
    connections: limits.requestsPerHost,
    maxHeaderSize: limits.headerBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
    pipelining: 1,
  };
  const agent = new Agent(connecting);
  // Some servers send a body after HEAD, which would be taken for the next answer: those are asked again with GET.
  const headAgent = new Agent(connecting);
  const sign = isCrawler(options.userAgent) ? options.sign : undefined;
  const isMapped = (url: URL): boolean => options.resolve?.has(resolveKey(url)) === true;

  const fetchOnce = async (url: URL, question: FetchQuestion): Promise<FetchOutcome> => {
    const { withinMs: wholeMs = limits.wholeMs, withinMs: headersMs = limits.headersMs } = question;
    const deadline = createDeadline({ wholeMs, headersMs }, question.signal);
    let leave: (() => void) | undefined;
    try {
      leave = await gate.enter(url.hostname, question.spacingMs ?? 0, deadline.waiting);
      const { signal, headersArrived } = deadline.start();
      return await sendRequest(url, question, {
        dispatcher: question.method === 'HEAD' ? headAgent : agent,
        userAgent: options.userAgent,
        sign,
        maxBytes: question.maxBytes ?? limits.bodyBytes,
        signal,
        onHeaders: headersArrived,
      });
    } catch (error) {
      return refusalOf(error);
    } finally {
      leave?.();
      deadline.clear();
    }
  };

  return {
    fetch: (text, question = {}) =>
      followRedirects(text, question.maxRedirects ?? 0, {
        screen: (next, base) => screenUrl(next, base, isMapped),
        fetchOnce: (url) => fetchOnce(url, question),
      }),
    close: async () => {
      await Promise.all([agent.destroy(), headAgent.destroy()]);
    },
  };
}

interface RunningDeadline {
  readonly signal: AbortSignal;
  /** Ends the stricter limit that holds until the response headers are there. */
  headersArrived(): void;
}

/** Time limits of one request; the wait at the gate counts only against the caller's own signal. */
function createDeadline(limits: Pick<FetchLimits, 'wholeMs' | 'headersMs'>, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  const { signal } = controller;
  const timers: NodeJS.Timeout[] = [];
  // By hand: `AbortSignal.any` would hang on the caller's signal, with all that listens to it, until that one ends.
  // A reason of its own: the caller's deadline is no timeout of the target.
  const giveUp = () => controller.abort(new DOMException('The caller gave up.', 'AbortError'));
  if (outer?.aborted) giveUp();
  outer?.addEventListener('abort', giveUp, { once: true });
  const abortAfter = (milliseconds: number): NodeJS.Timeout => {
    const timer = setTimeout(
      () => controller.abort(new DOMException('The target took too long.', 'TimeoutError')),
      milliseconds,
    );
    timers.push(timer);
    return timer;
  };
  return {
    waiting: signal,
    start(): RunningDeadline {
      abortAfter(limits.wholeMs);
      const headers = abortAfter(limits.headersMs);
      return { signal, headersArrived: () => clearTimeout(headers) };
    },
    clear(): void {
      for (const timer of timers) clearTimeout(timer);
      outer?.removeEventListener('abort', giveUp);
    },
  };
}
