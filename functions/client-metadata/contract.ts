import * as v from 'valibot';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';

/**
 * Reads the documents in which clients of the authorization server describe
 * themselves. Strangers choose the addresses and write the documents, so it holds
 * no secret and reaches no table: the authorization server calls it and has the
 * signing keys.
 */
export const clientMetadataFunction = {
  name: 'client-metadata',
  module: 'client-metadata/actions.ts',
  description: 'Reads the documents in which clients of the authorization server describe themselves.',
  routes: [],
  grants: {},
  timeoutSeconds: 10,
} as const satisfies RoutedFunction;

/** What the function is called with, as JSON. */
export const documentQuestion = v.object({ url: v.string(), max_bytes: v.number() });
export type DocumentQuestion = v.InferOutput<typeof documentQuestion>;

/** What it answers: the document in base64, or why there is none. */
export const documentAnswer = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    status: v.number(),
    headers: v.record(v.string(), v.string()),
    body: v.string(),
  }),
  v.object({ ok: v.literal(false), reason: v.string() }),
]);
export type DocumentAnswer = v.InferOutput<typeof documentAnswer>;

/** A document on the public internet, fetched so that it cannot be pointed at the internal network. */
export type FetchDocument = (url: string, maxBytes: number) => Promise<FetchedDocument>;

export interface FetchedDocument {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Fetches documents by the function that does so, wherever it runs. */
export function askForDocument(ask: (question: DocumentQuestion) => Promise<unknown>): FetchDocument {
  return async (url, maxBytes) => {
    const answer = v.parse(documentAnswer, await ask({ url, max_bytes: maxBytes }));
    if (!answer.ok) throw new Error(`The client's metadata document was not fetched: ${answer.reason}.`);
    return { ...answer, body: Buffer.from(answer.body, 'base64') };
  };
}
