import { Agent } from 'undici';
import { followRedirects } from './follow-redirects.ts';
import {
  type AddressLookup,
  createPinnedConnector,
  type ResolveMap,
  resolveKey,
  UnsafeAddressError,
} from './pinned-connector.ts';
import { BodyError } from './read-body.ts';
import { createRequestGate } from './request-gate.ts';
import { type RequestSigner, sendRequest } from './send-request.ts';
import {
  type FetchOutcome,
  type FetchQuestion,
  type FetchRefusal,
  isCrawler,
  type RefusalReason,
  refuse,
  type SiteFetcher,
} from './site-fetcher.ts';
import { screenUrl } from './target-url.ts';

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

const details: Readonly<Record<RefusalReason, string>> = {
  invalid_url: 'The URL cannot be fetched.',
  unsafe_address: 'The host leads to an address that is not public.',
  dns: 'The host name has no address.',
  refused: 'The server did not accept the connection.',
  reset: 'The server broke the connection off.',
  tls: 'A secure connection could not be made; check the certificate.',
  timeout: 'The server took too long.',
  too_large: 'The body is larger than is read.',
  headers_too_large: 'The response headers are larger than 64 kB.',
  bad_encoding: 'The body cannot be inflated.',
  bad_response: 'The answer is not valid HTTP.',
  redirect_loop: 'The redirects run in a circle.',
  too_many_redirects: 'There are more redirects than are followed.',
  aborted: 'The audit ran out of time before this document was read.',
  failed_here: 'The document could not be read for a reason on our side.',
};

/** Codes of Node's sockets, its resolver and undici, by what they mean to the caller. */
const reasonsByCode: Readonly<Record<string, RefusalReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
  EACCES: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CLOSED: 'reset',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too_large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'bad_response',
  UND_ERR_NOT_SUPPORTED: 'bad_response',
  UND_ERR_INFO: 'bad_response',
  ECONNABORTED: 'reset',
  ERR_STREAM_PREMATURE_CLOSE: 'reset',
  EHOSTDOWN: 'refused',
  EPROTO: 'tls',
};

/** Turns any failure of a request into the typed refusal that the caller gets. An unknown one counts as our own. */
export function refusalOf(error: unknown): FetchRefusal {
  const reason = reasonOf(error);
  return refuse(reason, details[reason]);
}

function reasonOf(error: unknown): RefusalReason {
  if (typeof error !== 'object' || error === null) return 'failed_here';
  const inner = 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined;
  const cause: unknown = inner ?? ('cause' in error ? error.cause : undefined);
  return ownReason(error) ?? reasonOf(cause);
}

/** Read by name and code rather than class: what aborts and sockets throw may come from another realm. */
function ownReason(error: object): RefusalReason | undefined {
  if (error instanceof UnsafeAddressError) return 'unsafe_address';
  if (error instanceof BodyError) return error.reason;
  const name = 'name' in error ? error.name : undefined;
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'AbortError') return 'aborted';
  const code = 'code' in error ? String(error.code) : '';
  if (tlsCodes.test(code)) return 'tls';
  if (Object.hasOwn(reasonsByCode, code)) return reasonsByCode[code];
  return name === 'HTTPParserError' ? 'bad_response' : undefined;
}

const tlsCodes = /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/u;
