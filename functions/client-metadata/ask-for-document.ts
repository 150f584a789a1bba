import * as v from 'valibot';
import { type DocumentQuestion, documentAnswer, type FetchDocument } from './document.ts';

/** Fetches documents by the function that does so, wherever it runs. */
export function askForDocument(ask: (question: DocumentQuestion) => Promise<unknown>): FetchDocument {
  return async (url, maxBytes) => {
    const answer = v.parse(documentAnswer, await ask({ url, max_bytes: maxBytes }));
    if (!answer.ok) throw new Error(`The client's metadata document was not fetched: ${answer.reason}.`);
    return { ...answer, body: Buffer.from(answer.body, 'base64') };
  };
}
