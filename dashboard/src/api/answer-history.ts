import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { getAnswer, listUsage } from './client.ts';
import { Problem } from './problem.ts';

/** One kept answer of a question that was asked several times. */
export interface Run {
  readonly requestId: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly data: unknown;
}

export interface RunPage {
  readonly runs: readonly Run[];
  /** Where the log goes on; undefined where it was read to its end. */
  readonly next: string | undefined;
}

/** Answers that are drawn at most. Their reading stays well below the 120 reads a minute of an account. */
export const mostRuns = 60;
/** Answers read in one step, so that the first points stand while the others come. */
export const runsInStep = 6;

/** The log keeps the first 200 characters of the arguments, and is asked for as much; never for half a character. */
const loggedStart = (asked: string) => asked.slice(0, 200).replace(/[\uD800-\uDBFF]$/u, '');

/** A kept answer does not change. One that is not kept any more is null. */
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
  readonly pageParam: string;
}

/** The next answers to the question of `requestId`, newest first: same tool, same arguments, no matter which person of the account asked. */
async function nextRuns(tool: string, requestId: string, step: Step): Promise<RunPage> {
  const { client, signal, pageParam: cursor } = step;
  const current = await client.ensureQueryData(keptAnswer(requestId));
  if (!current) return { runs: [], next: undefined };
  const asked = JSON.stringify(current.arguments);
  const start = loggedStart(asked);
  const { records, nextCursor } = await listUsage(
    { tool, status: 'answered', asked: start, limit: runsInStep, ...(cursor && { cursor }) },
    signal,
  );
  const others = records
    .filter((record) => record.has_answer && record.arguments?.startsWith(start))
    .map(({ request_id }) => request_id)
    .filter((id) => id !== requestId);
  // The answer that is open comes first, however old it is.
  const found = cursor ? others : [requestId, ...others];
  const kept = await Promise.all(found.map((id) => readRun(client, id)));
  // Long arguments may differ behind what the log has of them.
  const same = kept.filter((run) => run !== undefined).filter((run) => run.asked === asked);
  return { runs: same, next: nextCursor };
}

async function readRun(client: QueryClient, requestId: string) {
  const kept = await client.ensureQueryData(keptAnswer(requestId));
  if (!kept) return undefined;
  const { arguments: asked, created_at: askedAt, answer } = kept;
  return { requestId, askedAt, asked: JSON.stringify(asked), data: answer.data };
}

/** The answers to the question of a kept answer, step by step. */
export const answerHistory = (tool: string, requestId: string) =>
  infiniteQueryOptions({
    queryKey: ['answer-history', tool, requestId],
    queryFn: (step: Step) => nextRuns(tool, requestId, step),
    initialPageParam: '',
    getNextPageParam: (page: RunPage, all) => (all.length * runsInStep < mostRuns ? page.next : undefined),
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
    const run = await readRun(client, request_id);
    if (run && auditId(run.data) !== auditId(current.answer.data)) return run;
  }
  return null;
}

function auditId(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'audit_id' in data ? data.audit_id : undefined;
}

export const previousAudit = (requestId: string) =>
  queryOptions({
    queryKey: ['previous-audit', requestId],
    queryFn: (context) => readPreviousAudit(requestId, context),
    staleTime: Number.POSITIVE_INFINITY,
  });
