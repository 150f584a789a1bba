import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import type { Operation } from './plan.ts';

/** One request and its outcome. */
export interface Attempt {
  readonly milliseconds: number;
  /** 0 where no answer came: given up, or the server was gone. */
  readonly status: number;
  readonly requestId: string | undefined;
  readonly code: string | undefined;
  readonly charged: number;
  readonly isReplay: boolean;
}

/** How an operation ended, with every attempt that it took. */
export interface Ended {
  readonly operation: Operation;
  readonly attempts: readonly Attempt[];
}

interface CallerParts {
  /** Where the service answers now; waits while it is being started again. */
  readonly baseUrl: () => Promise<string>;
  readonly keyOf: (account: number) => string;
  /** Whether time is left to try again. */
  readonly goesOn: () => boolean;
}

/** Refused attempts are tried again this often; lost ones until there is an answer. */
const maxRefused = 4;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/** Does what a good client does: repeats with the same key what was lost, waits as long as the server asks. */
export async function carryOut(operation: Operation, parts: CallerParts): Promise<Ended> {
  const attempts: Attempt[] = [];
  const send = (abortAfterMs?: number) => sendOnce(operation, parts, abortAfterMs);
  const first = operation.isDoubled
    ? await Promise.all([send(operation.abortAfterMs), send()])
    : [await send(operation.abortAfterMs)];
  attempts.push(...first);
  if (operation.key === undefined) return { operation, attempts };
  await untilAnswered(attempts, send, parts);
  if (operation.isRepeated && attempts.some(({ status }) => status === 200)) attempts.push(await send());
  return { operation, attempts };
}

async function untilAnswered(
  attempts: Attempt[],
  send: () => Promise<Attempt>,
  { goesOn }: CallerParts,
): Promise<void> {
  while (!attempts.some(isFinal) && attempts.filter(isRefusal).length <= maxRefused && goesOn()) {
    await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(attempts.length, 6)));
    attempts.push(await send());
  }
}

/** An answer that a repetition would not change. */
function isFinal({ status }: Attempt): boolean {
  return status === 200 || (status >= 400 && status < 500 && status !== 409 && status !== 429);
}

/** Refused without having been done: safe to give up. */
function isRefusal({ status }: Attempt): boolean {
  return status === 429 || status >= 500;
}

const problem = v.looseObject({ code: v.optional(v.string()), request_id: v.optional(v.string()) });

async function sendOnce(
  operation: Operation,
  { baseUrl, keyOf }: CallerParts,
  abortAfterMs?: number,
): Promise<Attempt> {
  const origin = await baseUrl();
  const start = performance.now();
  try {
    const response = await fetch(`${origin}${operation.path}`, requestOf(operation, keyOf, abortAfterMs));
    const text = await response.text();
    const { headers, status } = response;
    const refusal = status >= 400 ? v.parse(problem, JSON.parse(text)) : undefined;
    return {
      milliseconds: performance.now() - start,
      status,
      requestId: headers.get('x-request-id') ?? refusal?.request_id,
      code: refusal?.code,
      charged: Number(headers.get('x-credits-charged') ?? 0),
      isReplay: headers.get('idempotency-replayed') === 'true',
    };
  } catch {
    const milliseconds = performance.now() - start;
    return { milliseconds, status: 0, requestId: undefined, code: undefined, charged: 0, isReplay: false };
  }
}

function requestOf(
  { account, method, body, key }: Operation,
  keyOf: CallerParts['keyOf'],
  abortAfterMs: number | undefined,
): RequestInit {
  return {
    method,
    headers: {
      authorization: `Bearer ${keyOf(account)}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    ...(abortAfterMs !== undefined && { signal: AbortSignal.timeout(abortAfterMs) }),
  };
}
