import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/platform/clock.ts';
import { changeItem, type Step, setAll, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

/** The right to write the files of finance, which one run has at a time. */
export interface ExportLease {
  /** Takes it; `request_in_progress` where another run has it. Gives a store that only writes while it is held. */
  take(objects: ObjectStore): Promise<HeldLease>;
  /** A store for a part of a run that another process does: it writes while that run has the lease, and keeps it for it. */
  join(owner: string, objects: ObjectStore): ObjectStore;
}

interface HeldLease {
  /** Every write makes sure first that the lease is held for long enough to be finished. */
  readonly objects: ObjectStore;
  /** Says who has it to those who join. */
  readonly owner: string;
  /** Keeps it where nothing is written for a while. Rejects where another run has taken over. */
  keep(): Promise<void>;
  release(): Promise<void>;
}

interface LeaseParts {
  readonly documents: DynamoDBDocumentClient;
  readonly table: string;
  readonly clock: Clock;
}

/** A killed run keeps the next one waiting for this long. */
const lifeMs = 60_000;
/** Longer than any write of one file may take with all its attempts (`shared/platform/aws-patience.ts`). */
const marginMs = 30_000;

const leaseKey = { pk: 'exports', sk: 'lease' };

/** One item in the billing table: its owner, and until when it is held. */
export function createExportLease({ documents, table, clock }: LeaseParts): ExportLease {
  const write = async (check: Test, steps: readonly Step[]) =>
    (await changeItem({ documents, name: table }, leaseKey, { checks: [check], steps })) !== undefined;

  const isOf = (owner: string): Test => ({ test: 'equals', path: ['owner'], value: owner });

  /** Makes the lease last for longer than a write, where it does not. `known` is until when it is known to last. */
  function keeper(owner: string, known: number): () => Promise<void> {
    let until = known;
    return async () => {
      if (clock() + marginMs < until) return;
      const later = clock() + lifeMs;
      if (!(await write(isOf(owner), setAll({ expires_at_ms: later }))))
        throw new Error('Another export has taken over; this one stops.');
      until = later;
    };
  }

  return {
    async take(objects) {
      const owner = randomUUID();
      const ended = { test: 'below', path: ['expires_at_ms'], value: clock() } as const;
      const isFree: Test = { test: 'any of', of: [{ test: 'absent', path: ['owner'] }, ended] };
      const until = clock() + lifeMs;
      if (!(await write(isFree, setAll({ owner, expires_at_ms: until })))) throw heldByAnother();
      const keep = keeper(owner, until);
      const release = async () => {
        await write(isOf(owner), [
          { do: 'remove', path: ['owner'] },
          { do: 'remove', path: ['expires_at_ms'] },
        ]);
      };
      return { objects: writingWhile(keep, objects), owner, keep, release };
    },
    join: (owner, objects) => writingWhile(keeper(owner, 0), objects),
  };
}

function writingWhile(hold: () => Promise<void>, objects: ObjectStore): ObjectStore {
  return {
    ...objects,
    async put(key, body, options) {
      await hold();
      await objects.put(key, body, options);
    },
    async delete(key) {
      await hold();
      await objects.delete(key);
    },
  };
}

function heldByAnother(): ServiceError {
  return new ServiceError(
    'request_in_progress',
    'Another export is writing these files. Let it finish, or try again a minute after it was stopped.',
  );
}
