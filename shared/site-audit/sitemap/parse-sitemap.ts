export interface SitemapEntry {
  readonly url: string;
  /** As written; undefined where there is none. */
  readonly lastmod: string | undefined;
  /** The page in other languages: `xhtml:link` elements of the entry. */
  readonly alternates?: readonly { readonly hreflang: string; readonly href: string }[];
}

export interface SitemapDocument {
  readonly kind: 'urlset' | 'index' | 'text' | 'unreadable';
  /** Pages of a urlset or text file, child sitemaps of an index. */
  readonly entries: readonly SitemapEntry[];
  /** The markup is cut off or crossed; what could be read was read. */
  readonly isBroken: boolean;
  /** There were more entries than were read. */
  readonly isTruncated: boolean;
}

interface Reading {
  kind: 'urlset' | 'index' | undefined;
  isClosed: boolean;
  isCrossed: boolean;
  /** Prefix of the `url` or `sitemap` element that is open, so that `image:loc` is not taken for `loc`. */
  openPrefix: string | undefined;
  field: 'loc' | 'lastmod' | undefined;
  text: string;
  loc: string;
  lastmod: string | undefined;
  alternates: { hreflang: string; href: string }[];
  readonly entries: SitemapEntry[];
}

/**
 * Reads a sitemap or sitemap index (sitemaps.org 0.9), with or without
 * namespace prefixes, or a text file of one URL a line. One pass in linear
 * time; no entity is expanded but the five of XML and numeric ones; broken
 * markup gives what stands before the break. Of a text that was cut, the end is not missed.
 */
export function parseSitemap(text: string, maxEntries: number, isCut = false): SitemapDocument {
  const content = text.replace(/^\ufeff/u, '').trimStart();
  if (!content.startsWith('<')) return parseTextSitemap(content, maxEntries);
  const reading: Reading = {
    kind: undefined,
    isClosed: false,
    isCrossed: false,
    openPrefix: undefined,
    field: undefined,
    text: '',
    loc: '',
    lastmod: undefined,
    alternates: [],
    entries: [],
  };
  let position = 0;
  while (position < content.length && reading.entries.length <= maxEntries) {
    position = readNext(reading, content, position);
  }
  return {
    kind: reading.kind ?? 'unreadable',
    entries: reading.entries.slice(0, maxEntries),
    isBroken: reading.isCrossed || !(isCut || reading.isClosed || reading.entries.length > maxEntries),
    isTruncated: isCut || reading.entries.length > maxEntries,
  };
}

/** Reads the text up to the next mark and the mark itself; returns where to continue. */
function readNext(reading: Reading, content: string, position: number): number {
  const start = content.indexOf('<', position);
  if (start < 0) return content.length;
  if (reading.field !== undefined) reading.text += decodeEntities(content.slice(position, start));
  if (content.startsWith('<!--', start)) return after(content, '-->', start);
  if (content.startsWith('<![CDATA[', start)) {
    const end = content.indexOf(']]>', start);
    if (end < 0) return content.length;
    if (reading.field !== undefined) reading.text += content.slice(start + 9, end);
    return end + 3;
  }
  const end = content.indexOf('>', start);
  if (end < 0) return content.length;
  readTag(reading, content.slice(start + 1, end));
  return end + 1;
}

function after(content: string, mark: string, from: number): number {
  const found = content.indexOf(mark, from);
  return found < 0 ? content.length : found + mark.length;
}

function readTag(reading: Reading, tag: string): void {
  const match = /^(\/?)(?:([\w.-]+):)?([\w.-]+)/u.exec(tag.slice(0, 200));
  if (match === null) return;
  const [, slash, prefix = '', name = ''] = match;
  if (slash === '' && prefix !== '' && name.toLowerCase() === 'link') readAlternate(reading, tag);
  if (tag.endsWith('/')) return;
  if (slash === '/') closeElement(reading, prefix, name.toLowerCase());
  else openElement(reading, prefix, name.toLowerCase());
}

/** Languages of one page that are read. */
const mostAlternates = 200;

function readAlternate({ openPrefix, alternates }: Reading, tag: string): void {
  if (openPrefix === undefined || alternates.length >= mostAlternates) return;
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'iu').exec(tag.slice(0, 4096));
  const [hreflang, href] = ['hreflang', 'href'].map((name) => attribute(name)?.slice(1).find(Boolean));
  if (hreflang !== undefined && href !== undefined)
    alternates.push({ hreflang, href: decodeEntities(href).trim() });
}

function openElement(reading: Reading, prefix: string, name: string): void {
  if (name === 'urlset') reading.kind ??= 'urlset';
  else if (name === 'sitemapindex') reading.kind ??= 'index';
  else if (name === 'url' || name === 'sitemap') {
    if (reading.openPrefix !== undefined) finishEntry(reading, true);
    reading.openPrefix = prefix;
  } else if ((name === 'loc' || name === 'lastmod') && reading.openPrefix === prefix) {
    reading.field = name;
    reading.text = '';
  }
}

function closeElement(reading: Reading, prefix: string, name: string): void {
  if (name === reading.field && prefix === reading.openPrefix) {
    reading[name] = reading.text.trim();
    reading.field = undefined;
  } else if (name === 'url' || name === 'sitemap') finishEntry(reading, reading.openPrefix !== prefix);
  else if (name === 'urlset' || name === 'sitemapindex') reading.isClosed = true;
}

function finishEntry(reading: Reading, isCrossed: boolean): void {
  const { loc: url, lastmod, alternates } = reading;
  if (url !== '') reading.entries.push({ url, lastmod, ...(alternates.length > 0 && { alternates }) });
  reading.isCrossed ||= isCrossed;
  reading.openPrefix = undefined;
  reading.field = undefined;
  reading.loc = '';
  reading.lastmod = undefined;
  reading.alternates = [];
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/giu,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return namedEntities[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function parseTextSitemap(content: string, maxEntries: number): SitemapDocument {
  const lines = content
    .split(/\r?\n/u, maxEntries * 2)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//iu.test(line));
  return {
    kind: lines.length > 0 ? 'text' : 'unreadable',
    entries: lines.slice(0, maxEntries).map((url) => ({ url, lastmod: undefined })),
    isBroken: false,
    isTruncated: lines.length > maxEntries,
  };
}
