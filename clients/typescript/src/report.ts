import type { Usage } from './generated/types.ts';

/** What an answer tells beside its body, from its headers and its `usage`. */
export interface AnswerReport {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly creditsCharged: number | undefined;
  /** Credits that the account has left. */
  readonly creditsLeft: number | undefined;
  /** The first answer given again, for nothing. */
  readonly isReplay: boolean;
  /** The tightest window of calls. */
  readonly rate: { readonly limit: number; readonly remaining: number; readonly resetsAt: Date } | undefined;
  /** The monthly limit of the key, in credits; undefined where it has none. */
  readonly keyLimit: { readonly limit: number; readonly remaining: number } | undefined;
  /** Of a tool's answer. */
  readonly usage: Usage | undefined;
  readonly attempts: number;
  readonly idempotencyKey: string | undefined;
}

export function reportOf(
  status: number,
  headers: Headers,
  body: { readonly usage?: Usage } | undefined,
  call: Pick<AnswerReport, 'attempts' | 'idempotencyKey'>,
): AnswerReport {
  const number = (name: string) => {
    const value = headers.get(name);
    return value === null ? undefined : Number(value);
  };
  const limit = (kind: string) => {
    const [most, remaining] = [number(`x-${kind}-limit`), number(`x-${kind}-remaining`)];
    return most === undefined || remaining === undefined ? undefined : { limit: most, remaining };
  };
  const rate = limit('ratelimit');
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    creditsCharged: number('x-credits-charged'),
    creditsLeft: number('x-credits-balance'),
    isReplay: headers.get('idempotency-replayed') === 'true',
    rate: rate && { ...rate, resetsAt: new Date((number('x-ratelimit-reset') ?? 0) * 1_000) },
    keyLimit: limit('credential'),
    usage: status === 200 ? body?.usage : undefined,
    ...call,
  };
}
