import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Test } from '#shared/platform/dynamo/conditional-change.ts';
import { removeItem, replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
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
  return heldBy(accountId, sha256(key));
}

/** The partition of what a holder has in a place. */
export function heldBy(holder: string, place: string): string {
  return `${holder}#${place}`;
}

/** What tells the keys of one holder apart. */
export function placeOf({ pk }: Pick<IdempotencyItem, 'pk'>): string {
  return pk.slice(pk.indexOf('#') + 1);
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

/** What an attempt learned about its answer before it is written. */
type AnswerPlace = Pick<IdempotencyItem, 'answer' | 'answer_object' | 'call_id'>;

/** The conditional writes on one key; each gives whether its condition held. */
export function createIdempotencyTable(documents: DynamoDBDocumentClient, name: string) {
  const table = { documents, name };
  return {
    async find(pk: string): Promise<IdempotencyItem | undefined> {
      const { Item } = await documents.send(
        new GetCommand({ TableName: name, Key: { pk }, ConsistentRead: true }),
      );
      return Item && parseIdempotencyItem(Item);
    },

    acquire(ours: IdempotencyItem, now: number): Promise<boolean> {
      const expired = { test: 'below', path: ['expires_at'], value: Math.floor(now / 1000) + 1 } as const;
      return replaceItem(table, ours, [{ test: 'any of', of: [{ test: 'absent', path: ['pk'] }, expired] }]);
    },

    takeOver: (dead: IdempotencyItem, ours: IdempotencyItem) => replaceItem(table, ours, isStill(dead)),
    answer: (ours: IdempotencyItem, place: AnswerPlace): Promise<boolean> =>
      replaceItem(table, { ...ours, ...place, state: 'answered' }, isStill(ours)),

    async remove({ pk, owner }: IdempotencyItem): Promise<boolean> {
      return (
        (await removeItem(table, { pk }, [{ test: 'equals', path: ['owner'], value: owner }])) !== undefined
      );
    },
  };
}

function isStill({ owner, state }: IdempotencyItem): readonly Test[] {
  return [
    { test: 'equals', path: ['owner'], value: owner },
    { test: 'equals', path: ['state'], value: state },
  ];
}
