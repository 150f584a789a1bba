import type { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { CallResult } from './call.ts';
import { refusalResult } from './problem-responses.ts';
import { visitorPage, visitorPageHeaders } from './visitor-page.ts';

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
