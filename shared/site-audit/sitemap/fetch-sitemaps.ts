import { Readable } from 'node:stream';
import { readBodyStart } from '#shared/site-audit/fetch/read-body.ts';
import { isOurs, type RefusalReason, type SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { decodeHtml } from '../document/parse-html.ts';
import { parseSitemap, type SitemapDocument, type SitemapEntry } from './parse-sitemap.ts';

/** Bounds on what a site's sitemaps may cost. */
export interface SitemapBounds {
  readonly documents: number;
  readonly addresses: number;
}
const sampleBounds: SitemapBounds = { documents: 5, addresses: 5_000 };
/** Of a document, inflated; what comes after them is not read. */
export const mostSitemapBytes = 10_000_000;
const mostBytesInAll = 200_000_000;
/** Languages of all pages together; where there are more, or not all are known, none are told: a page would seem not to name another back. */
const mostAlternates = 100_000;

export interface SitemapRead {
  readonly url: string;
  readonly status: number | null;
  readonly refusal: RefusalReason | undefined;
  /** Undefined where nothing was read. */
  readonly document: (Omit<SitemapDocument, 'entries'> & { readonly addresses: number }) | undefined;
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
  /** Those of a sample where it is left out. */
  readonly bounds?: SitemapBounds;
}

/** Where sitemaps are found that robots.txt does not name: the usual name, Yoast's, and that of WordPress since 5.5. */
const usualPaths = ['/sitemap.xml', '/sitemap_index.xml', '/wp-sitemap.xml'];

/**
 * Reads the sitemaps that robots.txt names, else the first one found in the
 * usual places, and the children of indexes, of each document the first 10 MB.
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
  for (const place of places.slice(0, sampleBounds.documents)) {
    const summary = await readSitemaps([place], question);
    if (summary.source !== undefined || signal.aborted) return summary;
    first ??= summary;
  }
  return first ?? { source: undefined, documents: [], entries: [], isTruncated: false };
}

async function readSitemaps(queue: string[], question: SitemapQuestion): Promise<SitemapSummary> {
  const { declared, bounds = sampleBounds } = question;
  const documents: SitemapRead[] = [];
  const found = new Map<string, SitemapEntry>();
  let bytesLeft = mostBytesInAll;
  const hasRoom = () => documents.length < bounds.documents && found.size < bounds.addresses && bytesLeft > 0;
  while (queue.length > 0 && hasRoom()) {
    const [next = ''] = queue;
    const { entries, ...read } = await readSitemap(next, question, bounds.addresses);
    // After our own deadline, nothing is known about the document.
    if (read.refusal !== undefined && isOurs(read.refusal)) break;
    queue.shift();
    documents.push(read);
    bytesLeft -= read.bytes;
    if (read.document?.kind === 'index') queue.push(...newChildren(entries, documents, queue));
    else takeNew(entries, found);
  }
  const isTruncated =
    queue.length > 0 ||
    found.size > bounds.addresses ||
    documents.some(({ document }) => document?.isTruncated === true);
  const entries = entriesOf(found, isTruncated).slice(0, bounds.addresses);
  return { source: sourceOf(declared, documents), documents, entries, isTruncated };
}

function takeNew(entries: readonly SitemapEntry[], into: Map<string, SitemapEntry>): void {
  for (const entry of entries) if (!into.has(entry.url)) into.set(entry.url, entry);
}

function entriesOf(found: ReadonlyMap<string, SitemapEntry>, isTruncated: boolean): readonly SitemapEntry[] {
  const entries = [...found.values()];
  const alternates = entries.reduce((sum, entry) => sum + (entry.alternates?.length ?? 0), 0);
  const areKept = !isTruncated && alternates <= mostAlternates;
  return areKept ? entries : entries.map(({ url, lastmod }) => ({ url, lastmod }));
}

function sourceOf(declared: readonly string[], documents: readonly SitemapRead[]): SitemapSummary['source'] {
  const isFound = documents.some(({ document }) => document !== undefined && document.kind !== 'unreadable');
  if (!isFound) return undefined;
  return declared.length > 0 ? 'robots' : 'default';
}

function newChildren(
  children: readonly SitemapEntry[],
  read: readonly SitemapRead[],
  queued: readonly string[],
): readonly string[] {
  const known = new Set([...read.map(({ url }) => url), ...queued]);
  return [...new Set(children.map(({ url }) => url))].filter((url) => !known.has(url));
}

async function readSitemap(
  url: string,
  { fetcher, spacingMs, signal }: SitemapQuestion,
  mostAddresses: number,
): Promise<SitemapRead & { readonly entries: readonly SitemapEntry[] }> {
  const answer = await fetcher.fetch(url, {
    maxRedirects: 5,
    maxBytes: mostSitemapBytes,
    isCutAtMaxBytes: true,
    accept: 'application/xml,text/xml,text/plain;q=0.8,*/*;q=0.5',
    spacingMs,
    signal,
  });
  const unread = { url, status: null, refusal: undefined, document: undefined, bytes: 0, entries: [] };
  if (!answer.ok) return { ...unread, refusal: answer.reason };
  const { status } = answer;
  if (status !== 200) return { ...unread, status };
  const bytes = await inflated(answer.body);
  if (bytes === undefined) return { ...unread, status, refusal: 'bad_encoding' };
  const { text } = decodeHtml(bytes, 'application/xml; charset=utf-8');
  const isCut = bytes.byteLength >= mostSitemapBytes;
  const { entries, ...document } = parseSitemap(text, mostAddresses, isCut);
  const read = { document: { ...document, addresses: entries.length }, bytes: bytes.byteLength, entries };
  return { ...unread, status, ...read };
}

/** Unpacks `sitemap.xml.gz`, which comes as gzip without saying so in Content-Encoding. */
async function inflated(body: Uint8Array): Promise<Uint8Array | undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  return readBodyStart(Readable.from([body]), 'gzip', mostSitemapBytes).catch(() => undefined);
}
