import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { DocumentAnswer, DocumentQuestion } from './document.ts';

/** A document through the fetcher that cannot be turned inward. Redirects are not followed. */
export async function fetchDocument(
  sites: SiteFetcher,
  { url, max_bytes: maxBytes }: DocumentQuestion,
): Promise<DocumentAnswer> {
  const outcome = await sites.fetch(url, { accept: 'application/json', maxBytes });
  if (!outcome.ok) return { ok: false, reason: outcome.reason };
  const headers = Object.entries(outcome.headers).map(([name, values]) => [name, values.join(', ')]);
  const body = Buffer.from(outcome.body).toString('base64');
  return { ok: true, status: outcome.status, headers: Object.fromEntries(headers), body };
}
