import { type Data, isData, rows, text } from '../charts/read.ts';

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
    const told = isData(body) ? body : {};
    super(text(told, 'detail') || 'The service did not answer as expected. Try again in a moment.');
    this.status = status;
    this.code = text(told, 'code') || 'unexpected_answer';
    this.title = text(told, 'title') || 'Something went wrong';
    this.requestId = text(told, 'request_id') || undefined;
    this.faults = faultsOf(told);
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

function faultsOf(body: Data): Fault[] {
  return rows(body, 'errors').map((entry) => ({
    pointer: text(entry, 'pointer'),
    message: text(entry, 'message'),
  }));
}
