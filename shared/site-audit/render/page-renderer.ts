import { fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getuid } from 'node:process';
import * as v from 'valibot';
import type { PageRenderer, RenderedPage } from './render-pages.ts';

const renderedPage = v.variant('ok', [
  v.object({ url: v.string(), ok: v.literal(true), html: v.string() }),
  v.object({ url: v.string(), ok: v.literal(false), reason: v.picklist(['timeout', 'moved', 'crashed']) }),
]);

/** What the process that opens pages is told, once. */
export interface RenderOrder {
  readonly urls: readonly string[];
  readonly chromiumPath: string;
  readonly userAgent: string;
  /** As in `CRAWL_RESOLVE`. */
  readonly resolve: string | undefined;
  /** Where Chromium cannot have its sandbox: as root, and in a container that makes none. */
  readonly isSandboxed: boolean;
  readonly withinMs: number;
  /** Longest wait for a page's load, and for its scripts to come to rest after it. */
  readonly patience: { readonly loadMs: number; readonly restMs: number };
}

interface RendererOptions extends Pick<RenderOrder, 'chromiumPath' | 'userAgent' | 'resolve'> {
  /** Memory of the process with its browser, in MB. */
  readonly memoryMb?: number;
  /** The program of the process: `render-process.ts`, or what a bundler made of it. */
  readonly program: URL | string;
  /** False where the place makes no sandboxes; Chromium refuses its own to root. */
  readonly isSandboxed?: boolean;
  readonly patience?: RenderOrder['patience'];
  /** What the process finds in its environment, and the browser with it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Where each process has a folder of its own, which goes with it: a browser that is killed leaves five megabytes. */
  readonly folders?: string;
}

/** Between two looks at its memory. */
const watchMs = 200;
/** No audit waits longer for a browser. */
const longestMs = 14_000;

/**
 * Opens pages in Chromium, in a process of its own for each audit, one at a
 * time: others wait for it as long as they may. The process and all that it has
 * started end with their time, or where they take more memory than they get.
 */
export function createPageRenderer({
  memoryMb = 1_000,
  isSandboxed = getuid?.() !== 0,
  patience = { loadMs: 6_000, restMs: 2_000 },
  program,
  environment = {},
  folders = tmpdir(),
  ...given
}: RendererOptions) {
  const order = { ...given, isSandboxed, patience };
  const running = new Set<() => void>();
  const bounds = { memoryMb, program, environment, folders, running };
  let turn: Promise<unknown> = Promise.resolve();
  const renderer: PageRenderer = {
    render(urls, withinMs) {
      const endsAt = performance.now() + Math.min(withinMs, longestMs);
      const mine = turn.then(() => {
        const leftMs = endsAt - performance.now();
        return leftMs < 1_000 ? [] : runProcess({ ...order, urls, withinMs: Math.floor(leftMs) }, bounds);
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
  return {
    ...renderer,
    /** Ends what runs. */
    async close() {
      for (const end of running) end();
    },
  };
}

interface Bounds extends Required<Pick<RendererOptions, 'memoryMb' | 'program' | 'environment' | 'folders'>> {
  readonly running: Set<() => void>;
}

function runProcess(
  order: RenderOrder,
  { memoryMb, program, environment, folders, running }: Bounds,
): Promise<readonly RenderedPage[]> {
  const folder = mkdtempSync(join(folders, 'oriel-pages-'));
  const { promise, resolve } = Promise.withResolvers<readonly RenderedPage[]>();
  const child = fork(program, {
    execArgv: [...process.execArgv, '--max-old-space-size=256'],
    env: { ...environment, HOME: folder, TMPDIR: folder },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const pages: RenderedPage[] = [];
  const failAll = (reason: 'timeout' | 'crashed'): void => {
    const known = new Set(pages.map(({ url }) => url));
    for (const url of order.urls) if (!known.has(url)) pages.push({ url, ok: false, reason });
  };
  const end = (reason: 'timeout' | 'crashed') => (): void => {
    failAll(reason);
    // Chromium is a group of its own, which outlives the process that began it by a moment.
    for (const pid of child.pid ? familyOf(child.pid).pids : []) kill(pid);
  };
  const timer = setTimeout(end('timeout'), order.withinMs);
  const watch = setInterval(() => {
    if (child.pid && familyOf(child.pid).bytes > memoryMb * 1024 * 1024) end('crashed')();
  }, watchMs);
  const stop = end('crashed');
  running.add(stop);
  child.on('message', (message) => {
    const page = v.safeParse(renderedPage, message);
    if (page.success) pages.push(page.output);
  });
  child.on('error', stop);
  child.once('close', () => {
    clearTimeout(timer);
    clearInterval(watch);
    running.delete(stop);
    failAll('crashed');
    // What the browser's processes write in their last moment is removed with a second try.
    const removed = rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
    void removed.then(() => resolve(pages));
  });
  child.send(order);
  return promise;
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

interface Family {
  readonly pids: readonly number[];
  readonly bytes: number;
}

const pageBytes = 4096;

/** A process with all that it has started, and the memory that is theirs alone; without Linux's list of processes there is nothing to tell. */
export function familyOf(root: number): Family {
  const children = Map.groupBy(processes(), ({ parent }) => parent);
  const pids = new Set([root]);
  // A Set visits entries added while it is walked.
  for (const pid of pids) for (const child of children.get(pid) ?? []) pids.add(child.pid);
  const bytes = [...pids].reduce((sum, pid) => sum + ownBytesOf(pid), 0);
  return { pids: [...pids], bytes };
}

/** As `proc(5)` lists them: what stands after the name, whose blanks mean nothing. */
function processes() {
  return entriesOf('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    const [, parent] = textOf(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    return [{ pid, parent: Number(parent) }];
  });
}

/** Chromium's processes share most of their code: counted once for each, it would be half of all. */
function ownBytesOf(pid: number): number {
  const [, resident = 0, shared = 0] = textOf(`/proc/${pid}/statm`).split(' ').map(Number);
  return (resident - shared) * pageBytes;
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
