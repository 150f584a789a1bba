import { hash } from 'node:crypto';
import {
  type FetchedResponse,
  type FetchOutcome,
  type FetchQuestion,
  type HeaderLists,
  headerValue,
  type SiteFetcher,
} from '#shared/site-audit/fetch/site-fetcher.ts';
import { headerAlternates, readIndexability } from '../document/indexability.ts';
import { type ClassVerdict, classifyPage, type PageClass, scriptShellSign } from '../document/page-class.ts';
import type { Forwarding, PageDocument, WholePage } from '../document/page-document.ts';
import { decodeHtml, TooManyElementsError } from '../document/parse-html.ts';
import { readProse } from '../document/prose.ts';
import { readDocument } from '../document/read-document.ts';
import type { RobotsVerdict } from '../robots/match-robots.ts';
import { isOnSite, isSameSpelling, pageKey, type SiteScope } from '../site-scope.ts';
import type { ExclusionReason, PageRecord, ReadRecord } from './page-record.ts';

interface Reading {
  readonly requestedUrl: string;
  readonly response: FetchedResponse;
  readonly scope: SiteScope;
  readonly robots: { readonly us: RobotsVerdict; readonly google: RobotsVerdict };
  readonly isHome: boolean;
  readonly inSitemap: boolean;
  readonly pattern: string;
  readonly now: number;
}

/**
 * Fetches a page, following at most 5 redirects. Of one beyond the fetcher's
 * 2 MB the start is taken, as Google does; asked again for that, since nearly
 * every page is smaller and reading those whole is cheaper.
 */
export async function fetchPage(
  fetcher: SiteFetcher,
  url: string,
  common: Pick<FetchQuestion, 'spacingMs' | 'signal'>,
): Promise<FetchOutcome> {
  const question = { ...common, maxRedirects: 5 };
  const outcome = await fetcher.fetch(url, question);
  return !outcome.ok && outcome.reason === 'too_large'
    ? fetcher.fetch(url, { ...question, isCutAtMaxBytes: true })
    : outcome;
}

/** Reads an answer into a page record, and decides whether the page is audited or why not. */
export function readPage(reading: Reading): ReadRecord {
  const { body, ok: _ok, ...response } = reading.response;
  const url = new URL(response.url);
  const contentType = headerValue(response.headers, 'content-type');
  const looksLikeHtml = isHtmlType(contentType) || (contentType === undefined && startsLikeHtml(body));
  const whole = looksLikeHtml ? tryReadDocument(body, response.headers) : undefined;
  const indexability = readIndexability(whole, response.headers, response.url, reading.now);
  const verdict: ClassVerdict =
    whole === undefined
      ? { class: response.status >= 400 ? 'error' : 'other', evidence: 'no HTML' }
      : classifyPage(whole, url, response.status);
  const record = {
    url: response.url,
    key: pageKey(url),
    requestedUrl: reading.requestedUrl,
    status: response.status,
    response,
    bodyBytes: body.byteLength,
    bodyHash: hash('sha256', body, 'base64url'),
    document: whole && keptOf(whole, verdict.class),
    skeleton: whole?.skeleton,
    looksLikeHtml: looksLikeHtml || startsLikeHtml(body),
    fingerprint: whole?.fingerprint,
    indexability,
    isOwnCanonical: indexability.canonical === undefined || isSameSpelling(indexability.canonical, url),
    robots: reading.robots,
    class: verdict,
    shellSign: whole && scriptShellSign(whole),
    isHome: reading.isHome,
    inSitemap: reading.inSitemap,
    pattern: reading.pattern,
  };
  return { ...record, exclusion: exclusionOf(record, reading.scope) };
}

/** What is kept of a page as long as its audit runs. */
function keptOf(whole: WholePage, kind: PageClass): PageDocument {
  const {
    mainText: _main,
    otherText: _other,
    codeText: _code,
    hiddenText: _hidden,
    skeleton: _skeleton,
    ...markup
  } = whole;
  return { ...markup, prose: readProse(whole, kind) };
}

function tryReadDocument(body: Uint8Array, headers: HeaderLists): WholePage | undefined {
  try {
    const page = readDocument(decodeHtml(body, headerValue(headers, 'content-type')), body.byteLength);
    return { ...page, links: [...page.links, ...headerAlternates(headers.link ?? [])] };
  } catch (error) {
    if (error instanceof TooManyElementsError) return undefined;
    throw error;
  }
}

/** Where the page of an answer sends all its readers, if it does nothing else. */
export function forwardingIn({ body, headers, status }: FetchedResponse): Forwarding | undefined {
  return status < 300 ? tryReadDocument(body, headers)?.forwarding : undefined;
}

const deniedStatuses = new Set([401, 403, 407, 429, 451]);

/** Whether the server keeps crawlers out, which says nothing about the page itself. */
export function isDenied(response: Pick<FetchedResponse, 'status' | 'headers'>): boolean {
  return deniedStatuses.has(response.status) || headerValue(response.headers, 'cf-mitigated') === 'challenge';
}

type Judged = Omit<PageRecord, 'exclusion'>;

/** The home page is audited whatever it says of itself: its own noindex is the most important finding there is. */
function exclusionOf(page: Judged, scope: SiteScope): ExclusionReason | undefined {
  if (isDenied(page.response)) return 'auth_gate';
  if (page.status < 200 || page.status >= 300) return 'http_error';
  if (page.document === undefined) return 'non_html';
  if (!isOnSite(scope, new URL(page.url))) return 'off_site';
  if (page.isHome) return undefined;
  if (page.document.forwarding !== undefined) return 'redirected';
  if (page.indexability.noindex.length > 0) return 'noindex';
  const { canonical } = page.indexability;
  // A canonical on another site is a fault to be shown on the page, not a copy of one that is read here.
  const isCopy = canonical !== undefined && isOnSite(scope, canonical) && !page.isOwnCanonical;
  return isCopy ? 'canonicalised' : undefined;
}

function isHtmlType(contentType: string | undefined): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)\b/iu.test(contentType?.trim() ?? '');
}

function startsLikeHtml(body: Uint8Array): boolean {
  const start = Buffer.from(body.subarray(0, 512)).toString('latin1');
  return /^\s*(?:\u00ef\u00bb\u00bf)?\s*(?:<!--[\s\S]*?-->\s*)?<(?:!doctype\s+html|html|head|body)\b/iu.test(
    start,
  );
}
