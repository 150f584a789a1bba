import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import * as v from 'valibot';
import type { Operator } from '#local/admin/operator.ts';

/** Where one machine keeps everything: database, objects, secrets, mails. */
export interface DataFolder {
  readonly path: string;
  readonly database: string;
  readonly objects: string;
  readonly mailbox: string;
  /**
   * A file in the folder that only its owner can read; parsed on reading.
   * `loss` says what is lost without it, where that cannot be made again.
   */
  read<Schema extends v.GenericSchema>(
    name: string,
    schema: Schema,
    loss?: string,
  ): Promise<v.InferOutput<Schema> | undefined>;
  write(name: string, value: unknown): Promise<void>;
  remove(name: string): Promise<void>;
}

/** The folder of `DATA_DIR`, made where it is missing. */
export async function openDataFolder(path: string): Promise<DataFolder> {
  const absolute = resolve(path);
  await mkdir(absolute, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(absolute, name);
  return {
    path: absolute,
    database: file('database'),
    objects: file('objects'),
    mailbox: file('mailbox'),
    async read(name, schema, loss) {
      const text = await readFile(file(name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (text === undefined) return undefined;
      try {
        return v.parse(schema, JSON.parse(text));
      } catch (cause) {
        const remedy =
          loss === undefined
            ? 'Restore it, or delete it to have a new one made.'
            : `Restore it from a backup of the data folder. Do not delete it: ${loss}`;
        throw new Error(`${file(name)} is damaged. ${remedy}`, { cause });
      }
    },
    async write(name, value) {
      // Renamed into place, so that a crash leaves the old file or the new one.
      const draft = file(`${name}.${process.pid}.tmp`);
      await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
      await chmod(draft, 0o600);
      await rename(draft, file(name));
    },
    remove: (name) => rm(file(name), { force: true }),
  };
}

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Takes the folder for this process until it ends, however it ends. The lock
 * is a socket without a file (Linux) or a pipe named after the folder: the
 * operating system lets go of it when the process dies, so that kill -9 never
 * leaves a folder locked.
 */
export async function lockDataFolder(folder: DataFolder): Promise<() => Promise<void>> {
  const digest = createHash('sha256')
    .update(await realpath(folder.path))
    .digest('hex')
    .slice(0, 24);
  const address = lockAddress(digest, folder);
  const server = createServer();
  if (process.platform !== 'linux' && process.platform !== 'win32') await removeStaleSocket(address);
  await new Promise<void>((done, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new FolderInUseError(
              `The data folder ${folder.path} is used by another server. Stop that one, or set DATA_DIR to another folder.`,
            )
          : error,
      );
    });
    server.listen(address, done);
  });
  server.unref();
  return () => new Promise((done) => server.close(() => done()));
}

function lockAddress(digest: string, folder: DataFolder): string {
  if (process.platform === 'linux') return `\0oriel-${digest}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\oriel-${digest}`;
  return join(folder.path, 'lock.sock');
}

/** On other systems a socket has a file, which outlives a crash; one without a listener is removed. */
async function removeStaleSocket(address: string): Promise<void> {
  const { connect } = await import('node:net');
  const answered = await new Promise<boolean>((done) => {
    const probe = connect(address, () => {
      probe.destroy();
      done(true);
    });
    probe.once('error', () => done(false));
  });
  if (!answered) await rm(address, { force: true });
}

/** Written once the server answers, removed when it ends. */
export const readyFile = 'ready.json';

const readyMachine = v.object({
  base_url: v.string(),
  dashboard_url: v.string(),
  mcp_url: v.string(),
  account_id: v.string(),
  api_key: v.string(),
});
/** What a started machine tells its user, and what `ready.json` holds. */
export type ReadyMachine = v.InferOutput<typeof readyMachine>;

/** With the process that wrote it: a server that was killed leaves the file behind. */
const readyRecord = v.object({ ...readyMachine.entries, pid: v.number() });

/** Origin of the server that runs on a folder; undefined where none does, or one was killed. */
export async function runningOrigin(folder: DataFolder): Promise<string | undefined> {
  const ready = await folder.read(readyFile, readyRecord).catch(() => undefined);
  return ready && isRunning(ready.pid) ? ready.base_url : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const demoFile = 'demo.json';
const demoAccount = v.object({ account_id: v.string(), api_key: v.string() });
type DemoAccount = v.InferOutput<typeof demoAccount>;

export const demoEmail = 'demo@oriel.example';
const demoCredits = 1_000;

/** The demo account of a data folder; undefined before the service was first started on it. */
export function findDemoAccount(folder: DataFolder): Promise<DemoAccount | undefined> {
  return folder.read(demoFile, demoAccount);
}

/** The account that a newcomer tries the service with: opened once, the same at every later start. */
export async function openDemoAccount(folder: DataFolder, operator: Operator): Promise<DemoAccount> {
  const kept = await findDemoAccount(folder);
  // The owner of the account may have deleted it: its key then opens nothing.
  if (kept && (await operator.ownsAddress(kept.account_id, demoEmail))) return kept;
  const opened = await operator.openDemo(demoEmail, demoCredits);
  await folder.write(demoFile, opened);
  return opened;
}
