import { setTimeout as sleep } from 'node:timers/promises';
import type { Spend } from '#shared/facts/ports/fact.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { type ConnectedProvider, connectProvider } from '#test/support/upstream/connected.ts';
import { type FaultName, faultNames } from '#test/support/upstream/faults.ts';
import { listPrices } from '#test/support/upstream/list-prices.ts';
import { questions } from '#test/support/upstream/questions.ts';

/** What each fault must become: an error of the table, or an answer that tells less. */
const outcomes: Readonly<Record<FaultName, string>> = {
  slow: 'upstream_timeout',
  drip: 'upstream_timeout',
  reset: 'upstream_error',
  http_401: 'upstream_unavailable',
  http_402: 'upstream_quota',
  http_429: 'upstream_unavailable',
  http_502_page: 'upstream_unavailable',
  rate_limited: 'upstream_unavailable',
  too_many_at_once: 'upstream_unavailable',
  search_engine_error: 'upstream_error',
  no_results: 'answer',
  invalid_location: 'unknown_location',
  invalid_field: 'upstream_error',
  insufficient_funds: 'upstream_quota',
  internal_error: 'upstream_error',
  task_timeout: 'upstream_timeout',
  not_json: 'upstream_error',
  partial_failure: 'upstream_error',
  nulls_everywhere: 'answer',
  wrong_types: 'answer',
  wrong_shape: 'upstream_error',
  no_tasks: 'upstream_error',
  huge: 'upstream_error',
  huge_unsaid: 'upstream_error',
};
/** Faults after which the same request may be sent once more: nothing was done, or a repetition is asked for. */
const retried = new Set<FaultName>([
  'http_429',
  'http_502_page',
  'rate_limited',
  'too_many_at_once',
  'search_engine_error',
  'internal_error',
]);
/** Faults after which the billed amount is unknown, so the price of the request is counted instead. */
const lost = new Set<FaultName>(['slow', 'drip', 'reset', 'not_json', 'huge', 'huge_unsaid']);
const statuses: Readonly<Record<string, number>> = {
  upstream_error: 502,
  upstream_unavailable: 503,
  upstream_quota: 503,
  upstream_timeout: 504,
  unknown_location: 422,
};
const day = 86_400_000;

let provider: ConnectedProvider;
beforeAll(async () => {
  provider = await connectProvider();
});
afterAll(() => provider.stop());

/** Asks with a fault on every request, long after everything before: no cache, no open breaker. */
async function askWith(fault: FaultName, name: string) {
  // A request that was given up may still arrive: it belongs to the question before.
  if (isSlow(fault)) await sleep(30);
  provider.advance(200 * day);
  await provider.resetGate();
  provider.upstream.forget();
  provider.entries.length = 0;
  provider.upstream.fail(() => fault);
  const call = provider.open(AbortSignal.timeout(isSlow(fault) ? 80 : 120_000));
  const outcome = await questions[name]?.(call).catch((error: unknown) => error);
  return { outcome, spend: call.spend };
}

describe.each(faultNames)('the provider when every answer is %s', (fault) => {
  const expected = outcomes[fault];

  it.each(Object.keys(questions))(
    `gives ${expected} for %s, with the stated or estimated cost recorded`,
    async (name) => {
      const { outcome, spend } = await askWith(fault, name);
      expect(outcome instanceof ServiceError ? outcome.code : 'answer').toBe(expected);
      expectCost(fault, spend);
      if (!(outcome instanceof ServiceError)) {
        expect(outcome).toMatchObject({ provenance: { cache_hit: false, connection_id: null } });
        return;
      }
      expect(outcome.status).toBe(statuses[expected]);
      expect(`${outcome.message} ${JSON.stringify(outcome.headers)}`).not.toMatch(
        /dataforseo|labs|127\.0\.0\.1/iu,
      );
      const isRepeated = provider.upstream.requests.length > distinctTasks();
      expect(isRepeated).toBe(retried.has(fault));
    },
  );
});

/** Costs that answers state are exact; a lost answer adds the price of its request as an estimate. */
function expectCost(fault: FaultName, { microUsd, estimatedMicroUsd }: Spend): void {
  expect(microUsd - estimatedMicroUsd).toBe(provider.upstream.statedMicroUsd);
  const arrived = lost.has(fault) ? listPrices(provider.upstream.requests) : 0;
  // A deadline can be over before the server has read what was sent: that counts as well.
  if (isSlow(fault)) expect(estimatedMicroUsd).toBeGreaterThanOrEqual(arrived);
  else expect(estimatedMicroUsd).toBe(arrived);
}

function isSlow(fault: FaultName): boolean {
  return fault === 'slow' || fault === 'drip';
}

function distinctTasks(): number {
  return new Set(provider.upstream.requests.map(({ path, task }) => path + JSON.stringify(task))).size;
}

describe('the log for the operator', () => {
  it.each([
    ['http_401', 'upstream_authorization'],
    ['http_402', 'upstream_quota'],
    ['insufficient_funds', 'upstream_quota'],
    ['wrong_shape', 'upstream_malformed'],
    ['invalid_field', 'upstream_rejected_request'],
    ['reset', 'upstream_lost_answer'],
  ] as const)('names %s as %s, without query or credential', async (fault, signal) => {
    await askWith(fault, 'rankedKeywords');
    expect(provider.entries.map(({ facts }) => facts.signal)).toContain(signal);
    expect(JSON.stringify(provider.entries)).not.toMatch(/trailhound|test-password/u);
  });
});
