import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createLineWriter, linesIn } from './line-files.ts';

/** Characters that a process holds before it sorts and writes them; with what sorting adds, about 50 MB. */
const heldCharacters = 12 * 1024 * 1024;
/** Files that are merged at once; more are first merged into fewer. */
const mergedAtOnce = 128;

export interface RunSpoolOptions {
  readonly folder: string;
  /** What the names of its files begin with. */
  readonly name: string;
  readonly shards: number;
  readonly held?: number | undefined;
}

/** Lines on their way to be sorted, by shard. */
export interface RunSpool {
  add(shard: number, line: string): void;
  /** The sorted files of each shard. */
  end(): readonly (readonly string[])[];
}

/** The first half of an external sort: lines as sorted files, so that memory stays the same for any number of them. */
export function createRunSpool({ folder, name, shards, held = heldCharacters }: RunSpoolOptions): RunSpool {
  const runs = Array.from({ length: shards }, (): string[] => []);
  let waiting = runs.map((): string[] => []);
  let size = 0;
  let count = 0;
  const flush = () => {
    for (const [shard, lines] of waiting.entries()) {
      if (lines.length === 0) continue;
      const path = join(folder, `${name}-${shard}-${count}`);
      writeLines(path, lines.sort());
      runs[shard]?.push(path);
      count += 1;
    }
    waiting = runs.map(() => []);
    size = 0;
  };
  return {
    add(shard, line) {
      waiting[shard]?.push(line);
      size += line.length;
      if (size > held) flush();
    },
    end() {
      flush();
      return runs;
    },
  };
}

function writeLines(path: string, lines: Iterable<string>): void {
  const writer = createLineWriter(path);
  for (const line of lines) writer.add(line);
  writer.close();
}

/** The second half: the lines of all files in order. The files are removed as they end. */
export function* mergedLines(paths: readonly string[]): Generator<string> {
  const open = [...paths];
  while (open.length > mergedAtOnce) {
    const joined = `${open[0]}+`;
    writeLines(joined, merged(open.splice(0, mergedAtOnce)));
    open.push(joined);
  }
  yield* merged(open);
}

interface Source {
  line: string;
  readonly path: string;
  readonly lines: Iterator<string, undefined>;
}

/** A heap of files by their next lines. */
function* merged(paths: readonly string[]): Generator<string> {
  const heap: Source[] = [];
  for (const path of paths) {
    const lines = linesIn(path);
    const { value: line } = lines.next();
    if (line === undefined) rmSync(path);
    else heap.push({ line, path, lines });
  }
  heap.sort((a, b) => (a.line < b.line ? -1 : 1));
  for (let [first] = heap; first; [first] = heap) {
    yield first.line;
    const { value: line } = first.lines.next();
    if (line === undefined) removeFirst(heap);
    else first.line = line;
    sink(heap);
  }
}

function removeFirst(heap: Source[]): void {
  const last = heap.pop();
  const [first] = heap;
  rmSync((first ?? last)?.path ?? '', { force: true });
  if (first && last) heap[0] = last;
}

/** Moves the first source down to where its line belongs. */
function sink(heap: Source[]): void {
  const moving = heap[0];
  if (!moving) return;
  let place = 0;
  for (;;) {
    const child = smallerChild(heap, place);
    const below = heap[child];
    if (!below || below.line >= moving.line) break;
    heap[place] = below;
    place = child;
  }
  heap[place] = moving;
}

function smallerChild(heap: readonly Source[], place: number): number {
  const left = 2 * place + 1;
  const [one, other] = [heap[left], heap[left + 1]];
  return one && other && other.line < one.line ? left + 1 : left;
}
