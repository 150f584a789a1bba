import * as v from 'valibot';
import type { Spend } from '#shared/facts/ports/fact.ts';
import type { UpstreamAccount } from '#shared/facts/provider/upstream-account.ts';
import { jsonOf } from '#shared/platform/is-record.ts';
import {
  type Failure,
  failureBeforeSending,
  failureOfHttp,
  failureOfLostAnswer,
  failureOfShape,
  failureOfStatus,
  failureOfTimeout,
  failureToConnect,
  withAskedWait,
} from './failure.ts';

export type ProviderAccount = Pick<UpstreamAccount, 'login' | 'password' | 'baseUrl'>;

interface Exchange {
  /** Path below the origin, such as `/v3/appendix/user_data`. */
  readonly path: string;
  /** The one task of a POST; a GET where undefined. */
  readonly task?: Readonly<Record<string, unknown>> | undefined;
  /** What the request is taken to cost where its answer never comes. */
  readonly priceMicroUsd: number;
  readonly signal: AbortSignal;
  readonly spend: Spend;
}

export type Outcome =
  | { readonly ok: true; readonly result: readonly unknown[] }
  | { readonly ok: false; readonly failure: Failure };

/** One request and its answer, judged. Never throws for what the provider does. */
export type HttpClient = (exchange: Exchange) => Promise<Outcome>;

const origin = 'https://api.dataforseo.com';
/** The largest documented answer, 1,000 rows of about 3.3 kB, is a fifth of this. */
const maxBodyBytes = 16 * 1024 * 1024;
/** Connection failures at which no byte of the request was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** A task that ran and found nothing, and one whose sets are too large to intersect: both are answers. */
const emptyAnswers = new Set([40102, 40504]);

/**
 * Talks to DataForSEO v3. Each exchange adds what the answer says it cost to
 * the call's `Spend`, whether it succeeded or not. Where no answer says it, the
 * price of the request stays there as an estimate, unless nothing was sent.
 */
export function createHttpClient(account: ProviderAccount): HttpClient {
  const base = (account.baseUrl ?? origin).replace(/\/$/u, '');
  const authorization = `Basic ${Buffer.from(`${account.login}:${account.password}`).toString('base64')}`;
  return async ({ path, task, priceMicroUsd, signal, spend }) => {
    if (signal.aborted) return { ok: false, failure: failureBeforeSending() };
    const cost = spend.begin(priceMicroUsd);
    const sent = await send(`${base}${path}`, authorization, task, signal);
    const reply = sent.ok ? readReply(sent.body) : undefined;
    if (isCostKnown(sent, reply)) cost.settle(reply?.costMicroUsd ?? 0);
    return sent.ok ? withWait(judge(sent.status, reply), sent.askedMs) : sent;
  };
}

/** A status of HTTP without an envelope is a refusal on the way: no task was begun, and none is billed. */
function isCostKnown(sent: Sent, reply: Reply | undefined): boolean {
  return sent.ok ? reply !== undefined || sent.status !== 200 : !sent.mayBeBilled;
}

type Sent =
  | {
      readonly ok: true;
      readonly status: number;
      readonly body: unknown;
      readonly askedMs: number | undefined;
    }
  | { readonly ok: false; readonly failure: Failure; readonly mayBeBilled: boolean };

async function send(
  url: string,
  authorization: string,
  task: Exchange['task'],
  signal: AbortSignal,
): Promise<Sent> {
  try {
    const response = await fetch(url, {
      method: task ? 'POST' : 'GET',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      redirect: 'error',
      signal,
      ...(task && { body: JSON.stringify([task]) }),
    });
    const text = await readBounded(response);
    if (text === undefined)
      return { ok: false, failure: failureOfShape('answer too large'), mayBeBilled: true };
    const askedMs = waitAskedFor(response.headers.get('retry-after'));
    return { ok: true, status: response.status, body: jsonOf(text), askedMs };
  } catch (error) {
    return failureOfFetch(error, signal);
  }
}

function withWait(outcome: Outcome, askedMs: number | undefined): Outcome {
  return outcome.ok ? outcome : { ok: false, failure: withAskedWait(outcome.failure, askedMs) };
}

/** Milliseconds of a `Retry-After`, which is seconds or a date; undefined where it says nothing usable. */
function waitAskedFor(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,6}$/u.test(header)) return Number(header) * 1_000;
  const isDate = /^[A-Z][a-z]{2}, .+ GMT$/u.test(header);
  const ms = isDate ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function judge(status: number, reply: Reply | undefined): Outcome {
  if (!reply)
    return { ok: false, failure: status === 200 ? failureOfShape('not an envelope') : failureOfHttp(status) };
  const { statusCode, statusMessage, costMicroUsd, task } = reply;
  if (statusCode >= 30_000)
    return { ok: false, failure: failureOfStatus(statusCode, statusMessage, costMicroUsd) };
  if (status !== 200) return { ok: false, failure: failureOfHttp(status) };
  if (!task) return { ok: false, failure: failureOfShape('no task in the envelope') };
  return judgeTask(task, costMicroUsd);
}

function judgeTask(task: Task, costMicroUsd: number): Outcome {
  if (emptyAnswers.has(task.status_code)) return { ok: true, result: task.result ?? [] };
  if (task.status_code >= 30_000)
    return { ok: false, failure: failureOfStatus(task.status_code, task.status_message ?? '', costMicroUsd) };
  return { ok: true, result: task.result ?? [] };
}

function failureOfFetch(error: unknown, signal: AbortSignal): Sent {
  if (signal.aborted) return { ok: false, failure: failureOfTimeout(), mayBeBilled: true };
  const code = networkCode(error);
  if (beforeSending.has(code))
    return { ok: false, failure: failureToConnect(error, code), mayBeBilled: false };
  return { ok: false, failure: failureOfLostAnswer(error, code), mayBeBilled: true };
}

/** The code of the socket's own error, which `fetch` wraps. */
function networkCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

/** The body as text, or undefined once it says that it is, or has grown, past any answer that the provider documents. */
async function readBounded(response: Response): Promise<string | undefined> {
  if (!response.body) return '';
  if (Number(response.headers.get('content-length')) > maxBodyBytes) {
    await response.body.cancel();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the stream, and with it the transfer.
    if (bytes > maxBodyBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * The frame of every answer. Any member may be missing or null, HTTP 200 says
 * nothing about success, and a failed task hides inside an accepted envelope.
 */

const cost = v.fallback(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1_000))), null);
const text = v.fallback(v.nullable(v.string()), null);

const taskSchema = v.object({
  status_code: v.number(),
  status_message: text,
  cost,
  result: v.nullish(v.array(v.unknown()), null),
});
type Task = v.InferOutput<typeof taskSchema>;

const envelopeSchema = v.object({
  status_code: v.number(),
  status_message: text,
  cost,
  tasks: v.nullish(v.array(v.unknown()), null),
});

/** What a body says: its cost, and its one task or why there is none. */
interface Reply {
  readonly statusCode: number;
  readonly statusMessage: string;
  readonly costMicroUsd: number;
  /** Undefined where the envelope carries none, or one that is not of the documented shape. */
  readonly task: Task | undefined;
}

/**
 * Reads a body, or undefined where it is not the provider's envelope. The cost
 * is read first and survives a malformed task: it was charged all the same.
 */
function readReply(body: unknown): Reply | undefined {
  const envelope = v.safeParse(envelopeSchema, body);
  if (!envelope.success) return undefined;
  const { status_code, status_message, tasks } = envelope.output;
  const task = v.safeParse(taskSchema, tasks?.[0]);
  return {
    statusCode: status_code,
    statusMessage: status_message ?? '',
    costMicroUsd: chargedMicroUsd(envelope.output.cost, tasks ?? []),
    task: task.success ? task.output : undefined,
  };
}

/** The envelope's cost is the sum of its tasks'; where the two disagree, the larger one is believed. */
function chargedMicroUsd(envelopeCost: number | null, tasks: readonly unknown[]): number {
  const ofTasks = tasks.reduce<number>((sum, task) => sum + (costOf(task) ?? 0), 0);
  return microUsd(Math.max(envelopeCost ?? 0, ofTasks));
}

function costOf(task: unknown): number | null {
  const parsed = v.safeParse(v.object({ cost }), task);
  return parsed.success ? parsed.output.cost : null;
}

/** Dollars as the wire states them (a float) as whole micro-dollars. */
function microUsd(dollars: number): number {
  return Math.round(dollars * 1e6);
}
