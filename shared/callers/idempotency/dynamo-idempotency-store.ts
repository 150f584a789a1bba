import { createHash, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { removeItem, replaceItem, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

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
function placeOf({ pk }: Pick<IdempotencyItem, 'pk'>): string {
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

function packAnswer(kept: KeptAnswer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(gzipSync(JSON.stringify(kept)));
}

function unpackAnswer(packed: Uint8Array): KeptAnswer {
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
      const item = await currentItem(documents, name, { pk });
      return item && parseIdempotencyItem(item);
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

/** A function ends after 28 seconds; the rest is room for clocks that differ. */
const keyTerms: KeyTerms = { keptSeconds: 24 * 3600, deadSeconds: 120 };
/** An item may be 400 KB; the rest is room for the other attributes. */
const largestItemAnswer = 300_000;
const maxRounds = 5;

interface IdempotencyStoreOptions extends TableAccess<'idempotency'> {
  /** Takes the answers that are too large for an item, under `idempotency/`. */
  readonly objects: Pick<ObjectStore, 'put' | 'get'>;
}

type Claimed = Awaited<ReturnType<IdempotencyStore['claim']>>;

/**
 * Keys on DynamoDB. Every write after the first is conditional on the owner, a
 * random token of one attempt. A dead attempt is taken over by replacing its
 * token, and that by itself keeps it from being charged should it wake up:
 * its answer can no longer be kept, and only kept answers are charged. An answer
 * that was kept and never charged is taken over as well, so that it is not given away.
 */
export function createIdempotencyStore(options: IdempotencyStoreOptions): IdempotencyStore {
  const { clock, objects } = options;
  const table = createIdempotencyTable(options.documents, options.tables.idempotency);

  async function keep(
    ours: IdempotencyItem,
    packed: Uint8Array<ArrayBuffer>,
    callId: string | undefined,
  ): Promise<void> {
    const large = packed.length > largestItemAnswer;
    const objectKey = answerKey(ours);
    if (large) await objects.put(objectKey, packed);
    const place = large ? { answer_object: objectKey } : { answer: packed };
    if (await table.answer(ours, { ...place, ...(callId && { call_id: callId }) })) return;
    // Our own write may have landed although its first answer was lost.
    const found = await table.find(ours.pk);
    if (found?.owner === ours.owner && found.state === 'answered') return;
    throw new ServiceError('upstream_timeout', 'The call took too long and was not charged. Send it again.', {
      reason: 'another attempt took the Idempotency-Key over',
    });
  }

  function claimed(ours: IdempotencyItem): Claimed {
    const claim: IdempotencyClaim = {
      place: placeOf(ours),
      keep: (answer, callId) => keep(ours, packAnswer(answer), callId),
      release: async () => void (await table.remove(ours)),
    };
    return { kind: 'claimed', claim };
  }

  async function replayed({ answer, answer_object }: IdempotencyItem): Promise<Claimed | undefined> {
    const packed = answer_object ? await objects.get(answer_object) : answer;
    return packed && { kind: 'replay', answer: unpackAnswer(packed) };
  }

  /** What the item that is there means for a request; undefined where it went away meanwhile. */
  async function respond(
    found: IdempotencyItem,
    ours: IdempotencyItem,
    { terms = keyTerms, decisionOf }: Pick<KeyedRequest, 'terms' | 'decisionOf'>,
  ): Promise<Claimed | undefined> {
    if (found.owner === ours.owner) return claimed(ours);
    if (found.request_hash !== ours.request_hash) throw conflict();
    const isDead = clock() - found.started_at > terms.deadSeconds * 1000;
    if (await isPaidAnswer(found, isDead, decisionOf)) return replayed(found);
    return (await table.takeOver(found, ours)) ? claimed(ours) : undefined;
  }

  return {
    async claim(request) {
      const now = clock();
      const ours: IdempotencyItem = {
        pk: partitionOf(request),
        request_hash: hashRequest(request.request),
        owner: randomBytes(12).toString('base64url'),
        state: 'running',
        started_at: now,
        expires_at: Math.floor(now / 1000) + (request.terms ?? keyTerms).keptSeconds,
      };
      for (let round = 0; round < maxRounds; round += 1) {
        if (await table.acquire(ours, now)) return claimed(ours);
        const found = await table.find(ours.pk);
        const response = found && (await respond(found, ours, request));
        if (response) return response;
      }
      throw inProgress();
    },
  };
}

/** Whether an answer stands under a key that may be given again; false where its attempt is dead, or was not charged for it. */
async function isPaidAnswer(
  { state, call_id }: IdempotencyItem,
  isDead: boolean,
  decisionOf: KeyedRequest['decisionOf'],
): Promise<boolean> {
  if (state === 'running' && !isDead) throw inProgress();
  if (state === 'running' || !call_id || !decisionOf) return state === 'answered';
  const decision = await decisionOf(call_id, isDead);
  if (decision === undefined) throw inProgress();
  return decision === 'charged';
}

function conflict(): ServiceError {
  return new ServiceError(
    'idempotency_conflict',
    'This Idempotency-Key was used for another request. Send a new key with a new request.',
  );
}

function inProgress(): ServiceError {
  return new ServiceError(
    'request_in_progress',
    'The same request was sent before and is still running. Send it again in a moment for its answer.',
    { headers: { 'retry-after': '2' } },
  );
}

/** A response as it is kept for its key: everything a repeat must show again. */
export type KeptAnswer = Readonly<v.InferOutput<typeof answer>>;

export interface KeyTerms {
  /** Seconds after the first attempt from which on the key is free again. */
  readonly keptSeconds: number;
  /** An attempt that runs for longer is dead and may be taken over. */
  readonly deadSeconds: number;
}

export interface KeyedRequest {
  readonly accountId: string;
  /** The caller's `Idempotency-Key`, or what stands for it; stored as a hash only. */
  readonly key: string;
  /** Those of an `Idempotency-Key` where none are given. */
  readonly terms?: KeyTerms;
  /** What makes two requests the same: compared by the hash of its canonical JSON. */
  readonly request: unknown;
  /**
   * How the call was decided that kept an answer here, since a call can die between the two. One that has run for
   * longer than any may (`isDead`) is decided by asking; undefined where it may still be charged. Left out where
   * answers cost nothing.
   */
  readonly decisionOf?: (callId: string, isDead: boolean) => Promise<'charged' | 'void' | undefined>;
}

/** The right to answer for a key. Ends with `keep` or `release`, or by being taken over when its owner is dead. */
export interface IdempotencyClaim {
  /** Leads to the answer, with the holder that it is kept for (`forgetKeptAnswer`). */
  readonly place: string;
  /**
   * Stores the answer before its call is charged. `callId` is the hold that
   * will be decided; undefined where the call costs nothing. Fails where the
   * claim was taken over, so that a late attempt can never be charged.
   */
  keep(answer: KeptAnswer, callId: string | undefined): Promise<void>;
  /** Frees the key, kept answer and all, so that a retry runs again. Does nothing after a takeover. */
  release(): Promise<void>;
}

/**
 * Answers by key, of an `Idempotency-Key` for 24 hours. `claim` gives the first answer
 * again that was paid for, or the right to make it; fails with `idempotency_conflict` (another
 * request under the key) or `request_in_progress`.
 */
export interface IdempotencyStore {
  claim(
    request: KeyedRequest,
  ): Promise<
    | { readonly kind: 'replay'; readonly answer: KeptAnswer }
    | { readonly kind: 'claimed'; readonly claim: IdempotencyClaim }
  >;
}
