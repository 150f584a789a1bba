import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getAnswer, listUsage } from './client.ts';
import { Problem } from './problem.ts';
import type { UsageRecord } from './schema.ts';

/** One kept answer of a question that was asked several times. */
export interface Run {
  readonly requestId: string;
  /** ISO 8601. */
  readonly askedAt: string;
  /** Asked by the weekly schedule of a saved question. */
  readonly isWeekly: boolean;
  readonly data: unknown;
}

interface Found extends Pick<Run, 'requestId' | 'isWeekly'> {}

/** Where a search through the log stands. */
interface Place {
  /** Calls of the same question whose answers were not read yet, newest first. */
  readonly waiting: readonly Found[];
  /** Where the log goes on; undefined where it was read to its end. */
  readonly cursor: string | undefined;
  readonly hasBegun: boolean;
  /** Answers found so far. */
  readonly found: number;
}

export interface RunPage {
  readonly runs: readonly Run[];
  readonly hasReadLog: boolean;
  /** Undefined where nothing follows. */
  readonly next: Place | undefined;
}

/** Answers that are drawn at most. Their reading stays well below the 120 reads a minute of an account. */
export const mostRuns = 60;
/** Answers read in one step, so that the first points stand while the others come. */
const runsInStep = 6;
const beginning: Place = { waiting: [], cursor: undefined, hasBegun: false, found: 0 };

/** The log keeps the first 200 characters of the arguments, and is asked for as much; never for half a character. */
const loggedStart = (asked: string) => asked.slice(0, 200).replace(/[\uD800-\uDBFF]$/u, '');

/** A kept answer does not change. One that is not kept any more is undefined. */
const keptAnswer = (requestId: string) =>
  queryOptions({
    queryKey: ['kept-answer', requestId],
    queryFn: () =>
      getAnswer(requestId).catch((error: unknown) => {
        if (error instanceof Problem && error.status === 404) return null;
        throw error;
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });

interface Step {
  readonly client: QueryClient;
  readonly signal: AbortSignal;
  readonly pageParam: Place;
}

/** The next answers to the question of `requestId`, newest first: same tool, same arguments, no matter which person of the account asked. */
async function nextRuns(tool: string, requestId: string, step: Step): Promise<RunPage> {
  const { client, signal, pageParam: place } = step;
  const current = await client.ensureQueryData(keptAnswer(requestId));
  if (!current) return { runs: [], hasReadLog: false, next: undefined };
  const asked = JSON.stringify(current.arguments);
  const hasReadLog = place.waiting.length === 0;
  const read = hasReadLog ? await readLog(tool, asked, place, signal) : place;
  // An answer older than all that the first step finds is drawn all the same.
  const waiting = place.hasBegun ? read.waiting : withCurrent(read.waiting, requestId);
  const now = waiting.slice(0, Math.min(runsInStep, mostRuns - place.found));
  const runs = await Promise.all(now.map((found) => readRun(client, found, asked)));
  const known = runs.filter((run) => run !== undefined);
  const next = {
    waiting: waiting.slice(now.length),
    cursor: read.cursor,
    hasBegun: true,
    found: place.found + known.length,
  };
  const isAtEnd = next.waiting.length === 0 && next.cursor === undefined;
  return { runs: known, hasReadLog, next: isAtEnd || next.found >= mostRuns ? undefined : next };
}

async function readLog(tool: string, asked: string, { cursor }: Place, signal: AbortSignal) {
  const { records, nextCursor } = await listUsage(
    { tool, status: 'answered', asked: loggedStart(asked), limit: 500, ...(cursor && { cursor }) },
    signal,
  );
  const waiting = records
    .filter((record) => isSame(record, asked))
    .map(({ request_id, auth_source }): Found => {
      return { requestId: request_id, isWeekly: auth_source === 'schedule' };
    });
  return { waiting, cursor: nextCursor };
}

function isSame({ arguments: logged, has_answer }: UsageRecord, asked: string): boolean {
  return has_answer && logged?.startsWith(loggedStart(asked)) === true;
}

function withCurrent(waiting: readonly Found[], requestId: string): readonly Found[] {
  const isThere = waiting.some((found) => found.requestId === requestId);
  return isThere ? waiting : [{ requestId, isWeekly: false }, ...waiting];
}

async function readRun(client: QueryClient, found: Found, asked: string): Promise<Run | undefined> {
  const kept = await client.ensureQueryData(keptAnswer(found.requestId));
  // Long arguments may differ behind what the log has of them.
  if (!kept || JSON.stringify(kept.arguments) !== asked) return undefined;
  return { ...found, askedAt: kept.created_at, data: kept.answer.data };
}

/** The answers to the question of a kept answer, step by step; each step reads at most six answers. */
export const answerHistory = (tool: string, requestId: string) =>
  infiniteQueryOptions({
    queryKey: ['answer-history', tool, requestId],
    queryFn: (step: Step) => nextRuns(tool, requestId, step),
    initialPageParam: beginning,
    getNextPageParam: (page: RunPage) => page.next,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Audits of a domain that are looked at for the one before: of the same crawl there may be several answers. */
const auditsLookedAt = 5;

/** The latest kept audit of the same domain before this one, whatever else it was asked; null where none is kept. */
async function readPreviousAudit(
  requestId: string,
  { client, signal }: Pick<Step, 'client' | 'signal'>,
): Promise<Run | null> {
  const current = await client.ensureQueryData(keptAnswer(requestId));
  if (!current) return null;
  const { records } = await listUsage(
    {
      tool: 'audit_site',
      status: 'answered',
      asked: `"domain":${JSON.stringify(current.arguments.domain)}`.slice(0, 200),
      until: current.created_at,
      limit: 500,
    },
    signal,
  );
  const earlier = records.filter((record) => record.has_answer && record.request_id !== requestId);
  for (const { request_id } of earlier.slice(0, auditsLookedAt)) {
    const kept = await client.ensureQueryData(keptAnswer(request_id));
    if (kept && auditId(kept.answer) !== auditId(current.answer))
      return { requestId: request_id, askedAt: kept.created_at, isWeekly: false, data: kept.answer.data };
  }
  return null;
}

function auditId({ data }: Readonly<Record<string, unknown>>): unknown {
  return typeof data === 'object' && data !== null && 'audit_id' in data ? data.audit_id : undefined;
}

export const previousAudit = (requestId: string) =>
  queryOptions({
    queryKey: ['previous-audit', requestId],
    queryFn: (context) => readPreviousAudit(requestId, context),
    staleTime: Number.POSITIVE_INFINITY,
  });
