import { randomBytes } from 'node:crypto';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import {
  answerKey,
  createIdempotencyTable,
  hashRequest,
  type IdempotencyItem,
  packAnswer,
  partitionOf,
  placeOf,
  unpackAnswer,
} from './idempotency-item.ts';
import type { IdempotencyClaim, IdempotencyStore, KeyedRequest, KeyTerms } from './idempotency-store.ts';

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
