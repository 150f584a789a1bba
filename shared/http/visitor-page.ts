import { createHash } from 'node:crypto';
import { linksToTexts } from '#shared/contract/operator-texts.ts';
import type { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallResult } from './call.ts';
import { refusalResult } from './call-pipeline.ts';
import { framedPage, pageStyle } from './framed-page.ts';

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

interface Asked {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether a browser asks for a page. Programs, which take anything or JSON, get the problem body. */
export function asksForPage({ headers }: Asked): boolean {
  const accept = Object.entries(headers).find(([name]) => name.toLowerCase() === 'accept')?.[1];
  return String(accept ?? '').includes('text/html');
}

/** 404 for a person: what may have happened, and where to go. */
function notFoundPage(): CallResult {
  return {
    statusCode: 404,
    headers: { ...visitorPageHeaders, 'cache-control': 'no-store', vary: 'accept' },
    body: visitorPage(
      'Page not found',
      `<h1>There is nothing at this address</h1>
<p>The link may be old or mistyped. From here:</p>
<ul>
<li><a href="/">Oriel</a>: your account, or sign in</li>
<li><a href="/explorer">Explorer</a>: every tool, with a free example</li>
<li><a href="/docs">Documentation</a>: the reference and the guides</li>
<li><a href="/status">Status</a>: whether the service answers</li>
</ul>`,
    ),
  };
}

/** What a request gets that no function takes: a person who looks for a page that is not there, a page. */
export function pageOrRefusal(
  error: ServiceError,
  asked: Asked,
  place: { readonly docsUrl: string; readonly endpoint: string },
): CallResult {
  if (error.code !== 'not_found' || !asksForPage(asked)) return refusalResult(error, place);
  const page = notFoundPage();
  return { ...page, headers: { ...page.headers, 'x-request-id': newId('req') } };
}
