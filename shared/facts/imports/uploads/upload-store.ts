import * as v from 'valibot';
import {
  importReport,
  mostUploadFiles,
  namedColumn,
  type UploadRecord,
  uploadRecord,
  uploadsPerDay,
  uploadsPerDayOfKey,
} from '#shared/contract/own-imports.ts';
import { type Change, type Item, ifStill } from '#shared/facts/stored-index/items/index-items.ts';
import { ownPartition, pack, unpack } from '#shared/facts/stored-index/items/keys.ts';
import { readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import type { ImportReport } from '../import-register.ts';

const dayMs = 24 * 3_600_000;
/** Uploads whose reports are kept. */
const keptUploads = 20;
/** A run writes its progress every second; one that is silent for this long has ended without a word. */
const silentMs = 120_000;
/** A run that was asked for and has not begun by then never will. */
const queuedMs = 10 * 60_000;

const storedUpload = v.object({
  id: v.string(),
  status: v.picklist(['awaiting_files', 'queued', 'running', 'done', 'failed']),
  createdAt: v.string(),
  /** Milliseconds since 1970 of the last sign of life. */
  touchedAt: v.number(),
  files: v.array(v.object({ name: v.string(), bytes: v.number(), key: v.string() })),
  domain: v.optional(v.string()),
  /** Columns whose headings no format knows. */
  columns: v.optional(v.array(namedColumn)),
  /** The credential that began it. */
  createdBy: v.optional(v.string(), ''),
  /** Rows of a file, of an account that has no credits of its own; absent where there is no such bound. */
  mostRows: v.optional(v.number()),
  market: v.object({ location: v.optional(v.string()), language: v.optional(v.string()) }),
  progress: uploadRecord.entries.progress,
  message: v.nullable(v.string()),
});
export type StoredUpload = v.InferOutput<typeof storedUpload>;

const reportsOfUpload = uploadRecord.entries.reports;

/** An upload as it was read; written back only if nobody else has written it since. */
export interface KeptUpload {
  readonly upload: StoredUpload;
  readonly reports: UploadRecord['reports'];
  readonly version: number;
}

/** Where the files of uploads lie in the object store: account, upload, number. */
const uploadsPrefix = 'uploads/';

/** Where a file of an upload lies. */
export function uploadKey(accountId: string, uploadId: string, index: number): string {
  return `${uploadsPrefix}${accountId}/${uploadId}/${index}`;
}

/** Whose file lies there. */
export function uploadOf(key: string) {
  const [accountId = '', uploadId = ''] = key.slice(uploadsPrefix.length).split('/');
  return { accountId, uploadId };
}

/** Whether a table waits for its person to say which column is which: its files are kept until then, a day at most. */
export function asksForColumns(reports: readonly Pick<ImportReport, 'unknown_columns'>[]): boolean {
  return reports.some(({ unknown_columns: columns }) => columns !== undefined && columns.length > 1);
}

const uploadPrefix = 'u#';
const keyOf = (accountId: string, id: string) => ({
  pk: ownPartition(accountId),
  sk: `${uploadPrefix}${id}`,
});
/** One for each account: what was begun lately, and what is worked on. */
const gateSort = 'u!';
const storedGate = v.object({
  /** When, and by which credential; the time alone in gates of before that was noted. */
  begun: v.array(
    v.union([
      v.object({ at: v.number(), by: v.string() }),
      v.pipe(
        v.number(),
        v.transform((at) => ({ at, by: '' })),
      ),
    ]),
  ),
  active: v.nullable(v.string()),
});
type Gate = v.InferOutput<typeof storedGate>;

export type UploadStore = ReturnType<typeof createUploadStore>;

/** What an account has uploaded, and the bound on how much of it is worked on. */
export function createUploadStore(table: IndexTable, clock: Clock) {
  const gates = createGates(table);
  const store = {
    /** Keeps a new upload. Refuses one too many of a day, of the account or of its key, with `rate_limited`. */
    async create(accountId: string, upload: StoredUpload, mostPerDay: number): Promise<void> {
      const { createdBy } = upload;
      await gates.change(accountId, (gate) => begunOneMore(gate, { now: clock(), createdBy, mostPerDay }));
      await table.put(itemOf(accountId, { upload, reports: [], version: 1 }));
      const old = (await store.list(accountId)).slice(keptUploads);
      const over = old.filter(({ upload: { status } }) => status !== 'queued' && status !== 'running');
      await table.change(over.map(({ upload: { id } }): Change => ({ remove: keyOf(accountId, id) })));
    },
    async find(accountId: string, id: string): Promise<KeptUpload | undefined> {
      const item = await table.get(keyOf(accountId, id), true);
      return item && read(item);
    },
    /** Newest first. */
    async list(accountId: string): Promise<readonly KeptUpload[]> {
      const items = await readAll(table, ownPartition(accountId), { prefix: uploadPrefix });
      return items.map(read).reverse();
    },
    /** Makes it the one upload of the account that is worked on; refuses where another is. */
    async queue(accountId: string, kept: KeptUpload): Promise<KeptUpload> {
      await gates.change(accountId, async (gate) => {
        const active = gate.active === null ? undefined : await store.find(accountId, gate.active);
        if (active && isAlive(active.upload, clock())) throw stillRunning(active.upload);
        return { ...gate, active: kept.upload.id };
      });
      const queued = { status: 'queued', touchedAt: clock(), message: null, progress: null } as const;
      const saved = await store.save(accountId, kept, queued);
      if (!saved) throw stillRunning(kept.upload);
      return saved;
    },
    /** The upload with its changes; undefined where it was changed or removed meanwhile. */
    async save(
      accountId: string,
      kept: KeptUpload,
      changes: Partial<StoredUpload>,
      reports?: readonly ImportReport[],
    ): Promise<KeptUpload | undefined> {
      const next = {
        upload: { ...kept.upload, ...changes },
        // What its account sees of each.
        reports: reports?.map((report) => v.parse(importReport, report)) ?? kept.reports,
        version: kept.version + 1,
      };
      const { item, checks } = ifStill(itemOf(accountId, next), kept.version);
      const isWritten = await table.put(item, checks);
      return isWritten ? next : undefined;
    },
    /** Tells that an upload which waited or was worked on has ended without its work being done. */
    async fail(accountId: string, id: string, message: string): Promise<void> {
      await ifUnder(accountId, id, ['queued', 'running'], { status: 'failed', message });
    },
    /** Writes down that an upload still waits for its turn. */
    async stayQueued(accountId: string, id: string): Promise<void> {
      await ifUnder(accountId, id, ['queued'], { touchedAt: clock() });
    },
  };
  /** A change of an upload that is under way; nothing where it is not, or somebody else writes it. */
  async function ifUnder(
    accountId: string,
    id: string,
    statuses: readonly StoredUpload['status'][],
    changes: Partial<StoredUpload>,
  ): Promise<void> {
    const kept = await store.find(accountId, id);
    if (kept && statuses.includes(kept.upload.status)) await store.save(accountId, kept, changes);
  }
  return store;
}

/** Changes an account's gate; of two who do so at once, the second sees what the first has made of it. */
function createGates(table: IndexTable) {
  const gateOf = (accountId: string) => ({ pk: ownPartition(accountId), sk: gateSort });
  return {
    async change(accountId: string, change: (gate: Gate) => Gate | Promise<Gate>): Promise<void> {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const { gate, version } = readGate(await table.get(gateOf(accountId), true));
        const next = { ...gateOf(accountId), d: await change(gate), v: (version ?? 0) + 1 };
        const { item, checks } = ifStill(next, version);
        if (await table.put(item, checks)) return;
      }
      throw new ServiceError(
        'conflict',
        'Other uploads of this account start at the same moment. Try again.',
        {
          headers: { 'retry-after': '1' },
        },
      );
    },
  };
}

function readGate(item: Item | undefined): { readonly gate: Gate; readonly version: number | undefined } {
  if (!item) return { gate: { begun: [], active: null }, version: undefined };
  return { gate: v.parse(storedGate, item.d), version: Number(item.v) };
}

interface Beginning {
  readonly now: number;
  readonly createdBy: string;
  readonly mostPerDay: number;
}

function begunOneMore({ begun, active }: Gate, { now, createdBy, mostPerDay }: Beginning): Gate {
  const lately = begun.filter(({ at }) => at > now - dayMs);
  const ofKey = lately.filter((one) => one.by === createdBy && createdBy.startsWith('cred_'));
  const mostOfKey = Math.min(mostPerDay, uploadsPerDayOfKey);
  const who = mostPerDay < uploadsPerDay ? 'An account that has had no credits' : 'An account';
  if (lately.length >= mostPerDay) throw tooManyBegun(`${who} may begin ${mostPerDay}`, lately, now);
  if (ofKey.length >= mostOfKey) throw tooManyBegun(`A key may begin ${mostOfKey}`, ofKey, now);
  return { begun: [...lately, { at: now, by: createdBy }], active };
}

function tooManyBegun(rule: string, [first]: readonly { readonly at: number }[], now: number): ServiceError {
  const waitMs = (first?.at ?? now) + dayMs - now;
  return new ServiceError(
    'rate_limited',
    `${rule} uploads within 24 hours, each with up to ${mostUploadFiles} files. Put several files into one upload, or wait as long as Retry-After says.`,
    { headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } },
  );
}

function stillRunning({ id }: StoredUpload): ServiceError {
  return new ServiceError(
    'conflict',
    `The upload ${id} of this account is being imported. Wait until it is done, then start this one.`,
    { headers: { 'retry-after': '5' } },
  );
}

/** Whether somebody works on it, or is about to. */
function isAlive({ status, touchedAt }: StoredUpload, now: number): boolean {
  if (status === 'queued') return now - touchedAt < queuedMs;
  return status === 'running' && now - touchedAt < silentMs;
}

function itemOf(accountId: string, { upload, reports, version }: KeptUpload): Item {
  return {
    ...keyOf(accountId, upload.id),
    d: upload,
    r: pack(reports),
    v: version,
  };
}

function read({ d, r, v: version }: Item): KeptUpload {
  const reports = r instanceof Uint8Array ? v.parse(reportsOfUpload, unpack(r)) : [];
  return { upload: v.parse(storedUpload, d), reports, version: Number(version) };
}

const interrupted = 'The import ended without finishing. Start it again: nothing is imported twice.';

/** The upload as it is shown; one whose run has gone silent shows as failed. */
export function toUploadRecord({ upload, reports }: KeptUpload, now: number): UploadRecord {
  const { id, status, createdAt, files, progress, message } = upload;
  const isLost = (status === 'queued' || status === 'running') && !isAlive(upload, now);
  return {
    id,
    status: isLost ? 'failed' : status,
    created_at: createdAt,
    files: files.map(({ name, bytes }) => ({ name, bytes })),
    progress,
    message: isLost ? interrupted : message,
    reports,
  };
}

/** The moment after which nothing is left of an upload that nobody started. */
export function isUploadExpired(id: string, now: number): boolean {
  const madeAt = idTime(id);
  return madeAt !== undefined && madeAt + dayMs < now;
}
