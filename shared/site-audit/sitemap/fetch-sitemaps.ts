import { Readable } from 'node:stream';
import { readBody } from '#shared/site-audit/fetch/read-body.ts';
import { isOurs, type RefusalReason, type SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { decodeHtml } from '../document/decode-html.ts';
import { parseSitemap, type SitemapDocument, type SitemapEntry } from './parse-sitemap.ts';

/** Bounds on what a site's sitemaps may cost. */
const mostDocuments = 5;
const mostBytes = 10_000_000;
const mostUrls = 5000;

export interface SitemapRead {
  readonly url: string;
  readonly status: number | null;
  readonly refusal: RefusalReason | undefined;
  /** Undefined where nothing was read. */
  readonly document: SitemapDocument | undefined;
  readonly bytes: number;
}

export interface SitemapSummary {
  /** `default` for those of the usual places, and the one that the home page links to. */
  readonly source: 'robots' | 'default' | undefined;
  readonly documents: readonly SitemapRead[];
  /** Each address once, in order. */
  readonly entries: readonly SitemapEntry[];
  /** More documents or addresses were named than are read. */
  readonly isTruncated: boolean;
}

interface SitemapQuestion {
  readonly origin: string;
  /** From robots.txt. */
  readonly declared: readonly string[];
  /** From `<link rel="sitemap">` of the home page. */
  readonly linked: readonly string[];
  readonly fetcher: SiteFetcher;
  readonly spacingMs: number;
  readonly signal: AbortSignal;
}

/** Where sitemaps are found that robots.txt does not name: the usual name, Yoast's, and that of WordPress since 5.5. */
const usualPaths = ['/sitemap.xml', '/sitemap_index.xml', '/wp-sitemap.xml'];

/**
 * Reads the sitemaps that robots.txt names, else the first one found in the
 * usual places, and the children of indexes: at most 5 documents of 10 MB
 * inflated, and 5,000 addresses.
 */
export async function fetchSitemaps(question: SitemapQuestion): Promise<SitemapSummary> {
  const { declared } = question;
  return declared.length > 0 ? readSitemaps([...new Set(declared)], question) : firstFound(question);
}

/** The summary of the first place that has a sitemap, else that of the first place asked. */
async function firstFound(question: SitemapQuestion): Promise<SitemapSummary> {
  const { origin, linked, signal } = question;
  const places = [...new Set([...linked, ...usualPaths.map((path) => `${origin}${path}`)])];
  let first: SitemapSummary | undefined;
  for (const place of places.slice(0, mostDocuments)) {
    const summary = await readSitemaps([place], question);
    if (summary.source !== undefined || signal.aborted) return summary;
    first ??= summary;
  }
  return first ?? { source: undefined, documents: [], entries: [], isTruncated: false };
}

async function readSitemaps(queue: string[], question: SitemapQuestion): Promise<SitemapSummary> {
  const { declared } = question;
  const documents: SitemapRead[] = [];
  const entries = new Map<string, SitemapEntry>();
  while (queue.length > 0 && documents.length < mostDocuments && entries.size < mostUrls) {
    const [next = ''] = queue;
    const read = await readSitemap(next, question);
    // After our own deadline, nothing is known about the document.
    if (read.refusal !== undefined && isOurs(read.refusal)) break;
    queue.shift();
    documents.push(read);
    if (read.document?.kind === 'index') queue.push(...newChildren(read.document, documents, queue));
    else addEntries(entries, read.document);
  }
  return {
    source: sourceOf(declared, documents),
    documents,
    entries: [...entries.values()].slice(0, mostUrls),
    isTruncated:
      queue.length > 0 ||
      entries.size > mostUrls ||
      documents.some(({ document }) => document?.isTruncated === true),
  };
}

function sourceOf(declared: readonly string[], documents: readonly SitemapRead[]): SitemapSummary['source'] {
  const isFound = documents.some(({ document }) => document !== undefined && document.kind !== 'unreadable');
  if (!isFound) return undefined;
  return declared.length > 0 ? 'robots' : 'default';
}

function addEntries(entries: Map<string, SitemapEntry>, document: SitemapDocument | undefined): void {
  for (const entry of document?.entries ?? []) if (!entries.has(entry.url)) entries.set(entry.url, entry);
}

function newChildren(
  index: SitemapDocument,
  read: readonly SitemapRead[],
  queued: readonly string[],
): string[] {
  const known = new Set([...read.map(({ url }) => url), ...queued]);
  return [...new Set(index.entries.map(({ url }) => url))]
    .filter((url) => !known.has(url))
    .slice(0, mostDocuments);
}

async function readSitemap(
  url: string,
  { fetcher, spacingMs, signal }: SitemapQuestion,
): Promise<SitemapRead> {
  const answer = await fetcher.fetch(url, {
    maxRedirects: 5,
    maxBytes: mostBytes,
    accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5',
    spacingMs,
    signal,
  });
  const unread = { url, status: null, refusal: undefined, document: undefined, bytes: 0 };
  if (!answer.ok) return { ...unread, refusal: answer.reason };
  const { status } = answer;
  if (status !== 200) return { ...unread, status };
  const bytes = await inflated(answer.body);
  if (bytes === undefined) return { ...unread, status, refusal: 'bad_encoding' };
  const { text } = decodeHtml(bytes, 'application/xml; charset=utf-8');
  return { ...unread, status, document: parseSitemap(text, mostUrls), bytes: bytes.byteLength };
}

/** Unpacks `sitemap.xml.gz`, which comes as gzip without saying so in Content-Encoding. */
async function inflated(body: Uint8Array): Promise<Uint8Array | undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  return readBody(Readable.from([body]), 'gzip', mostBytes).catch(() => undefined);
}
