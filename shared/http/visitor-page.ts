import { createHash } from 'node:crypto';
import { linksToTexts } from '#shared/contract/operator-texts.ts';
import { framedPage } from './framed-page.ts';
import { pageStyle } from './page-style.ts';

const style = `${pageStyle}
body{place-items:start center}main{max-width:46rem}
h2{margin:1.75rem 0 .5rem;font-size:1.1rem}
.table{overflow-x:auto;margin:0 0 16px}table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--line)}
th{color:var(--dim);font-weight:550}.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}
.brand a{display:flex;align-items:center;gap:10px;color:inherit;text-decoration:none}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of a page that anybody may read: no script, no outside host, no frame. */
export const visitorPageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** A page that the service writes for anybody, with the links that lead on. `body` is markup. */
export function visitorPage(title: string, body: string): string {
  return framedPage({
    title: `${title} · Oriel`,
    head: '<link rel="icon" href="/favicon.svg">',
    style,
    brand: (mark) => `<a href="/">${mark}</a>`,
    body: `${body}
<p><small><a href="/">Oriel</a> · <a href="/docs">Documentation</a> · ${linksToTexts}</small></p>`,
  });
}
