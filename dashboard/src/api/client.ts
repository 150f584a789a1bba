import { queryOptions } from '@tanstack/react-query';
import createClient from 'openapi-fetch';
import type { paths } from './openapi.d.ts';
import { Problem, problemOf } from './problem.ts';
import type { Credential, Envelope, NewUpload, UsageFilter } from './schema.ts';
import { authorizedFetch } from './session.ts';

export const api = createClient<paths>({ baseUrl: location.origin, fetch: authorizedFetch });

type Call<Answer> = Promise<{
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}>;

/** The answer, or the refusal as an error. */
export async function answered<Answer>(call: Call<Answer>): Promise<Answer> {
  const { data, error, response } = await call;
  if (data === undefined) throw new Problem(response.status, error, response.headers.get('retry-after'));
  return data;
}

/** What a call reads, under the names by which it is read again. */
export const reading = <Answer>(queryKey: readonly unknown[], call: (signal: AbortSignal) => Call<Answer>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => answered(call(signal)) });

/** A request's place within its path. */
export const at = <Path extends object>(path: Path) => ({ params: { path } });
const once = (key: string) => ({ 'Idempotency-Key': key });
/** By its key a press that is repeated is one call. */
export const keyed = (key: string) => ({ params: { header: once(key) } });
export const keyedAt = <Path extends object>(key: string, path: Path) => ({
  params: { path, header: once(key) },
});

/** All keys; the service gives them a hundred at once. */
export async function listCredentials(): Promise<readonly Credential[]> {
  const found: Credential[] = [];
  for (let after: string | undefined; ; ) {
    const call = api.GET('/v1/me/api-credentials', { params: { query: after ? { after } : {} } });
    found.push(...(await answered(call)));
    after = (await call).response.headers.has('link') ? found.at(-1)?.id : undefined;
    if (after === undefined) return found;
  }
}

export const startUpload = (upload_id: string, said: Pick<NewUpload, 'columns' | 'domain'> | null = null) =>
  answered(api.POST('/v1/me/uploads/{upload_id}/start', { ...at({ upload_id }), body: said }));

/** One page of the usage log, newest first. */
export async function listUsage(filter: UsageFilter, signal: AbortSignal) {
  const call = api.GET('/v1/me/usage', { params: { query: filter }, signal });
  return { records: await answered(call), nextCursor: await nextCursor(call) };
}

/** An answer that was paid for, with what was asked; free. */
export const getAnswer = (request_id: string) =>
  answered(api.GET('/v1/me/answers/{request_id}', at({ request_id })));

/** The same records as CSV with its line of names: as many as the service gives at once. */
export async function readUsageSheet(filter: UsageFilter) {
  const query = { ...filter, format: 'csv' as const };
  const call = api.GET('/v1/me/usage', { params: { query }, parseAs: 'text' });
  const text: unknown = await answered(call);
  return { text: String(text), nextCursor: await nextCursor(call) };
}

/** Sends JSON whose shape the service alone knows, such as the arguments of a tool, and gives what it answers. */
export async function sendJson<Answer>(
  path: string,
  body: unknown,
  idempotencyKey: string,
  signal?: AbortSignal,
) {
  const request = new Request(new URL(path, location.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  const response = await authorizedFetch(request);
  if (!response.ok) throw await problemOf(response);
  const answer: Answer = await response.json();
  return answer;
}

/** Calls a tool. The idempotency key belongs to one press of the button, so that a repeat is charged once. */
export const callTool = (path: string, body: unknown, idempotencyKey: string, signal: AbortSignal) =>
  sendJson<Envelope>(path, body, idempotencyKey, signal);

async function nextCursor(call: Call<unknown>): Promise<string | undefined> {
  const link = (await call).response.headers.get('link');
  const next = link?.split(',').find((entry) => entry.includes('rel="next"'));
  const address = next && /<([^>]+)>/u.exec(next)?.[1];
  return address ? (new URL(address, location.origin).searchParams.get('cursor') ?? undefined) : undefined;
}
