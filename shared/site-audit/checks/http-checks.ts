import type { Probes } from '../crawl/probe-site.ts';
import type { PageDocument } from '../document/page-document.ts';
import { pageKey } from '../site-scope.ts';
import { acrossPages, type Evidence, evidence, onDocument, onSite, when, whenAny } from './check.ts';

/** Titles and headings of pages that say they do not exist, in the languages of most of the web. */
const notFoundWords =
  /\b(?:404|page not found|not found|page introuvable|seite (?:wurde )?nicht gefunden|página no encontrada|pagina non trovata|pagina niet gevonden|página não encontrada|страница не найдена)\b|ページが見つかりません|页面不存在/iu;

export const httpDocumentChecks = onDocument([
  {
    id: 'meta_refresh_reload',
    severity: 'medium',
    weight: 3,
    title: 'The page reloads itself (meta refresh).',
    why: 'Slow readers lose their place, and what they have typed.',
    threshold: 'A `meta http-equiv="refresh"` without an address.',
    remedy: 'Remove the meta refresh; load new content with a script.',
    source: 'WCAG 2.2, 2.2.1',
    find: ({ metas }) =>
      whenAny(
        metas.filter(
          ({ kind, name, content }) =>
            kind === 'http-equiv' && name === 'refresh' && /^\s*\d[\d.]*\s*;?\s*$/u.test(content),
        ),
        'meta[http-equiv="refresh"]',
        ({ content }) => content,
      ),
  },
  {
    id: 'large_html',
    severity: 'medium',
    title: 'The HTML is larger than 1 MB.',
    why: 'It is slow to load and to parse, and Google reads only the first 2 MB.',
    threshold: 'More than 1 MB of HTML before compression.',
    remedy: 'Move inline data, styles and images into separate files; split long lists into pages.',
    source: 'LibreCrawl: 1 MB; Google Search Central, "Googlebot": 2 MB',
    find: ({ htmlBytes }) =>
      when(htmlBytes > 1_000_000, 'document', `${(htmlBytes / 1_000_000).toFixed(1)} MB`),
  },
  {
    id: 'soft_login_gate',
    severity: 'medium',
    title: 'A sign-in form replaces the content.',
    why: 'Search engines see only the form, on every address behind it.',
    threshold:
      'Status 200, a password field, fewer than 60 words, and an address that is not a sign-in page.',
    remedy: 'Answer 401 or redirect to the sign-in page; keep protected addresses out of the sitemap.',
    source: 'Google Search Central, "HTTP status codes"',
    find: ({ forms, mainWordCount }, { url }) =>
      when(
        forms.some(({ hasPassword }) => hasPassword) &&
          mainWordCount < 60 &&
          !/log-?in|sign-?(?:in|up)|register|account|auth|anmeld|connexion/iu.test(new URL(url).pathname),
        'input[type="password"]',
        `${mainWordCount} words beside the form`,
      ),
  },
]);

function notFoundIn({ titles, headings }: PageDocument): Evidence | undefined {
  const texts = [titles[0]?.text ?? '', headings.find(({ level }) => level === 1)?.text ?? ''];
  const text = texts.find((candidate) => notFoundWords.test(candidate) && candidate.length < 80);
  return text === undefined ? undefined : evidence('title, h1', text);
}

function twinOf(bodyHash: string, { missing }: Probes): Evidence | undefined {
  const twin = missing.find((probe) => probe.status === 200 && probe.bodyHash === bodyHash);
  return twin && evidence('document', `same body as ${twin.url}`);
}

export const httpCrossChecks = acrossPages([
  {
    id: 'soft_404_page',
    severity: 'medium',
    title: 'The page says that it was not found, but answers 200 (soft 404).',
    why: 'Search engines keep the address and waste crawls on it.',
    threshold:
      'Status 200 and a title or h1 of a not-found page, or the same body as an address that cannot exist.',
    remedy: 'Answer 404 or 410 for pages that do not exist.',
    source: 'Google Search Central, "Soft 404 errors"',
    find: ({ audited, probes }) =>
      audited.flatMap(({ url, document, bodyHash, isHome }) => {
        const found = notFoundIn(document) ?? (isHome ? undefined : twinOf(bodyHash, probes));
        return found ? [{ url, evidence: found }] : [];
      }),
  },
]);

export const httpSiteChecks = onSite([
  {
    id: 'soft_404_site',
    severity: 'high',
    title: 'Addresses that do not exist answer 200 instead of 404.',
    why: 'Every typing error becomes an indexable page, and broken links go unnoticed.',
    threshold: 'Both of two invented addresses answer with a page, or redirect to one.',
    remedy: 'Answer 404 for unknown addresses.',
    source: 'Google Search Central, "Soft 404 errors"',
    find: ({ probes: { missing }, crawl }) => {
      const answered = missing.filter(
        ({ status, refusal }) => refusal === undefined && status !== null && status < 400,
      );
      const isShell = crawl.home.shellSign !== undefined;
      return when(
        missing.length === 2 && answered.length === 2,
        'status line',
        `${answered[0]?.url} answers ${answered[0]?.status}${isShell ? '; scripts may show an error' : ''}`,
      );
    },
  },
  {
    id: 'home_redirects_deep',
    severity: 'low',
    title: 'The home page redirects to another path.',
    why: 'Links to the bare domain reach it only through a redirect.',
    threshold: 'The home page is answered at a path other than `/`.',
    remedy: 'Serve the home page at `/`.',
    source: 'Google Search Central, "Redirects and Google Search"',
    find: ({ crawl: { home } }) =>
      when(
        pageKey(home.requestedUrl) !== home.key && new URL(home.url).pathname !== '/',
        'address',
        `${home.requestedUrl} → ${home.url}`,
      ),
  },
]);
