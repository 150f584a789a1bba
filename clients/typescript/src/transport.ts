import { AnswerLostError, OrielError, problemError } from './errors.ts';
import { clientVersion, type Problem, type TestFault } from './generated/types.ts';
import { type AnswerReport, reportOf } from './report.ts';

/** How one call is made. Each has a value of the client's where it is left out. */
export interface CallOptions {
  /** Of a paid call. Made fresh for every call, and the same in all its attempts, where left out. */
  readonly idempotencyKey?: string | undefined;
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take. No call takes longer than 30 seconds. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that all attempts and the waits between them may take. */
  readonly deadlineMs?: number | undefined;
  /** 1 repeats nothing. */
  readonly maxAttempts?: number | undefined;
  /** The failure to play, for a test key. */
  readonly testFault?: TestFault | undefined;
}

/** How a client makes its calls. */
export interface Settings extends Omit<CallOptions, 'idempotencyKey'> {
  /** `or_…`, or `or_test_…` for tests. */
  readonly apiKey: string;
  /** Origin of the service. */
  readonly baseUrl: string;
  /** The run whose budget every call spends; its first call needs the budget. */
  readonly run?: { readonly id: string; readonly budget?: number | undefined } | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Whether it goes out with an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** Whether it may be sent again where its answer is lost. */
  readonly isRepeatable: boolean;
}

export interface Received<Answer> {
  readonly answer: Answer;
  readonly headers: Headers;
}

interface Call extends OutgoingRequest {
  readonly idempotencyKey: string | undefined;
  readonly options: CallOptions;
  readonly endsAt: number;
}

const usual = { timeoutMs: 40_000, deadlineMs: 120_000, maxAttempts: 4 };
const firstWaitMs = 500;
const longestWaitMs = 8_000;

/** Sends requests until each has an answer, a refusal that stands, or no time left. */
export class Transport {
  readonly #settings: Settings;
  /** What the latest answer told beside its body. */
  last: AnswerReport | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Rejects with an OrielError, or with the reason of the caller's signal. */
  async send<Answer>(request: OutgoingRequest, options: CallOptions = {}): Promise<Received<Answer>> {
    const merged = { ...this.#settings, ...withoutGaps(options) };
    const { deadlineMs = usual.deadlineMs, maxAttempts = usual.maxAttempts, signal } = merged;
    const idempotencyKey = options.idempotencyKey ?? (request.isKeyed ? crypto.randomUUID() : undefined);
    const call = { ...request, idempotencyKey, options: merged, endsAt: Date.now() + deadlineMs };
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#attempt<Answer>(call, attempt);
      if (!(outcome instanceof OrielError)) return outcome;
      const waitMs = waitAfter(attempt, outcome.retryAfterSeconds);
      if (!outcome.retryable || attempt >= maxAttempts || Date.now() + waitMs >= call.endsAt) throw outcome;
      await pause(waitMs, signal);
    }
  }

  /** A file by a link that needs no key and gets none. */
  async download(url: string, { signal }: CallOptions = {}): Promise<Response> {
    const { fetch: own = fetch } = this.#settings;
    const response = await own(url, { ...(signal && { signal }) });
    if (response.ok) return response;
    const message = `The download link answered ${response.status}. Ask for a new one.`;
    throw new AnswerLostError({ message, code: 'answer_lost', status: response.status, retryable: true });
  }

  async #attempt<Answer>(call: Call, attempt: number): Promise<Received<Answer> | OrielError> {
    const { fetch: own = fetch } = this.#settings;
    const { timeoutMs = usual.timeoutMs, signal } = call.options;
    const timeout = AbortSignal.timeout(Math.max(1, Math.min(timeoutMs, call.endsAt - Date.now())));
    signal?.throwIfAborted();
    try {
      const response = await own(this.#address(call), {
        method: call.method,
        headers: this.#headers(call),
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
      });
      return this.#read(response, await response.text(), call, attempt);
    } catch (cause) {
      signal?.throwIfAborted();
      return lost('No whole answer came.', call, { cause });
    }
  }

  #read<Answer>(
    response: Response,
    text: string,
    call: Call,
    attempt: number,
  ): Received<Answer> | OrielError {
    const { status, headers } = response;
    const body = parsed(text);
    this.last = reportOf(status, headers, body, { attempts: attempt, idempotencyKey: call.idempotencyKey });
    if (response.ok && body !== undefined) return { answer: body, headers };
    const problem: Problem | undefined = body;
    const retryAfterSeconds = secondsOf(headers.get('retry-after'));
    if (typeof problem?.code === 'string' && typeof problem.status === 'number')
      return problemError(problem, { retryAfterSeconds, idempotencyKey: call.idempotencyKey });
    const requestId = headers.get('x-request-id') ?? undefined;
    const isPassing = response.ok || status === 429 || status >= 500;
    return lost(`The answer of status ${status} is none of the service, or not whole.`, call, {
      status,
      requestId,
      retryAfterSeconds,
      ...(!isPassing && { retryable: false }),
    });
  }

  #address({ path, query = {} }: Call): URL {
    const address = new URL(path, this.#settings.baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== null) address.searchParams.set(name, String(value));
    return address;
  }

  #headers({ idempotencyKey, body, options }: Call): Record<string, string> {
    const { apiKey, run } = this.#settings;
    return {
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      'user-agent': `oriel-typescript/${clientVersion}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(run && { 'x-run-id': run.id }),
      ...(run?.budget !== undefined && { 'x-run-budget': String(run.budget) }),
      ...(options.testFault !== undefined && { 'x-test-fault': options.testFault }),
    };
  }
}

/** Options that are left undefined are those of the client. */
function withoutGaps(options: CallOptions): CallOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function lost(
  message: string,
  { isRepeatable, idempotencyKey }: Call,
  rest: Partial<ConstructorParameters<typeof AnswerLostError>[0]>,
): AnswerLostError {
  return new AnswerLostError({
    message,
    code: 'answer_lost',
    retryable: isRepeatable,
    idempotencyKey,
    ...rest,
  });
}

/** Undefined where it is no JSON, such as an answer that was cut. */
function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/u.test(header) ? Number(header) : undefined;
}

/** At least as long as the service asks for; else twice as long each time. A random part keeps clients from coming back at once. */
function waitAfter(attempt: number, retryAfterSeconds: number | undefined): number {
  const grown = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
  return retryAfterSeconds === undefined ? grown : retryAfterSeconds * 1_000 + grown / 4;
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    function abort() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}
