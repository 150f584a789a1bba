import { type ErrorCode, errorCatalog } from '#shared/platform/errors.ts';

/** What can be played beside the errors of the table: what comes of it, and what a client should do. */
export const answeredFaults = {
  slow: {
    what: 'The answer comes after five seconds, or after as many as `slow=SECONDS` says, up to 28. A tool that has less time than that ends with `upstream_timeout`.',
    remedy: 'Wait for at least 30 seconds, the longest that a call takes, before you give it up.',
  },
  cut_stream: {
    what: 'The call is made and its answer kept, and the first half of it goes out: JSON that ends early over REST, a stream that ends early over MCP.',
    remedy: 'Treat it as a lost answer: send the same request again with the same `Idempotency-Key`.',
  },
  answer_lost: {
    what: 'The call is made and its answer kept, and a 504 without a body comes instead, as from a proxy between. A live call would have been charged.',
    remedy:
      'Send the same request again with the same `Idempotency-Key`: the answer comes with `usage.replayed: true`, and a live key pays nothing for it.',
  },
  low_balance: {
    what: 'The answer comes, and `usage.balance_after` is 1.',
    remedy: 'Warn the account’s owner before the next call is refused with `insufficient_credits`.',
  },
} as const;
export type AnsweredFault = keyof typeof answeredFaults;

/** Every name that `X-Test-Fault` takes. */
export const testFaults: readonly string[] = [...Object.keys(answeredFaults), ...Object.keys(errorCatalog)];

export const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(errorCatalog, name);
export const isAnsweredFault = (name: string): name is AnsweredFault => Object.hasOwn(answeredFaults, name);
