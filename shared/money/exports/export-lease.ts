import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/platform/clock.ts';
import { type Step, setAll, type Test } from '#shared/platform/dynamo/conditional-change.ts';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

/** The right to write the files of finance, which one run has at a time. */
export interface ExportLease {
  /** Takes it; `request_in_progress` where another run has it. Gives a store that only writes while it is held. */
  take(objects: ObjectStore): Promise<HeldLease>;
}

interface HeldLease {
  /** Every write makes sure first that the lease is held for long enough to be finished. */
  readonly objects: ObjectStore;
  release(): Promise<void>;
}

interface LeaseParts {
  readonly documents: DynamoDBDocumentClient;
  /** Name of the billing table. */
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

  return {
    async take(objects) {
      const me = randomUUID();
      const isMine = { test: 'equals', path: ['owner'], value: me } as const;
      const ended = { test: 'below', path: ['expires_at_ms'], value: clock() } as const;
      const isFree: Test = { test: 'any of', of: [{ test: 'absent', path: ['owner'] }, ended] };
      let until = clock() + lifeMs;
      if (!(await write(isFree, setAll({ owner: me, expires_at_ms: until })))) throw heldByAnother();
      const hold = async () => {
        if (clock() + marginMs < until) return;
        const later = clock() + lifeMs;
        if (!(await write(isMine, setAll({ expires_at_ms: later }))))
          throw new Error('Another export has taken over; this one stops.');
        until = later;
      };
      const release = async () => {
        await write(isMine, [
          { do: 'remove', path: ['owner'] },
          { do: 'remove', path: ['expires_at_ms'] },
        ]);
      };
      return { objects: writingWhile(hold, objects), release };
    },
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
