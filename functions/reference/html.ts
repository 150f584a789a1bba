import { marked } from 'marked';
import { escapeHtml } from '#shared/http/escape-html.ts';
import { brandMark } from '#shared/http/page-style.ts';
import type { Page, PageEntry } from './pages.ts';

/** No script, no outside host: the pages hold text of our own only, and say so to the browser. */
export const pageSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A page of the reference as HTML, with the list of all pages beside it. */
export function renderPage(page: Page, pages: readonly PageEntry[]): string {
  const links = pages
    .map(
      ({ name, title }) =>
        `<li><a href="${pagePath(name)}"${name === page.name ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
    )
    .join('');
  const body = marked.parse(page.markdown, { async: false, gfm: true });
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
<nav aria-label="Reference"><a class="home" href="/">${brandMark}Oriel</a><ul>${links}</ul></nav>
<main>${body
    .replaceAll('<table>', '<div class="table" tabindex="0" role="group" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(firstWord, (_match, tags: string, name: string) => `<td>${tags}${breakable(name)}</`)
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(
      /href="(?<name>[a-z_]+)(?<anchor>#[a-z_]+)?"/gu,
      (_match, name: string, anchor = '') => `href="${pagePath(name)}${anchor}"`,
    )}</main>
</body>
</html>
`;
}

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
:root{color-scheme:light dark;--ink:#16201e;--soft:#55625e;--line:#e1e7e5;--ground:#fff;--raise:#f7f9f8;--accent:#0b6659}
@media (prefers-color-scheme:dark){:root{--ink:#dfe5e3;--soft:#9aa7a4;--line:#28312f;--ground:#101514;--raise:#161c1b;--accent:#6fd0ba}}
*{box-sizing:border-box}
body{margin:0;display:grid;grid-template-columns:16rem minmax(0,1fr);min-height:100vh;background:var(--ground);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",sans-serif}
nav{padding:2rem 1.5rem;border-right:1px solid var(--line);background:var(--raise)}
nav ul{list-style:none;margin:1.5rem 0 0;padding:0;position:sticky;top:2rem}
nav a{display:block;padding:.25rem 0;color:var(--soft);text-decoration:none}
nav a:hover,nav a[aria-current]{color:var(--accent)}
nav a[aria-current]{font-weight:600}
nav .home{display:flex;align-items:center;gap:10px;font-weight:650;font-size:1.08rem;color:var(--ink)}
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
@media (max-width:50rem){body{display:block}nav{border-right:0;border-bottom:1px solid var(--line);padding:1rem 1.25rem}nav ul{position:static;columns:2;margin-top:.75rem}main{padding:1.5rem 1.25rem 4rem}th,td{padding:.5rem .4rem}}
`;
