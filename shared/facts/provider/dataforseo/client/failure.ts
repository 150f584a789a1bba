import { type ErrorCode, ServiceError } from '#shared/platform/errors.ts';
import type { OperatorSignal } from '../../upstream-care.ts';

/** What a failed exchange means for the caller, for a second try and for the shared gate. */
export interface Failure {
  readonly error: ServiceError;
  /** Milliseconds to wait before the one retry; undefined where a second request could be billed twice or cannot help. */
  readonly retryAfterMs?: number;
  /** What the shared gate learns: the provider is unhealthy, or it refuses this account as a whole. */
  readonly outcome: 'answered' | 'unhealthy' | 'unauthorized' | 'over_quota';
  readonly signal?: OperatorSignal;
  /** How long the provider asked to be left alone; the gate is not closed for longer. */
  readonly askedMs?: number;
}

interface Meaning {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly outcome?: Failure['outcome'];
  readonly retryAfterMs?: number;
  readonly signal?: OperatorSignal;
  readonly retryAfterSeconds?: number;
}

const wording = {
  unavailable: 'Live data is not available at the moment. Nothing was charged; try again in a minute.',
  quota: 'The service has used up its live data for now. Nothing was charged; the operator has been told.',
  error: 'The data source did not give a usable answer. Nothing was charged; try again.',
  timeout:
    'The data source did not answer in time. Nothing was charged; try again, or ask for a smaller list.',
  busy: 'The data source is busy. Nothing was charged; try again in a few seconds.',
} as const;

const unauthorized: Meaning = {
  code: 'upstream_unavailable',
  detail: wording.unavailable,
  outcome: 'unauthorized',
  signal: 'upstream_authorization',
};
const overQuota: Meaning = {
  code: 'upstream_quota',
  detail: wording.quota,
  outcome: 'over_quota',
  signal: 'upstream_quota',
};
/** Refused before any work, so that a second request cannot be billed twice. */
const busy: Meaning = {
  code: 'upstream_unavailable',
  detail: wording.busy,
  retryAfterMs: 400,
  retryAfterSeconds: 5,
};
/** The provider says that it failed and did not bill, or asks for the task again. */
const failedOnce: Meaning = {
  code: 'upstream_error',
  detail: wording.error,
  outcome: 'unhealthy',
  retryAfterMs: 150,
};
const unusable: Meaning = { code: 'upstream_error', detail: wording.error };
const tooSlow: Meaning = { code: 'upstream_timeout', detail: wording.timeout, outcome: 'unhealthy' };
/** Our own request was at fault; retrying it or closing the gate would not help. */
const ourFault: Meaning = { ...unusable, signal: 'upstream_rejected_request' };

/** The provider's status codes that are not a success, from its error reference. Others count by their thousand. */
const meanings: Readonly<Record<number, Meaning>> = {
  40100: unauthorized,
  // The search engine failed, not the authorization; asking again is the documented answer.
  40101: { ...failedOnce, outcome: 'answered' },
  40103: { ...failedOnce, outcome: 'answered' },
  40104: unauthorized,
  40200: overQuota,
  40201: unauthorized,
  40202: busy,
  40203: overQuota,
  40204: unauthorized,
  40205: unusable,
  40206: unusable,
  40207: unauthorized,
  40209: busy,
  40210: overQuota,
  50000: failedOnce,
  50100: unusable,
  50301: failedOnce,
  50303: failedOnce,
  50304: { ...failedOnce, code: 'upstream_unavailable', detail: wording.unavailable },
  50401: tooSlow,
  50402: tooSlow,
};

/** Judges a status code of the envelope or of a task. `message` is read for the field that a 40501 names, and logged. */
export function failureOfStatus(statusCode: number, message: string, costMicroUsd: number): Failure {
  if (statusCode === 40501 || statusCode === 40505) return invalidField(statusCode, message);
  if (statusCode === 40408) return refusedTarget();
  const byThousand = statusCode >= 50000 ? { ...failedOnce } : ourFault;
  const meaning = meanings[statusCode] ?? byThousand;
  const failure = fail(meaning, `status ${statusCode}: ${message}`);
  // A failure that was billed and whose code does not ask for a second try is not tried again.
  const billedTwice = costMicroUsd > 0 && statusCode !== 40101 && statusCode !== 40103;
  return billedTwice ? withoutRetry(failure) : failure;
}

export function failureOfHttp(status: number): Failure {
  if (status === 401 || status === 403) return fail(unauthorized, `http ${status}`);
  if (status === 402) return fail(overQuota, `http ${status}`);
  if (status === 429) return fail(busy, `http ${status}`);
  if (status >= 500) return fail({ ...failedOnce, code: 'upstream_unavailable' }, `http ${status}`);
  return fail(ourFault, `http ${status}`);
}

/** No connection was made, so nothing was asked or billed. */
export function failureToConnect(cause: unknown, networkCode: string): Failure {
  const meaning: Meaning = {
    code: 'upstream_unavailable',
    detail: wording.unavailable,
    outcome: 'unhealthy',
    retryAfterMs: 100,
  };
  return fail(meaning, `no connection: ${networkCode}`, cause);
}

/** The connection broke after the request was sent: it may have been billed, and is not sent again. */
export function failureOfLostAnswer(cause: unknown, networkCode: string): Failure {
  const reason = networkCode === '' ? 'answer lost' : `answer lost: ${networkCode}`;
  return fail({ ...unusable, outcome: 'unhealthy', signal: 'upstream_lost_answer' }, reason, cause);
}

/** The call's time was over before the request went out. */
export function failureBeforeSending(): Failure {
  return fail({ ...tooSlow, outcome: 'answered' }, 'deadline before sending');
}

export function failureOfTimeout(): Failure {
  return fail({ ...tooSlow, signal: 'upstream_lost_answer' }, 'no answer in time');
}

/** An answer that is not what the provider documents, or larger than any it documents. */
export function failureOfShape(what: string): Failure {
  return fail({ ...unusable, outcome: 'answered', signal: 'upstream_malformed' }, what);
}

/** Longer than this no caller is kept waiting for the second try. */
const longestRetryMs = 2_000;

/** A failure that came with a `Retry-After`: nothing is asked again before, and the caller is told the same. */
export function withAskedWait(failure: Failure, askedMs: number | undefined): Failure {
  if (askedMs === undefined) return failure;
  const { error, retryAfterMs, ...kept } = failure;
  const { code, message, reason, cause } = error;
  const seconds = Math.max(1, Math.ceil(askedMs / 1_000));
  const headers = { ...error.headers, ...(error.retryable && { 'retry-after': String(seconds) }) };
  return {
    ...kept,
    askedMs,
    error: new ServiceError(code, message, { ...(reason !== undefined && { reason }), cause, headers }),
    ...(retryAfterMs !== undefined &&
      askedMs <= longestRetryMs && { retryAfterMs: Math.max(retryAfterMs, askedMs) }),
  };
}

function invalidField(statusCode: number, message: string): Failure {
  const field = /'([a-z_.]{1,40})/u.exec(message)?.[1] ?? '';
  if (field.startsWith('location') || statusCode === 40505)
    return callerFault(
      'unknown_location',
      'location',
      'There are no listings for this location. Send a country, or a city as "City,Region,Country".',
    );
  if (field.startsWith('language'))
    return callerFault(
      'unsupported_market',
      'language',
      'This language is not served in this country. Send the language of the country.',
    );
  if (field.startsWith('keyword'))
    return callerFault(
      'validation_error',
      'keyword',
      'This keyword cannot be searched for. Shorten it or leave out unusual characters and operators.',
    );
  if (field.startsWith('target') || field === 'url') return refusedTarget();
  return fail(ourFault, `status ${statusCode}: ${message}`);
}

function refusedTarget(): Failure {
  return callerFault(
    'validation_error',
    'domain',
    'This domain or address cannot be looked up. Check its spelling.',
  );
}

function callerFault(code: ErrorCode, field: string, message: string): Failure {
  const faults = [{ pointer: `/${field}`, loc: [field], type: code, message }];
  return { error: new ServiceError(code, message, { faults }), outcome: 'answered' };
}

function fail(meaning: Meaning, reason: string, cause?: unknown): Failure {
  const seconds = meaning.retryAfterSeconds ?? (meaning.outcome === undefined ? undefined : 30);
  return {
    error: new ServiceError(meaning.code, meaning.detail, {
      reason: reason.slice(0, 300),
      cause,
      ...(seconds !== undefined &&
        meaning.code !== 'upstream_error' && { headers: { 'retry-after': String(seconds) } }),
    }),
    outcome: meaning.outcome ?? 'answered',
    ...(meaning.retryAfterMs !== undefined && { retryAfterMs: meaning.retryAfterMs }),
    ...(meaning.signal && { signal: meaning.signal }),
  };
}

function withoutRetry({ error, outcome, signal }: Failure): Failure {
  return { error, outcome, ...(signal && { signal }) };
}
