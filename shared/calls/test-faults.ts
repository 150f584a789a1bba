/** The failures that every client meets: what comes of each when a test key asks for it, and what a client should do. */
export const testFaults = {
  insufficient_credits: {
    what: '402. The balance does not cover the call.',
    remedy: 'Do not repeat it. Show a person the page that `action_url` names.',
  },
  rate_limited: {
    what: '429, with `Retry-After: 1`.',
    remedy: 'Send the same request again after `Retry-After` seconds.',
  },
  upstream_unavailable: {
    what: '503, with `Retry-After: 1`.',
    remedy: 'Send the same request again after `Retry-After` seconds, a few times at most.',
  },
  slow: {
    what: 'The answer comes after five seconds, or after as many as `slow=SECONDS` says, up to 28. A tool that has less time than that ends with 504 `upstream_timeout`.',
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
} as const;
export type TestFault = keyof typeof testFaults;

export const testFaultNames: readonly string[] = Object.keys(testFaults);

export const isTestFault = (name: string): name is TestFault => Object.hasOwn(testFaults, name);
