import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { brandMark, escapeHtml } from '#shared/http/framed-page.ts';
import { type Heading, pageBody } from './page-body.ts';
import { type Page, type PageEntry, pagePath, searchPage } from './page-frame.ts';
import type { SearchHit } from './search-pages.ts';

/**
 * The look of the documentation, in the colors of the dashboard. It follows the
 * system's scheme, or the one that was chosen in the dashboard, which
 * `dashboard/public/color-scheme.js` writes at the root.
 */
const docsStyle = `
:root{color-scheme:light dark;--ink:light-dark(#16201e,#dfe5e3);--soft:light-dark(#55625e,#9aa7a4);--line:light-dark(#e1e7e5,#28312f);--edge:light-dark(#7d8985,#6c7a76);--ground:light-dark(#fff,#101514);--raise:light-dark(#f7f9f8,#161c1b);--accent:light-dark(#0b6659,#6fd0ba);--mark:light-dark(#e3f4f0,#173630);--row:3.2rem}
:root[data-mantine-color-scheme=light]{color-scheme:light}
:root[data-mantine-color-scheme=dark]{color-scheme:dark}
*{box-sizing:border-box}
html{scroll-padding-top:1.5rem}
body{margin:0;display:grid;grid-template-columns:16rem minmax(0,1fr);grid-template-rows:auto 1fr;min-height:100vh;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",sans-serif}
.skip{position:absolute;left:-100vw;padding:.5rem 1rem;background:var(--ground);border:1px solid var(--edge);border-radius:6px;z-index:3}
.skip:focus{left:1rem;top:1rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
header,.pages{grid-column:1;padding:0 1.5rem 2rem;border-right:1px solid var(--line);background:var(--raise)}
header{padding:2rem 1.5rem 0;position:relative}
header .home{display:flex;align-items:center;gap:10px;font-weight:650;font-size:1.08rem;color:var(--ink)}
header form{margin-top:1.25rem;position:relative}
header input{width:100%;padding:.4rem .6rem;font:inherit;font-size:.9rem;color:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:6px}
.pages a,header a{display:block;padding:.25rem 0;color:var(--soft);text-decoration:none}
header a:hover,.pages a:hover,.pages a[aria-current]{color:var(--accent)}
.pages a[aria-current]{font-weight:600}
.pages small a{display:inline}
.pages ul{list-style:none;margin:0;padding:0}
.pages h2{font-size:.8rem;font-weight:600;color:var(--soft);margin:1.25rem 0 .25rem}
.jump{display:none}
.found{position:absolute;left:0;top:calc(100% + .4rem);width:min(30rem,calc(100vw - 3rem));max-height:70vh;overflow:auto;z-index:2;margin:0;padding:.4rem;background:var(--ground);border:1px solid var(--edge);border-radius:8px;box-shadow:0 8px 30px #0003}
.found ol{list-style:none;margin:0;padding:0}
.found a{display:block;padding:.45rem .6rem;border-radius:6px;color:var(--ink)}
.found a:focus,.found a:hover{background:var(--mark);color:var(--ink)}
.found small{display:block;color:var(--soft)}
.found p{margin:0;padding:.45rem .6rem;color:var(--soft)}
main{grid-column:2;grid-row:1/3;padding:2rem 3rem 4rem;display:grid;grid-template-columns:minmax(0,52rem) 13rem;column-gap:3rem;align-content:start;justify-content:center}
article{grid-column:1;min-width:0}
.contents{grid-column:2;grid-row:1;position:sticky;top:2rem;align-self:start;max-height:calc(100vh - 4rem);overflow:auto;font-size:.85rem}
.contents summary{list-style:none;font-weight:600;color:var(--soft)}
.contents summary::-webkit-details-marker{display:none}
@media (min-width:82.01rem){.contents details::details-content{content-visibility:visible}}
.contents ul{list-style:none;margin:.4rem 0 0;padding:0;border-left:1px solid var(--line)}
.contents a{display:block;padding:.2rem .75rem;margin-left:-1px;border-left:2px solid transparent;color:var(--soft);text-decoration:none;overflow-wrap:anywhere}
.contents a:hover,.contents a[aria-current]{color:var(--accent)}
.contents a[aria-current]{border-color:var(--accent)}
.contents .deep{padding-left:1.6rem}
.steps{grid-column:1;display:flex;flex-wrap:wrap;justify-content:space-between;gap:1rem;margin-top:3rem;padding-top:1.25rem;border-top:1px solid var(--line)}
.steps a{text-decoration:none}
.steps small{display:block;color:var(--soft)}
.steps .next{margin-left:auto;text-align:right}
.hits{padding-left:1.25rem}
.hits small,.hits p{color:var(--soft)}
.hits p{margin:.15rem 0 1rem}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 1rem}
h2{font-size:1.3rem;line-height:1.3;margin:2.5rem 0 .75rem}
h3{font-size:1.08rem;margin:2rem 0 .5rem}
a{color:var(--accent)}
h2:target,h3:target,a:target+h2,p:has(>a:target)+h2{background:var(--mark);box-shadow:0 0 0 .3rem var(--mark);border-radius:2px}
.anchor{margin-left:.4rem;font-weight:400;text-decoration:none;opacity:0}
h2:hover .anchor,h3:hover .anchor,.anchor:focus{opacity:1}
@media (hover:none){.anchor{opacity:1}}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.table{overflow-x:auto;margin:1rem 0;content-visibility:auto;contain-intrinsic-size:auto none auto calc(var(--rows)*var(--row))}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.5rem .75rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600}
code{font:.88em ui-monospace,monospace;background:var(--raise);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
.table code{overflow-wrap:break-word}
.table td:last-child{min-width:9rem}
pre{margin:0;background:var(--raise);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow-x:auto}
pre code{background:none;padding:0;overflow-wrap:normal}
.code{position:relative;margin:1rem 0}
.copy{position:absolute;top:.5rem;right:.5rem;font:inherit;font-size:.78rem;padding:.15rem .6rem;color:var(--ink);background:var(--ground);border:1px solid var(--edge);border-radius:6px;cursor:pointer}
.copy:hover{color:var(--accent)}
@media (hover:hover){.copy{opacity:0}.code:hover .copy,.copy:focus-visible{opacity:1}}
.samples{border:0;margin:1rem 0;padding:0;min-width:0}
.samples input{position:absolute;opacity:0;pointer-events:none}
.samples label{display:inline-block;padding:.25rem .8rem;font-size:.88rem;color:var(--soft);border-bottom:2px solid transparent;cursor:pointer}
.samples label:hover{color:var(--accent)}
.samples input:checked+label{color:var(--ink);font-weight:600;border-color:var(--accent)}
.samples input:focus-visible+label{outline:2px solid var(--accent);outline-offset:-2px;border-radius:4px}
.samples .code{display:none;margin:.4rem 0 0}
.samples [value=sh]:checked~[data-language=sh],.samples [value=ts]:checked~[data-language=ts],.samples [value=python]:checked~[data-language=python]{display:block}
.long{margin:1rem 0}
.long summary{cursor:pointer;color:var(--accent);padding:.35rem 0}
.run{display:inline-block;padding:.4rem .9rem;border:1px solid var(--accent);border-radius:8px;text-decoration:none;font-weight:550}
.run:hover{background:var(--mark)}
@media (max-width:82rem){main{display:block;padding:2rem 2.5rem 4rem}.contents{position:static;max-height:none;margin:0 0 1.5rem;padding:.5rem .9rem;border:1px solid var(--line);border-radius:8px}.contents summary{cursor:pointer}.contents ul{columns:2 14rem}}
@media (max-width:50rem){:root{--row:5.5rem}body{display:block}header,.pages{border:0;padding:1rem 1.25rem}header{border-bottom:1px solid var(--line)}header .home{display:inline-flex}header form{margin-top:.5rem}.jump{display:inline-block;float:right}.pages{border-top:1px solid var(--line)}.pages ul{columns:2}main{padding:1.5rem 1.25rem 2rem}th,td{padding:.5rem .4rem}.table td:last-child{min-width:6.5rem}}
@media print{header,.pages,.contents,.copy,.steps,.anchor{display:none}body,main{display:block}}
`;

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

function neighbors({ name }: PageEntry, lists: readonly PageList[]): string {
  const pages = lists.flatMap((list) => list.pages);
  const at = pages.findIndex((page) => page.name === name);
  const step = (page: PageEntry | undefined, rel: 'prev' | 'next', label: string) =>
    page
      ? `<a class="${rel}" rel="${rel}" href="${pagePath(page.name)}"><small>${label}</small>${escapeHtml(page.title)}</a>`
      : '';
  return `<nav class="steps" aria-label="Previous and next page">${step(pages[at - 1], 'prev', 'Previous')}${step(pages[at + 1], 'next', 'Next')}</nav>`;
}
