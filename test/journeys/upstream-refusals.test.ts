import { expectRefusal } from '#test/support/upstream/expect-refusal.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { listPrices } from '#test/support/upstream/list-prices.ts';
import { type LiveService, startLiveService, usd } from '#test/support/upstream/live-service.ts';
import { type ToolRequest, unaskedRequests } from '#test/support/upstream/tool-requests.ts';

/** Every way in which the provider says no, and what the caller of every tool meets. */
const refusals = {
  http_401: [503, 'upstream_unavailable'],
  http_402: [503, 'upstream_quota'],
  http_502_page: [503, 'upstream_unavailable'],
  search_engine_error: [502, 'upstream_error'],
  invalid_location: [422, 'unknown_location'],
  invalid_field: [502, 'upstream_error'],
  insufficient_funds: [503, 'upstream_quota'],
  internal_error: [502, 'upstream_error'],
  task_timeout: [504, 'upstream_timeout'],
  partial_failure: [502, 'upstream_error'],
  wrong_shape: [502, 'upstream_error'],
  no_tasks: [502, 'upstream_error'],
  huge: [502, 'upstream_error'],
} as const satisfies Partial<Record<FaultName, readonly [status: number, code: string]>>;
/** Refusals that are tried again after a pause, so that the tools are asked side by side. */
const busy: readonly FaultName[] = ['http_429', 'rate_limited', 'too_many_at_once'];

let live: LiveService;
beforeAll(async () => {
  live = await startLiveService();
});
afterAll(async () => {
  // Whatever the provider did, every credit is accounted for.
  expect(await live.stop()).toBe(true);
});
beforeEach(() => live.resetGate());

const requestsFor = (fault: string) => Object.values(unaskedRequests(fault.replaceAll('_', '-')));

describe.each(Object.entries(refusals))('a provider with the fault %s', (fault, [status, code]) => {
  it(`makes every tool answer ${status} ${code}, free of charge, with its cost recorded`, async () => {
    const caller = await live.service.openAccount(100, ['backlinks']);
    live.upstream.fail(() => fault as FaultName);
    for (const request of requestsFor(fault)) {
      live.upstream.forget();
      await live.resetGate();
      const { answer, record } = await live.call(caller, request);
      expectRefusal(request, answer, status, code);
      expect(record).toMatchObject({
        status_code: status,
        credits_charged: 0,
        error_type: code,
        upstream_cost_usd: usd(costOf(fault)),
        cache_hit: false,
      });
    }
    expect(await caller.balance()).toBe(100);
  });
});

/** An answer that is too large to be read does not tell what it cost: the price of the request stands for it. */
function costOf(fault: string): number {
  const { statedMicroUsd, requests } = live.upstream;
  return fault === 'huge' ? listPrices(requests) : statedMicroUsd;
}

describe.each(busy)('a provider that is busy with %s', (fault) => {
  it('makes every tool answer 503 with Retry-After, after a second try, free of charge', async () => {
    const caller = await live.service.openAccount(100, ['backlinks']);
    live.upstream.forget();
    live.upstream.fail(() => fault);
    const requests = requestsFor(fault);
    const calls = await Promise.all(requests.map((request) => live.call(caller, request)));
    for (const [at, { answer, record }] of calls.entries()) {
      expectRefusal(requests[at] as ToolRequest, answer, 503, 'upstream_unavailable');
      expect(record).toMatchObject({ credits_charged: 0, upstream_cost_usd: 0, status_code: 503 });
    }
    // Each tool asked once and once more: nothing had been done, so nothing could be billed twice.
    const tasks = live.upstream.requests.map(({ path, task }) => path + JSON.stringify(task));
    const counts = [...new Set(tasks)].map((task) => tasks.filter((other) => other === task).length);
    expect(counts.length).toBeGreaterThanOrEqual(requests.length);
    expect(Math.max(...counts)).toBe(2);
    expect(await caller.balance()).toBe(100);
  });
});
