import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { readOwnSearch } from '#functions/tools/audit-site/own-search.ts';
import type { ToolRunner } from '#shared/calls/call.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import {
  type AuditMessage,
  type AuditReply,
  type AuditThreadSettings,
  receivedError,
} from './audit-messages.ts';

export type AuditThreads = ReturnType<typeof createAuditThreads>;

interface AuditThreadOptions {
  readonly settings: AuditThreadSettings;
  /** Program of a thread; tests give others. */
  readonly program?: URL;
  /** Audits that run at once. Most of their time is waiting for sites. */
  readonly atOnce?: number;
  /** Milliseconds that a call waits for its turn. */
  readonly patienceMs?: number;
  /** Memory of a thread's heap, in MB. An audit of 20 large pages takes 100. */
  readonly heapMb?: number;
}

/**
 * Room for young objects, in MB: most of an audit's memory is the tree of the
 * page that was read a moment ago. With half of this such trees are taken for
 * old objects, which costs a quarter more time and 30 MB at the peak.
 */
export const youngMb = 48;
/** Threads that stay ready for the next audit; each holds some 40 MB. */
const mostIdle = 1;

/**
 * Runs audits in threads of their own, so that no site can take the time or
 * the memory of the service: a thread is ended when the time of its call is
 * over, whatever it is doing, or when its heap is full. More calls than can
 * run wait for a moment and are then refused with `too_many_concurrent_calls`.
 */
export function createAuditThreads({
  settings,
  program = new URL('./audit-thread.ts', import.meta.url),
  atOnce = 4,
  patienceMs = 5000,
  heapMb = 384,
}: AuditThreadOptions) {
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const places = createPlaces(atOnce, patienceMs);

  const start = (): Worker => {
    const thread = new Worker(program, {
      workerData: settings,
      env: {},
      name: 'audit',
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    all.add(thread);
    thread.once('exit', () => {
      all.delete(thread);
      const place = idle.indexOf(thread);
      if (place >= 0) idle.splice(place, 1);
    });
    // An error while idle ends the thread, and nothing else.
    thread.on('error', () => undefined);
    return thread;
  };

  const putBack = (thread: Worker): void => {
    if (idle.length < mostIdle) {
      thread.unref();
      idle.push(thread);
    } else void thread.terminate();
  };

  return {
    async run(...[input, context]: Parameters<ToolRunner>): ReturnType<ToolRunner> {
      const leave = await places.enter(context.signal);
      const thread = idle.pop() ?? start();
      thread.ref();
      try {
        const answer = await ask(thread, { kind: 'order', input, now: context.now }, context);
        putBack(thread);
        return answer;
      } catch (error) {
        if (error instanceof Refused) {
          putBack(thread);
          throw error.refusal;
        }
        void thread.terminate();
        throw error;
      } finally {
        leave();
      }
    },
    /** Ends all threads; audits that run fail. */
    async close(): Promise<void> {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
}

/** The thread is sound; the audit ended with an error that the caller may see. */
class Refused extends Error {
  readonly refusal: ServiceError;

  constructor(refusal: ServiceError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

type Question = Extract<AuditReply, { kind: 'own' | 'read' | 'render' | 'vitals' }>;
type RunContext = Parameters<ToolRunner>[1];

/** Sends an order and waits for its end, that of the thread, or that of the call's time. */
function ask(
  thread: Worker,
  order: { readonly kind: 'order'; readonly input: unknown; readonly now: number },
  context: RunContext,
): ReturnType<ToolRunner> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<ToolRunner>>>();
  const { signal, reportProgress } = context;
  const onMessage = (reply: AuditReply): void => {
    if (reply.kind === 'progress') reportProgress(...reply.step);
    else if (reply.kind === 'answer') resolve(reply.answer);
    else if (reply.kind === 'refusal') reject(new Refused(receivedError(reply.refusal)));
    else if (reply.kind === 'failure') reject(new Error(`The audit failed: ${reply.message}`));
    else void answerTo(reply, context).then((message) => thread.postMessage(message));
  };
  const onError = (error: unknown): void => reject(isOutOfMemory(error) ? tooMuchWork() : error);
  const onExit = (): void => reject(new Error('The thread of the audit ended.'));
  const onAbort = (): void => reject(signal.reason);
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  thread.postMessage(order);
  return promise.finally(() => {
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    signal.removeEventListener('abort', onAbort);
  });
}

async function answerTo(question: Question, { datasets, sources }: RunContext): Promise<AuditMessage> {
  switch (question.kind) {
    case 'read':
      return datasets.read(question.selection).then(
        (answer) => ({ kind: 'dataset', answer }) as const,
        () => ({ kind: 'dataset_failed' }) as const,
      );
    // Without the rest an audit is whole all the same.
    case 'own':
      return {
        kind: 'own',
        search: await readOwnSearch(sources.own, question.domain).catch(() => undefined),
      };
    case 'render': {
      const pages = await sources.renderer?.render(question.urls, question.withinMs).catch(() => []);
      return { kind: 'rendered', pages: pages ?? [] };
    }
    case 'vitals':
      return {
        kind: 'vitals',
        answer: await sources.fieldVitals?.read(question.asked).catch(() => undefined),
      };
  }
}

function isOutOfMemory(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  );
}

function tooMuchWork(): ServiceError {
  return new ServiceError(
    'upstream_timeout',
    'The pages of this site are too large for one audit. Call again with fewer pages or with urls. Nothing was charged.',
  );
}

/** `Retry-After` of a refused call, in seconds. */
const comeAgainSeconds = 10;
/** Calls that wait for each one that runs. */
const waitingAPlace = 4;

/** Room for some things at once; who finds none waits for a moment. */
function createPlaces(atOnce: number, patienceMs: number) {
  const queue: (() => void)[] = [];
  let taken = 0;

  const leave = (): void => {
    taken -= 1;
    queue.shift()?.();
  };

  const take = (): (() => void) => {
    taken += 1;
    return leave;
  };

  return {
    /**
     * Gives the function that frees the place again, to be called once. Throws
     * `too_many_concurrent_calls` where no place became free in time, or the
     * signal's reason.
     */
    enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (taken < atOnce) return Promise.resolve(take());
      if (queue.length >= atOnce * waitingAPlace) return Promise.reject(allTaken(atOnce));
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
        };
        const turn = (): void => {
          settle();
          resolve(take());
        };
        const giveUp = (reason: unknown): void => {
          settle();
          queue.splice(queue.indexOf(turn), 1);
          reject(reason);
        };
        const onAbort = (): void => giveUp(signal.reason);
        const timer = setTimeout(() => giveUp(allTaken(atOnce)), patienceMs);
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(turn);
      });
    },
  };
}

function allTaken(atOnce: number): ServiceError {
  return new ServiceError(
    'too_many_concurrent_calls',
    `This machine runs ${atOnce} audits at a time, and all are running. Try again in ${comeAgainSeconds} s. Nothing was charged.`,
    { headers: { 'retry-after': String(comeAgainSeconds) } },
  );
}

/** Where Debian and others put it. */
const usualPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of a setting, else the first of the usual ones; undefined where there is none. */
export function findChromium(setting: string | undefined): string | undefined {
  return (setting === undefined ? usualPaths : [setting]).find((path) => existsSync(path));
}

/** The program of the process that opens pages. */
export const renderProgram = new URL('../../shared/site-audit/render/render-process.ts', import.meta.url);
