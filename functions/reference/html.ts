import { marked } from 'marked';
import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { escapeHtml } from '#shared/http/escape-html.ts';
import { brandMark } from '#shared/http/page-style.ts';
import { searchPage } from './page-frame.ts';
import type { Page, PageEntry } from './pages.ts';
import { anchorOf, type SearchHit } from './search-pages.ts';

/** Pages as the list beside each page names them. */
export interface PageList {
  readonly label: string;
  readonly pages: readonly PageEntry[];
}

/** A page of the reference as HTML, with the list of all pages beside it. */
export function renderPage(page: Page, lists: readonly PageList[]): string {
  return document(page, lists, bodyOf(page.markdown));
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
  return document({ name: searchPage, title: 'Search' }, lists, `<h1>Search</h1>${outcome}`, query);
}

function document(page: PageEntry, lists: readonly PageList[], body: string, query = ''): string {
  const nav = lists
    .map(
      ({ label, pages }) => `<h2>${label}</h2><ul>${pages.map((entry) => link(entry, page)).join('')}</ul>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Oriel</title>
<link rel="icon" href="/favicon.svg">
<style>${style}</style>
</head>
<body>
<header><a class="home" href="/">${brandMark}Oriel</a><form role="search" action="${pagePath(searchPage)}"><input type="search" name="q" aria-label="Search the documentation" placeholder="Search" maxlength="200" value="${escapeHtml(query)}"></form><a class="jump" href="#pages">All pages</a></header>
<main>${body}</main>
<nav id="pages" aria-label="Pages">${nav}<p><small>${linksToTexts}</small></p></nav>
</body>
</html>
`;
}

function link({ name, title }: PageEntry, current: PageEntry): string {
  const mark = name === current.name ? ' aria-current="page"' : '';
  return `<li><a href="${pagePath(name)}"${mark}>${escapeHtml(title)}</a></li>`;
}

function bodyOf(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return html
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(firstWord, (_match, tags: string, name: string) => `<td>${tags}${breakable(name)}</`)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(headings, (heading, level: string, inner: string) => {
      const id = anchorOf(inner);
      return html.includes(` id="${id}"`) ? heading : `<h${level} id="${id}">${inner}</h${level}>`;
    })
    .replaceAll(
      /href="(?<name>[a-z_]+)(?<anchor>#[a-z_]+)?"/gu,
      (_match, name: string, anchor = '') => `href="${pagePath(name)}${anchor}"`,
    );
}

const headings = /<h(?<level>[23])>(?<inner>.*?)<\/h\k<level>>/gu;

/** A cell that holds one name or path, as the first of each row does. */
const firstWord = /<td>(?<tags>(?:<a [^>]*>)?(?:<code>)?)(?<name>[\w.[\]]+)<\//gu;

/** On a narrow screen a name breaks between its words and never inside one. */
function breakable(name: string): string {
  return name.replaceAll(/(?<=[._\]])/gu, '<wbr>');
}

function pagePath(name: string): string {
  return name === 'index' ? '/docs' : `/docs/${name}`;
}

const style = `
:root{color-scheme:light dark;--ink:#16201e;--soft:#55625e;--line:#e1e7e5;--edge:#7d8985;--ground:#fff;--raise:#f7f9f8;--accent:#0b6659}
@media (prefers-color-scheme:dark){:root{--ink:#dfe5e3;--soft:#9aa7a4;--line:#28312f;--edge:#6c7a76;--ground:#101514;--raise:#161c1b;--accent:#6fd0ba}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:16rem minmax(0,1fr);grid-template-rows:auto 1fr;min-height:100vh;background:var(--ground);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
header,nav{grid-column:1;padding:0 1.5rem 2rem;border-right:1px solid var(--line);background:var(--raise)}
header{padding:2rem 1.5rem 0}
main{grid-column:2;grid-row:1/3}
nav ul{list-style:none;margin:0;padding:0}
nav h2{font-size:.8rem;font-weight:600;color:var(--soft);margin:1.25rem 0 .25rem}
header form{margin-top:1.25rem}
.jump{display:none}
header input{width:100%;padding:.4rem .6rem;font:inherit;font-size:.9rem;color:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:6px}
.hits{padding-left:1.25rem}
.hits small,.hits p{color:var(--soft)}
.hits p{margin:.15rem 0 1rem}
nav a,header a{display:block;padding:.25rem 0;color:var(--soft);text-decoration:none}
header a:hover,nav a:hover,nav a[aria-current]{color:var(--accent)}
nav a[aria-current]{font-weight:600}
header .home{display:flex;align-items:center;gap:10px;font-weight:650;font-size:1.08rem;color:var(--ink)}
main{padding:2rem 3rem 6rem;max-width:62rem}
h1{font-size:1.75rem;line-height:1.2;letter-spacing:-.015em;margin:0 0 1rem}
h2{font-size:1.3rem;margin:2.5rem 0 .75rem}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.table{overflow-x:auto;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;padding:.5rem .75rem;border-bottom:1px solid var(--line);vertical-align:top}
th{color:var(--soft);font-weight:600}
code{font:.88em ui-monospace,monospace;background:var(--raise);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
.table code{overflow-wrap:break-word}
.table td:last-child{min-width:9rem}
pre{background:var(--raise);border:1px solid var(--line);border-radius:8px;padding:1rem;overflow-x:auto}
pre code{background:none;padding:0}
@media (max-width:50rem){body{display:block}header,nav{border:0;padding:1rem 1.25rem}header{border-bottom:1px solid var(--line)}header .home{display:inline-flex}header form{margin-top:.5rem}.jump{display:inline-block}nav{border-top:1px solid var(--line)}nav ul{columns:2}main{padding:1.5rem 1.25rem 3rem}th,td{padding:.5rem .4rem}}
`;
