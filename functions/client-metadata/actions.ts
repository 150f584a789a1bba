import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { publicSites } from '#functions/tools/public-sites.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { type DocumentAnswer, type DocumentQuestion, documentQuestion } from './contract.ts';

/** Called by the authorization server: by its name on AWS, in process on one machine. */
export function clientMetadata(foundation: Foundation): (question: unknown) => Promise<DocumentAnswer> {
  const sites = publicSites(foundation, `Oriel (+${foundation.baseUrl})`);
  return (question) => fetchDocument(sites, v.parse(documentQuestion, question));
}

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
