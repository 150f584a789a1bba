import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '#shared/platform/clock.ts';
import { isConditionFailure } from '#shared/platform/dynamo/failures.ts';
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
  const write = (
    UpdateExpression: string,
    ConditionExpression: string,
    values: Readonly<Record<string, string | number>>,
  ) =>
    documents.send(
      new UpdateCommand({
        TableName: table,
        Key: leaseKey,
        UpdateExpression,
        ConditionExpression,
        ExpressionAttributeNames: { '#owner': 'owner', '#until': 'expires_at_ms' },
        ExpressionAttributeValues: values,
      }),
    );
  const isMine = '#owner = :me';
  const isFree = 'attribute_not_exists(#owner) OR #until < :now';

  return {
    async take(objects) {
      const me = randomUUID();
      let until = clock() + lifeMs;
      const values = { ':me': me, ':until': until, ':now': clock() };
      await write('SET #owner = :me, #until = :until', isFree, values).catch((error: unknown) => {
        throw isConditionFailure(error) ? heldByAnother() : error;
      });
      const hold = async () => {
        if (clock() + marginMs < until) return;
        const later = clock() + lifeMs;
        await write('SET #until = :until', isMine, { ':me': me, ':until': later }).catch((error: unknown) => {
          throw isConditionFailure(error)
            ? new Error('Another export has taken over; this one stops.')
            : error;
        });
        until = later;
      };
      const release = async () => {
        await write('REMOVE #owner, #until', isMine, { ':me': me }).catch((error: unknown) => {
          if (!isConditionFailure(error)) throw error;
        });
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
