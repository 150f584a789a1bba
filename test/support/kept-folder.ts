import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const parent = join('node_modules', '.cache', 'oriel-tests');

/** What decides what a program writes, beside its own folder and its arguments. */
const sources = ['lib', 'functions', 'shared', 'local', 'test/support', 'package-lock.json'];

/**
 * Path of a folder that `program` writes, which is called with the path of an
 * empty folder and `args`. It runs once for the same sources, in a process of
 * its own; workers of Jest that want the folder meanwhile wait for it. Throws
 * with what the program said where it fails.
 */
export function keptFolder(program: string, args: readonly string[] = []): string {
  const name = digestOf([program, ...args]);
  const digest = digestOf([dirname(program), ...sources].flatMap(filesOf).map((path) => readFileSync(path)));
  const folder = join(parent, `${name}-${digest}`);
  mkdirSync(parent, { recursive: true });
  while (!existsSync(folder)) {
    const release = lock(`${folder}.lock`);
    if (!release) continue;
    try {
      if (!existsSync(folder)) make(folder, program, args);
    } finally {
      release();
    }
  }
  return folder;
}

/** Writes beside the folder and renames, so that a folder is there whole or not at all; removes those of other sources. */
function make(folder: string, program: string, args: readonly string[]): void {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  const { status, stderr } = spawnSync(process.execPath, [program, unfinished, ...args], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr || `${program} failed.`);
  renameSync(unfinished, folder);
  const [name = ''] = folder.slice(parent.length + 1).split('-');
  for (const other of readdirSync(parent))
    if (other.startsWith(`${name}-`) && !folder.endsWith(other) && !/[.](?:lock|new)$/u.test(other))
      rmSync(join(parent, other), { recursive: true, force: true });
}

/** Gives what releases the lock; waits and gives nothing while a living process has it. */
function lock(path: string): (() => void) | undefined {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return () => rmSync(path, { force: true });
  } catch {
    if (!isHeld(path)) rmSync(path, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    return undefined;
  }
}

function isHeld(path: string): boolean {
  try {
    // An empty file is that of a process that is about to write its id.
    process.kill(Number(readFileSync(path, 'utf8')) || process.pid, 0);
    return true;
  } catch {
    return false;
  }
}

function filesOf(path: string): string[] {
  if (/[.]\w+$/u.test(path)) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function digestOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}
