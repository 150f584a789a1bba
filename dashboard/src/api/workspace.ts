import { queryOptions } from '@tanstack/react-query';
import { answered, api, getAnswer, listUsage } from './client.ts';
import { problemOf } from './problem.ts';
import type { Envelope, SavedQuestion, Schedule, UsageRecord } from './schema.ts';
import { authorizedFetch } from './session.ts';

/**
 * Shared answers, saved questions and what was answered before. A module of
 * its own, because the first look needs none of it.
 */
export const shareAnswer = (request_id: string, days: number, idempotencyKey: string) =>
  answered(
    api.POST('/v1/me/answers/{request_id}/shares', {
      params: { path: { request_id }, header: { 'Idempotency-Key': idempotencyKey } },
      body: { days },
    }),
  );
export const withdrawShare = (share_id: string) =>
  answered(api.POST('/v1/me/shares/{share_id}/withdraw', { params: { path: { share_id } } }));

type Asked = Readonly<Record<string, unknown>>;

export interface NewQuestion {
  readonly name: string;
  readonly tool: string;
  readonly arguments: Asked;
}

/** The names of tools come from the service, so that no list of them is here. */
export async function saveQuestion(question: NewQuestion, idempotencyKey: string): Promise<SavedQuestion> {
  const request = new Request(new URL('/v1/me/saved-questions', location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(question),
  });
  const response = await authorizedFetch(request);
  if (!response.ok) throw await problemOf(response);
  return response.json();
}
export const renameQuestion = (question_id: string, name: string) =>
  answered(
    api.PATCH('/v1/me/saved-questions/{question_id}', { params: { path: { question_id } }, body: { name } }),
  );
export const forgetQuestion = (question_id: string) =>
  answered(api.POST('/v1/me/saved-questions/{question_id}/forget', { params: { path: { question_id } } }));

export type Weekday = Schedule['day'];
interface Terms extends Pick<Schedule, 'day' | 'monthly_budget' | 'status'> {}

export const scheduleQuestion = (question_id: string, terms: Terms) =>
  answered(
    api.POST('/v1/me/saved-questions/{question_id}/schedule', {
      params: { path: { question_id } },
      body: terms,
    }),
  );
export const endSchedule = (question_id: string) =>
  answered(
    api.POST('/v1/me/saved-questions/{question_id}/schedule/end', { params: { path: { question_id } } }),
  );

/** An answer that somebody shared. */
export interface SharedAnswer {
  readonly tool: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly asked: Asked;
  readonly envelope: Envelope;
}

/** Members of an envelope that are the account's own, as they are where nothing is known of them. */
const ownMembers = {
  resources: [],
  usage: {
    request_id: '',
    tool: '',
    credits_charged: 0,
    balance_after: null,
    cache_hit: false,
    replayed: false,
  },
};

async function openShared(token: string): Promise<SharedAnswer> {
  const found = await answered(api.POST('/v1/shared-answers', { body: { token } }));
  const envelope = { ...found.answer, ...ownMembers };
  if (!isEnvelope(envelope)) throw new TypeError('The shared answer is none that this page can show.');
  const { tool, created_at: createdAt, expires_at: expiresAt, arguments: asked } = found;
  return { tool, createdAt, expiresAt, asked, envelope };
}

function isEnvelope(answer: object): answer is Envelope {
  return 'data' in answer && 'coverage' in answer && 'warnings' in answer;
}

/** One answer of a question that was asked several times. */
export interface Run {
  readonly requestId: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly data: unknown;
}

const mostRuns = 12;

/** Answers to the same question, oldest first: those with the same tool and the same arguments. */
async function runsOf(tool: string, requestId: string, signal: AbortSignal): Promise<readonly Run[]> {
  const current = await getAnswer(requestId);
  const asked = JSON.stringify(current.arguments);
  const { records } = await listUsage({ tool, status: 'answered', limit: 500 }, signal);
  const same = records.filter((record) => isSame(record, asked)).slice(0, mostRuns);
  const ids = new Set([...same.map(({ request_id }) => request_id), requestId]);
  const runs = await Promise.all([...ids].map((id) => (id === requestId ? current : readRun(id))));
  return runs
    .filter((run) => run !== undefined)
    .map(({ request_id, created_at, answer }) => ({
      requestId: request_id,
      askedAt: created_at,
      data: answer.data,
    }))
    .toSorted((a, b) => a.askedAt.localeCompare(b.askedAt));
}

/** An answer that is no longer kept is left out. */
const readRun = (id: string) => getAnswer(id).catch(() => undefined);

/** The log has the first characters of long arguments. */
function isSame({ arguments: logged, credits_charged: charged }: UsageRecord, asked: string): boolean {
  return charged > 0 && logged !== null && asked.startsWith(logged);
}

export const workspaceQueries = {
  shares: queryOptions({ queryKey: ['shares'], queryFn: () => answered(api.GET('/v1/me/shares')) }),
  questions: queryOptions({
    queryKey: ['saved-questions'],
    queryFn: () => answered(api.GET('/v1/me/saved-questions')),
  }),
  shared: (token: string) =>
    queryOptions({ queryKey: ['shared', token], queryFn: () => openShared(token), retry: false }),
  runs: (tool: string, requestId: string) =>
    queryOptions({
      queryKey: ['usage', 'runs', tool, requestId],
      queryFn: ({ signal }) => runsOf(tool, requestId, signal),
    }),
};
