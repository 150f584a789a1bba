import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { isRedirect } from './follow-redirects.ts';
import { readBody, readBodyStart } from './read-body.ts';
import {
  type FetchOutcome,
  type FetchQuestion,
  type HeaderLists,
  headerValue,
  refuse,
} from './site-fetcher.ts';

/** Headers that prove who sends one request, to the host of its URL. Never throws. */
export type RequestSigner = (request: {
  readonly method: string;
  readonly url: URL;
}) => Readonly<Record<string, string>>;

interface Sending {
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  readonly sign: RequestSigner | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called when the response headers are there. */
  onHeaders(): void;
}

/** Sends one request and reads its answer within `maxBytes`. Throws what undici, the body or the signal throw. */
export async function sendRequest(
  url: URL,
  question: FetchQuestion,
  sending: Sending,
): Promise<FetchOutcome> {
  const method = question.post ? 'POST' : (question.method ?? 'GET');
  const startedAt = performance.now();
  const { statusCode, headers, body } = await request(url, {
    dispatcher: sending.dispatcher,
    method,
    // undici would give up the connection after each HEAD, and the next one pay for another handshake.
    reset: false,
    signal: sending.signal,
    headers: headersOf(question, method, url, sending),
    body: question.post?.body ?? null,
  });
  sending.onHeaders();
  const firstByteMs = performance.now() - startedAt;
  const lists = headerLists(headers);
  const isBodyWanted = question.method !== 'HEAD' && !isRedirect(statusCode);
  const read = question.isCutAtMaxBytes === true ? readBodyStart : readBody;
  if (isBodyWanted && read === readBody && Number(headerValue(lists, 'content-length')) > sending.maxBytes) {
    discard(body);
    return refuse('too_large', 'The announced length is larger than is read.');
  }
  const bytes = isBodyWanted
    ? await read(body, (lists['content-encoding'] ?? []).join(','), sending.maxBytes)
    : new Uint8Array();
  if (!isBodyWanted) await body.dump({ limit: 16_384, signal: sending.signal });
  return {
    ok: true,
    url: url.href,
    status: statusCode,
    headers: lists,
    body: bytes,
    hops: [],
    firstByteMs,
    totalMs: performance.now() - startedAt,
  };
}

function headersOf(
  { accept, post }: FetchQuestion,
  method: string,
  url: URL,
  { userAgent, sign }: Sending,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: accept ?? 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
    'accept-encoding': 'gzip, br',
    ...sign?.({ method, url }),
    ...post?.headers,
  };
}

/** Drops the connection; its error no longer matters. */
function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

function headerLists(headers: Readonly<Record<string, string | readonly string[] | undefined>>): HeaderLists {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? [value] : value]],
    ),
  );
}
