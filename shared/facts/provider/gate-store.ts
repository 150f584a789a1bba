import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import {
  type Change,
  changeItem,
  replaceItem,
  setAll,
  type Test,
} from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';

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

export function createGateStore(
  documents: DynamoDBDocumentClient,
  tableName: string,
  provider: string,
): GateStore {
  const key = { pk: `upstream#${provider}`, sk: 'gate' };
  const table = { documents, name: tableName };
  const change: ChangeGate = async (wanted) => {
    const changed = await changeItem(table, key, wanted);
    return changed && v.parse(stateSchema, changed);
  };
  return {
    async read() {
      const item = await currentItem(documents, tableName, key);
      return item && v.parse(stateSchema, item);
    },

    async create(minute) {
      const fresh = { slots: {}, window_minute: minute, window_count: 0, failures: 0, open_until: 0 };
      await replaceItem(table, { ...key, ...fresh }, [{ test: 'absent', path: ['pk'] }]);
    },
    ...entering(change),
    ...leaving(change),
    ...upkeep(change),
  };
}

/** Changes the item, or answers undefined where the condition does not hold. */
type ChangeGate = (change: Change) => Promise<GateState | undefined>;

function entering(change: ChangeGate): Pick<GateStore, 'enter' | 'enterAsProbe'> {
  return {
    async enter({ slot, expiresAt }, minute, limits) {
      // There already where the answer to an earlier attempt of this very request was lost.
      const isOwn = { test: 'present', path: ['slots', slot] } as const;
      const hasRoom: readonly Test[] = [
        { test: 'fewer entries than', path: ['slots'], value: limits.slots },
        { test: 'equals', path: ['window_minute'], value: minute },
        { test: 'below', path: ['window_count'], value: limits.requestsPerMinute },
      ];
      const isClosed = { test: 'equals', path: ['open_until'], value: 0 } as const;
      return change({
        checks: [isClosed, ...hasRoom.map((room): Test => ({ test: 'any of', of: [isOwn, room] }))],
        steps: [
          { do: 'set', path: ['slots', slot], value: expiresAt },
          { do: 'add', path: ['window_count'], value: 1 },
        ],
      });
    },

    async enterAsProbe({ slot, expiresAt }, seenOpenUntil) {
      const state = await change({
        checks: [{ test: 'equals', path: ['open_until'], value: seenOpenUntil }],
        steps: [
          { do: 'set', path: ['slots', slot], value: expiresAt },
          { do: 'set', path: ['open_until'], value: expiresAt },
        ],
      });
      return state !== undefined;
    },
  };
}

function leaving(change: ChangeGate): Pick<GateStore, 'releaseSucceeded' | 'releaseFailed'> {
  const release = (slot: string) => ({ do: 'remove', path: ['slots', slot] }) as const;
  return {
    async releaseSucceeded(slot, wasFailing) {
      const mended = wasFailing ? setAll({ failures: 0, open_until: 0 }) : [];
      await change({ checks: [], steps: [...mended, release(slot)] });
    },

    async releaseFailed(slot) {
      const count = { do: 'add', path: ['failures'], value: 1 } as const;
      const state = await change({ checks: [], steps: [count, release(slot)] });
      return state?.failures ?? 0;
    },
  };
}

function upkeep(change: ChangeGate): Pick<GateStore, 'startMinute' | 'evict' | 'open'> {
  return {
    async startMinute(minute, seenMinute) {
      await change({
        checks: [{ test: 'equals', path: ['window_minute'], value: seenMinute }],
        steps: setAll({ window_minute: minute, window_count: 0 }),
      });
    },

    async evict(slot, expiresAt) {
      const path = ['slots', slot];
      await change({
        checks: [{ test: 'equals', path, value: expiresAt }],
        steps: [{ do: 'remove', path }],
      });
    },

    async open(until, reason) {
      await change({ checks: [], steps: setAll({ open_until: until, open_reason: reason }) });
    },
  };
}
