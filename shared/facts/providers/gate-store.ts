import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { isConditionFailure, whenConditionHolds } from '#shared/platform/dynamo/failures.ts';

/** Why the gate is closed. */
export const openReasons = ['unhealthy', 'unauthorized', 'over_quota'] as const;
export type OpenReason = (typeof openReasons)[number];

const stateSchema = v.object({
  /** Requests in flight: id and the millisecond at which a crashed function's slot is free again. */
  slots: v.record(v.string(), v.number()),
  window_minute: v.number(),
  window_count: v.number(),
  failures: v.number(),
  /** Millisecond until which the breaker is open; 0 where it is closed. */
  open_until: v.number(),
  open_reason: v.fallback(v.picklist(openReasons), 'unhealthy'),
});
export type GateState = v.InferOutput<typeof stateSchema>;

export interface Entry {
  readonly slot: string;
  readonly expiresAt: number;
}

/** The gate's one item, changed by conditional writes only; each change says whether its condition held. */
export interface GateStore {
  read(): Promise<GateState | undefined>;
  create(minute: number): Promise<void>;
  /** Takes a slot and counts the request; undefined where the breaker is open, the slots or the minute are full. */
  enter(
    entry: Entry,
    minute: number,
    limits: { readonly slots: number; readonly requestsPerMinute: number },
  ): Promise<GateState | undefined>;
  startMinute(minute: number, seenMinute: number): Promise<void>;
  evict(slot: string, expiresAt: number): Promise<void>;
  /** Lets exactly one request through an open breaker, and keeps it open for the others meanwhile. */
  enterAsProbe(entry: Entry, seenOpenUntil: number): Promise<boolean>;
  releaseSucceeded(slot: string, wasFailing: boolean): Promise<void>;
  /** Leaves after a failure; answers how many there were in a row. */
  releaseFailed(slot: string): Promise<number>;
  open(until: number, reason: OpenReason): Promise<void>;
}

/** Keeps the gate of one provider in the facts table. */
export function createGateStore(
  documents: DynamoDBDocumentClient,
  tableName: string,
  provider: string,
): GateStore {
  const key = { pk: `upstream#${provider}`, sk: 'gate' };
  const change: Change = async (input) => {
    const command = new UpdateCommand({ TableName: tableName, Key: key, ReturnValues: 'ALL_NEW', ...input });
    const output = await documents.send(command).catch(undefinedIfRefused);
    return output?.Attributes && v.parse(stateSchema, output.Attributes);
  };
  return {
    async read() {
      const { Item } = await documents.send(
        new GetCommand({ TableName: tableName, Key: key, ConsistentRead: true }),
      );
      return Item && v.parse(stateSchema, Item);
    },

    async create(minute) {
      const fresh = { slots: {}, window_minute: minute, window_count: 0, failures: 0, open_until: 0 };
      const doesNotExist = 'attribute_not_exists(pk)';
      const command = new PutCommand({
        TableName: tableName,
        Item: { ...key, ...fresh },
        ConditionExpression: doesNotExist,
      });
      await whenConditionHolds(documents.send(command));
    },
    ...entering(change),
    ...leaving(change),
    ...upkeep(change),
  };
}

/** Changes the item, or answers undefined where the condition does not hold. */
type Change = (
  input: Pick<
    UpdateCommandInput,
    'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >,
) => Promise<GateState | undefined>;

function entering(change: Change): Pick<GateStore, 'enter' | 'enterAsProbe'> {
  return {
    async enter({ slot, expiresAt }, minute, limits) {
      const slotIsFree = 'size(slots) < :slots';
      const minuteHasRoom = 'window_minute = :minute AND window_count < :perMinute';
      const breakerIsClosed = 'open_until = :closed';
      // There already where the answer to an earlier attempt of this very request was lost.
      const slotIsOwn = 'attribute_exists(slots.#slot)';
      return change({
        UpdateExpression: 'SET slots.#slot = :expires, window_count = window_count + :one',
        ConditionExpression: `attribute_exists(pk) AND ${breakerIsClosed} AND (${slotIsOwn} OR (${slotIsFree} AND ${minuteHasRoom}))`,
        ExpressionAttributeNames: { '#slot': slot },
        ExpressionAttributeValues: {
          ':expires': expiresAt,
          ':one': 1,
          ':slots': limits.slots,
          ':minute': minute,
          ':perMinute': limits.requestsPerMinute,
          ':closed': 0,
        },
      });
    },

    async enterAsProbe({ slot, expiresAt }, seenOpenUntil) {
      const noOtherProbe = 'open_until = :seen';
      const state = await change({
        UpdateExpression: 'SET slots.#slot = :expires, open_until = :expires',
        ConditionExpression: noOtherProbe,
        ExpressionAttributeNames: { '#slot': slot },
        ExpressionAttributeValues: { ':expires': expiresAt, ':seen': seenOpenUntil },
      });
      return state !== undefined;
    },
  };
}

function leaving(change: Change): Pick<GateStore, 'releaseSucceeded' | 'releaseFailed'> {
  return {
    async releaseSucceeded(slot, wasFailing) {
      await change({
        UpdateExpression: wasFailing
          ? 'SET failures = :none, open_until = :none REMOVE slots.#slot'
          : 'REMOVE slots.#slot',
        ExpressionAttributeNames: { '#slot': slot },
        ...(wasFailing && { ExpressionAttributeValues: { ':none': 0 } }),
      });
    },

    async releaseFailed(slot) {
      const state = await change({
        UpdateExpression: 'SET failures = failures + :one REMOVE slots.#slot',
        ExpressionAttributeNames: { '#slot': slot },
        ExpressionAttributeValues: { ':one': 1 },
      });
      return state?.failures ?? 0;
    },
  };
}

function upkeep(change: Change): Pick<GateStore, 'startMinute' | 'evict' | 'open'> {
  return {
    async startMinute(minute, seenMinute) {
      const notYetStarted = 'window_minute = :seen';
      await change({
        UpdateExpression: 'SET window_minute = :minute, window_count = :none',
        ConditionExpression: notYetStarted,
        ExpressionAttributeValues: { ':minute': minute, ':none': 0, ':seen': seenMinute },
      });
    },

    async evict(slot, expiresAt) {
      const isTheSameSlot = 'slots.#slot = :expires';
      await change({
        UpdateExpression: 'REMOVE slots.#slot',
        ConditionExpression: isTheSameSlot,
        ExpressionAttributeNames: { '#slot': slot },
        ExpressionAttributeValues: { ':expires': expiresAt },
      });
    },

    async open(until, reason) {
      await change({
        UpdateExpression: 'SET open_until = :until, open_reason = :reason',
        ExpressionAttributeValues: { ':until': until, ':reason': reason },
      });
    },
  };
}

function undefinedIfRefused(error: unknown): undefined {
  if (isConditionFailure(error)) return undefined;
  throw error;
}
