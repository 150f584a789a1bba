import { promisify } from 'node:util';
import { gunzip, gunzipSync, gzip } from 'node:zlib';
import * as v from 'valibot';
import { usageRetentionSeconds } from '#shared/money/usage/usage-item.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { idTime, justBefore } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { createRecentAnswers, type Span } from './recent-answers.ts';

const archivedAnswer = v.object({
  request_id: v.string(),
  /** Who asked; a key with limits of its own reads what it asked itself. */
  credential_id: v.string(),
  tool: v.string(),
  arguments: v.record(v.string(), v.unknown()),
  /** The envelope as it went out. */
  answer: v.record(v.string(), v.unknown()),
});

export type ArchivedAnswer = v.InferOutput<typeof archivedAnswer>;

interface ArchiveOptions extends TableAccess<'usage'> {
  readonly objects: Pick<ObjectStore, 'get' | 'put' | 'list' | 'delete'>;
}

/** Answers of one file, which is read whole to open one of them. */
const answersAFile = 200;
const atOnce = 25;

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/**
 * The answers that `archiveAnswer` kept. Those of the last days are items; `pack` makes files of them under
 * `answers/<account>/`, each named after the last call in it, so that the first name that does not sort
 * before a call's id is the file that has it.
 */
export function createAnswerArchive({ objects, ...access }: ArchiveOptions) {
  const recent = createRecentAnswers(access);

  async function filesOf(accountId: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of objects.list(folderOf(accountId))) keys.push(key);
    return keys;
  }

  async function answersIn(key: string): Promise<readonly ArchivedAnswer[]> {
    const file = await objects.get(key);
    return file ? v.parse(v.array(archivedAnswer), JSON.parse((await unpacked(file)).toString())) : [];
  }

  async function inFiles(accountId: string, requestId: string): Promise<ArchivedAnswer | undefined> {
    const folder = folderOf(accountId);
    for await (const key of objects.list(folder, { after: `${folder}${justBefore(requestId)}` }))
      return (await answersIn(key)).find(({ request_id: id }) => id === requestId);
    return undefined;
  }

  return {
    /** Keeps what is no answer of a priced tool, and is shown like one. */
    keep: async (accountId: string, kept: ArchivedAnswer) =>
      recent.put(accountId, kept.request_id, await packed(JSON.stringify(kept))),

    /** Undefined where the account has no such answer. */
    async find(accountId: string, requestId: string): Promise<ArchivedAnswer | undefined> {
      if (!isKept(requestId, access.clock())) return undefined;
      const item = await recent.find(accountId, requestId);
      return item ? readItem(item) : inFiles(accountId, requestId);
    },

    /** Ids of the calls whose answers are kept, oldest first. */
    async list(accountId: string): Promise<readonly string[]> {
      const files = await filesOf(accountId);
      const ids = await recent.ids(accountId);
      for (let start = 0; start < files.length; start += atOnce) {
        const answers = await Promise.all(files.slice(start, start + atOnce).map(answersIn));
        ids.push(...answers.flat().map(({ request_id }) => request_id));
      }
      return [...new Set(ids)].toSorted().filter((id) => isKept(id, access.clock()));
    },

    /**
     * Puts the answers of a span of ids into files, and gives their keys. May be repeated: the same span
     * makes the same files.
     */
    async pack(accountId: string, span: Span): Promise<readonly string[]> {
      const keys: string[] = [];
      let answers: ArchivedAnswer[] = [];
      const write = async () => {
        const last = answers.at(-1);
        if (!last) return;
        const key = `${folderOf(accountId)}${last.request_id}`;
        await objects.put(key, await packed(JSON.stringify(answers)));
        keys.push(key);
        answers = [];
      };
      for await (const item of recent.between(accountId, span)) {
        answers.push(readItem(item.packed));
        if (answers.length === answersAFile) await write();
      }
      await write();
      return keys;
    },

    /** Deletes every answer of the account; may be repeated. */
    async forget(accountId: string): Promise<void> {
      await recent.forget(accountId);
      const keys = await filesOf(accountId);
      for (let start = 0; start < keys.length; start += atOnce)
        await Promise.all(keys.slice(start, start + atOnce).map((key) => objects.delete(key)));
    },
  };
}

function readItem(item: Uint8Array): ArchivedAnswer {
  return v.parse(archivedAnswer, JSON.parse(gunzipSync(item).toString()));
}

function folderOf(accountId: string): string {
  return `answers/${accountId}/`;
}

/** An id of this service whose usage record is still kept: the store itself may delete later. */
function isKept(requestId: string, now: number): boolean {
  const askedAt = /^req_[0-9a-z]{26}$/u.test(requestId) ? idTime(requestId) : undefined;
  return askedAt !== undefined && now < askedAt + usageRetentionSeconds * 1_000;
}
