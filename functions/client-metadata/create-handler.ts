import * as v from 'valibot';
import type { Foundation } from '#functions/foundation.ts';
import { publicSites } from '#functions/tools/public-sites.ts';
import { type DocumentAnswer, documentQuestion } from './document.ts';
import { fetchDocument } from './fetch-document.ts';

/** Called by the authorization server: by its name on AWS, in process on one machine. */
export function createHandler(foundation: Foundation): (question: unknown) => Promise<DocumentAnswer> {
  const sites = publicSites(foundation, `Oriel (+${foundation.baseUrl})`);
  return (question) => fetchDocument(sites, v.parse(documentQuestion, question));
}
