import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { brandMark, escapeHtml } from '#shared/http/framed-page.ts';
import { type Heading, pageBody } from './page-body.ts';
import { type Page, type PageEntry, pagePath, searchPage } from './page-frame.ts';
import { docsStyle } from './page-look.ts';
import type { SearchHit } from './search-pages.ts';

/** Pages as the list beside each page names them. */
export interface PageList {
  readonly label: string;
  readonly pages: readonly PageEntry[];
}

/** A page of the reference as HTML, with the list of all pages beside it. */
export function renderPage(page: Page, lists: readonly PageList[]): string {
  const { html, headings } = pageBody(page.markdown);
  return document(page, lists, {
    main: `${contents(headings)}<article>${html}</article>${neighbors(page, lists)}`,
  });
}

/** What a search found. The query is shown as text and never read as markup. */
export function renderSearch(query: string, hits: readonly SearchHit[], lists: readonly PageList[]): string {
  const found = hits.map(
    ({ page, pageTitle, heading, anchor, excerpt }) =>
      `<li><a href="${pagePath(page)}${anchor === undefined ? '' : `#${anchor}`}">${escapeHtml(heading)}</a> <small>${escapeHtml(pageTitle)}</small><p>${escapeHtml(excerpt)}</p></li>`,
  );
  const outcome =
    hits.length > 0
      ? `<ol class="hits">${found.join('')}</ol>`
      : '<p>Nothing is found. Fewer or other words may help; <a href="/docs">the index</a> lists every page.</p>';
  return document({ name: searchPage, title: 'Search' }, lists, {
    main: `<article><h1>Search</h1>${outcome}</article>`,
    query,
  });
}

/** An address below `/docs` that names no page, for a person. */
export function renderUnknownPage(lists: readonly PageList[]): string {
  return document({ name: '', title: 'Page not found' }, lists, {
    main: '<article><h1>Page not found</h1><p>There is no such page in the documentation. The link may be old or mistyped.</p><ul><li><a href="/docs">The index</a> lists every page.</li><li>The search beside this text looks through all of them.</li><li><a href="/">Oriel</a> leads to your account.</li></ul></article>',
  });
}

interface Content {
  readonly main: string;
  /** What was searched for. */
  readonly query?: string;
}

function document(page: PageEntry, lists: readonly PageList[], { main, query = '' }: Content): string {
  const nav = lists
    .map(
      ({ label, pages }) => `<h2>${label}</h2><ul>${pages.map((entry) => link(entry, page)).join('')}</ul>`,
    )
    .join('');
  // Ids with a dot are the frame's own: those of headings have none.
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Oriel</title>
<link rel="icon" href="/favicon.svg">
<script src="/color-scheme.js"></script>
<script src="/docs.js" type="module"></script>
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#docs.main">Skip to the text</a>
<header><a class="home" href="/">${brandMark}Oriel</a><a class="jump" href="#docs.pages">All pages</a><form role="search" action="${pagePath(searchPage)}"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="200" value="${escapeHtml(query)}"></form></header>
<main id="docs.main" tabindex="-1">${main}</main>
<nav class="pages" id="docs.pages" aria-label="Pages">${nav}<p><small>${linksToTexts}</small></p></nav>
</body>
</html>
`;
}

function link({ name, title }: PageEntry, current: PageEntry): string {
  const mark = name === current.name ? ' aria-current="page"' : '';
  return `<li><a href="${pagePath(name)}"${mark}>${escapeHtml(title)}</a></li>`;
}

/** More entries than this are no help in finding one. */
const mostEntries = 40;

/** The sections of a page; nothing for a page of one. Where there are many, those below others are left out. */
function contents(headings: readonly Heading[]): string {
  const shown = headings.length > mostEntries ? headings.filter(({ level }) => level === 2) : headings;
  if (shown.length < 2) return '';
  const entries = shown.map(
    ({ level, id, text }) => `<li><a href="#${id}"${level === 3 ? ' class="deep"' : ''}>${text}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul>${entries.join('')}</ul></details></nav>`;
}

/** The pages before and after in the list. */
function neighbors({ name }: PageEntry, lists: readonly PageList[]): string {
  const pages = lists.flatMap((list) => list.pages);
  const at = pages.findIndex((page) => page.name === name);
  const step = (page: PageEntry | undefined, rel: 'prev' | 'next', label: string) =>
    page
      ? `<a class="${rel}" rel="${rel}" href="${pagePath(page.name)}"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : '';
  return `<nav class="steps" aria-label="Previous and next page">${step(pages[at - 1], 'prev', 'Previous')}${step(pages[at + 1], 'next', 'Next')}</nav>`;
}
