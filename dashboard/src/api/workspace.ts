import { queryOptions } from '@tanstack/react-query';
import { answered, api } from './client.ts';
import { problemOf } from './problem.ts';
import type { Envelope, SavedQuestion, Schedule } from './schema.ts';
import { authorizedFetch } from './session.ts';

/**
 * Shared answers and saved questions. A module of its own, because the first
 * look needs none of it.
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

export const workspaceQueries = {
  shares: queryOptions({ queryKey: ['shares'], queryFn: () => answered(api.GET('/v1/me/shares')) }),
  questions: queryOptions({
    queryKey: ['saved-questions'],
    queryFn: () => answered(api.GET('/v1/me/saved-questions')),
  }),
  shared: (token: string) =>
    queryOptions({ queryKey: ['shared', token], queryFn: () => openShared(token), retry: false }),
};
