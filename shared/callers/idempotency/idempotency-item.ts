import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as v from 'valibot';
import type { KeptAnswer, KeyedRequest } from './idempotency-store.ts';

const answer = v.object({
  statusCode: v.number(),
  headers: v.exactOptional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
  body: v.string(),
});

const idempotencyItem = v.object({
  pk: v.string(),
  request_hash: v.string(),
  /** Random, of the attempt that may answer. */
  owner: v.string(),
  state: v.picklist(['running', 'answered']),
  /** Milliseconds since 1970. */
  started_at: v.number(),
  /** Unix seconds; the key is free from then on. */
  expires_at: v.number(),
  /** The call that the answer belongs to; absent where it cost nothing. */
  call_id: v.optional(v.string()),
  /** The answer, gzipped JSON. */
  answer: v.optional(v.instance(Uint8Array)),
  /** Where the answer lies that is too large for an item. */
  answer_object: v.optional(v.string()),
});

/** A key of a caller as stored. */
export type IdempotencyItem = v.InferOutput<typeof idempotencyItem>;

export function parseIdempotencyItem(item: unknown): IdempotencyItem {
  return v.parse(idempotencyItem, item);
}

/** The key is the caller's own text, so it is hashed: it may be long, and it may be a secret of theirs. */
export function partitionOf({ accountId, key }: Pick<KeyedRequest, 'accountId' | 'key'>): string {
  return `${accountId}#${sha256(key)}`;
}

/** Where the answer of an attempt lies that is too large for an item. Hashes and owners may begin with a dash, names of objects may not. */
export function answerKey({ pk, owner }: Pick<IdempotencyItem, 'pk' | 'owner'>): string {
  return `idempotency/${pk.replace('#', '/key=')}/try=${owner}`;
}

/** Equal for requests that say the same, whatever the order of their members. */
export function hashRequest(request: unknown): string {
  return sha256(JSON.stringify(request, sortMembers) ?? '');
}

export function packAnswer(kept: KeptAnswer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(JSON.stringify(kept)));
}

export function unpackAnswer(packed: Uint8Array): KeptAnswer {
  return v.parse(answer, JSON.parse(gunzipSync(packed).toString()));
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
