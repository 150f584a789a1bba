import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  changeItem,
  replaceItem,
  setAll,
  type WritableTable,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { newId } from '#shared/platform/ids.ts';

/** An answer as it was stored, not yet known to be of the shape its reader expects. */
export interface StoredAnswer {
  readonly value: unknown;
  /** Milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly freshUntil: number;
  /** From here on it is not served any more, not even as stale. */
  readonly keptUntil: number;
}

const failureSchema = v.object({
  code: v.string(),
  detail: v.string(),
  reason: v.optional(v.string()),
  retry_after: v.optional(v.string()),
});
export type LeaseFailure = v.InferOutput<typeof failureSchema>;

const leaseItem = v.object({ owner: v.string(), until: v.number(), failure: v.optional(failureSchema) });
/** Who is fetching an answer at the moment, or how the last attempt failed. */
export type Lease = Readonly<v.InferOutput<typeof leaseItem>>;

/** Shared answers and the leases on fetching them, under keys that are hashes of questions. */
export interface FactStore {
  readAnswer(key: string, options?: { readonly consistent?: boolean }): Promise<StoredAnswer | undefined>;
  writeAnswer(key: string, answer: StoredAnswer): Promise<void>;
  /** Whether `owner` may fetch now: no other call does, or its lease has run out or failed. */
  takeLease(key: string, owner: string, now: number, until: number): Promise<boolean>;
  readLease(key: string): Promise<Lease | undefined>;
  /** Ends an own lease early: with its failure for those who wait, or without one, so that the next may try. */
  endLease(key: string, owner: string, failure?: LeaseFailure): Promise<void>;
}

/** An item of DynamoDB holds 400 kB; a part stays well below, with room for its other attributes. */
const partBytes = 350_000;
/** No answer is larger when unpacked; guards memory against a damaged item. */
const maxAnswerBytes = 32 * 1024 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const answerItem = v.object({
  fetched_at: v.number(),
  fresh_until: v.number(),
  expires_at: v.number(),
  /** Names the parts that belong to this answer, so that a reader never joins parts of two. */
  version: v.string(),
  parts: v.number(),
  body: v.optional(v.instance(Uint8Array)),
});
const partItem = v.object({ body: v.instance(Uint8Array) });
/**
 * Keeps answers in the facts table: gzipped JSON in one item, or in parts that
 * are written before the item that names them.
 */
export function createFactStore(documents: DynamoDBDocumentClient, tableName: string): FactStore {
  const access: Access = {
    async get(pk, sk, consistent) {
      const { Item } = await documents.send(
        new GetCommand({ TableName: tableName, Key: { pk, sk }, ConsistentRead: consistent }),
      );
      return Item;
    },
    async put(item) {
      await documents.send(new PutCommand({ TableName: tableName, Item: item }));
    },
  };
  return { ...answers(access), ...leases(access, { documents, name: tableName }) };
}

interface Access {
  get(pk: string, sk: string, consistent: boolean): Promise<Record<string, unknown> | undefined>;
  put(item: Record<string, unknown>): Promise<void>;
}

function answers({ get, put }: Access): Pick<FactStore, 'readAnswer' | 'writeAnswer'> {
  return {
    async readAnswer(key, { consistent = false } = {}) {
      const pk = partition(key);
      const item = v.safeParse(answerItem, await get(pk, 'answer', consistent));
      if (!item.success) return undefined;
      const body = await readBody(get, pk, item.output);
      if (!body) return undefined;
      const text = await decompress(body, { maxOutputLength: maxAnswerBytes });
      return {
        value: JSON.parse(text.toString('utf8')),
        fetchedAt: item.output.fetched_at,
        freshUntil: item.output.fresh_until,
        keptUntil: item.output.expires_at * 1000,
      };
    },

    async writeAnswer(key, { value, fetchedAt, freshUntil, keptUntil }) {
      const pk = partition(key);
      const version = newId('entry', fetchedAt);
      const body = await compress(JSON.stringify(value));
      const parts = body.length <= partBytes ? [] : split(body);
      const expires_at = Math.ceil(keptUntil / 1000);
      await Promise.all(
        parts.map((part, index) => put({ pk, sk: partName(version, index), body: part, expires_at })),
      );
      const whole = parts.length === 0 ? { body } : {};
      await put({
        pk,
        sk: 'answer',
        fetched_at: fetchedAt,
        fresh_until: freshUntil,
        expires_at,
        version,
        parts: parts.length,
        ...whole,
      });
    },
  };
}

async function readBody(
  get: Access['get'],
  pk: string,
  item: v.InferOutput<typeof answerItem>,
): Promise<Uint8Array | undefined> {
  if (item.parts === 0) return item.body;
  const names = Array.from({ length: item.parts }, (_, index) => partName(item.version, index));
  const parts = await Promise.all(names.map((sk) => get(pk, sk, true)));
  const bodies = parts.flatMap((part) => (v.is(partItem, part) ? [part.body] : []));
  return bodies.length === parts.length ? Buffer.concat(bodies) : undefined;
}

function leases(
  { get }: Access,
  table: WritableTable,
): Pick<FactStore, 'takeLease' | 'readLease' | 'endLease'> {
  return {
    async takeLease(key, owner, now, until) {
      const item = {
        pk: partition(key),
        sk: 'lease',
        owner,
        until,
        expires_at: Math.ceil(until / 1000) + 60,
      };
      return replaceItem(table, item, [
        {
          test: 'any of',
          of: [
            { test: 'absent', path: ['pk'] },
            { test: 'below', path: ['until'], value: now + 1 },
            { test: 'present', path: ['failure'] },
            // There where the answer to an earlier attempt of this very request was lost.
            { test: 'equals', path: ['owner'], value: owner },
          ],
        },
      ]);
    },

    async readLease(key) {
      const item = v.safeParse(leaseItem, await get(partition(key), 'lease', true));
      return item.success ? item.output : undefined;
    },

    async endLease(key, owner, failure) {
      await changeItem(
        table,
        { pk: partition(key), sk: 'lease' },
        {
          checks: [{ test: 'equals', path: ['owner'], value: owner }],
          steps: setAll(failure ? { failure } : { until: 0 }),
        },
      );
    },
  };
}

function partition(key: string): string {
  return `fact#${key}`;
}

function partName(version: string, index: number): string {
  return `part#${version}#${String(index).padStart(3, '0')}`;
}

function split(body: Buffer): Buffer[] {
  const count = Math.ceil(body.length / partBytes);
  return Array.from({ length: count }, (_, index) =>
    body.subarray(index * partBytes, (index + 1) * partBytes),
  );
}
