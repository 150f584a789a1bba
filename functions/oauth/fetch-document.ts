import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { FetchDocument } from './services.ts';

/** Documents of clients through the fetcher that cannot be turned inward. Redirects are not followed. */
export function createFetchDocument(sites: SiteFetcher): FetchDocument {
  return async (url, maxBytes) => {
    const outcome = await sites.fetch(url, { accept: 'application/json', maxBytes });
    if (!outcome.ok) throw new Error(`The client's metadata document was not fetched: ${outcome.reason}.`);
    const headers = Object.entries(outcome.headers).map(([name, values]) => [name, values.join(', ')]);
    return { status: outcome.status, headers: Object.fromEntries(headers), body: outcome.body };
  };
}
