import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { usageRetentionSeconds } from '#shared/money/usage/usage-item.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

const archivedAnswer = v.object({
  request_id: v.string(),
  /** Who asked; a key with limits of its own reads what it asked itself. */
  credential_id: v.string(),
  tool: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  /** The envelope as it went out. */
  answer: v.record(v.string(), v.unknown()),
});

/** An answer that was paid for, with what was asked. */
export type ArchivedAnswer = v.InferOutput<typeof archivedAnswer>;

interface ArchiveOptions {
  readonly objects: Pick<ObjectStore, 'get' | 'list' | 'delete'>;
  readonly clock: Clock;
}

/** Deletions under way at once. */
const parallelDeletions = 50;

/** The answers that `archiveAnswer` kept, one object of gzipped JSON each, under `answers/<account>/<request id>`. */
export function createAnswerArchive({ objects, clock }: ArchiveOptions) {
  async function keysOf(accountId: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of objects.list(folderOf(accountId))) keys.push(key);
    return keys;
  }
  return {
    /** Undefined where the account has no such answer. */
    async find(accountId: string, requestId: string): Promise<ArchivedAnswer | undefined> {
      if (!isKept(requestId, clock())) return undefined;
      const packed = await objects.get(`${folderOf(accountId)}${requestId}`);
      return packed && v.parse(archivedAnswer, JSON.parse(gunzipSync(packed).toString()));
    },

    /** Ids of the calls whose answers are kept, oldest first. */
    async list(accountId: string): Promise<readonly string[]> {
      const ids = (await keysOf(accountId)).map((key) => key.slice(folderOf(accountId).length));
      return ids.filter((id) => isKept(id, clock()));
    },

    /** Deletes every answer of the account; may be repeated. */
    async forget(accountId: string): Promise<void> {
      const keys = await keysOf(accountId);
      for (let start = 0; start < keys.length; start += parallelDeletions)
        await Promise.all(keys.slice(start, start + parallelDeletions).map((key) => objects.delete(key)));
    },
  };
}

function folderOf(accountId: string): string {
  return `answers/${accountId}/`;
}

/** An id of this service whose usage record is still kept: the store itself may delete later. */
function isKept(requestId: string, now: number): boolean {
  const askedAt = /^req_[0-9a-z]{26}$/u.test(requestId) ? idTime(requestId) : undefined;
  return askedAt !== undefined && now < askedAt + usageRetentionSeconds * 1_000;
}
