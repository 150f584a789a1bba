/** A refusal of the service (RFC 9457) as an error that pages can show. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly requestId: string | undefined;
  readonly faults: readonly Fault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: unknown, retryAfter: string | null) {
    const read = (key: string) => textOf(body, key);
    super(read('detail') ?? 'The service did not answer as expected. Try again in a moment.');
    this.status = status;
    this.code = read('code') ?? 'unexpected_answer';
    this.title = read('title') ?? 'Something went wrong';
    this.requestId = read('request_id');
    this.faults = faultsOf(body);
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter);
  }
}

/** One wrong field of a request. */
export interface Fault {
  readonly pointer: string;
  readonly message: string;
}

/** The error that a response stands for. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  return new Problem(response.status, body, response.headers.get('retry-after'));
}

/** What to tell a person about any error. */
export function messageOf(error: unknown): string {
  if (error instanceof Problem) return error.message;
  if (error instanceof TypeError)
    return 'The service cannot be reached. Check your connection and try again.';
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(body: unknown, key: string): string | undefined {
  const value = isRecord(body) ? body[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function faultsOf(body: unknown): Fault[] {
  const errors = isRecord(body) && Array.isArray(body.errors) ? body.errors : [];
  return errors.map((entry) => ({
    pointer: textOf(entry, 'pointer') ?? '',
    message: textOf(entry, 'message') ?? '',
  }));
}
