import * as v from 'valibot';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { Answer } from '#test/support/running-service.ts';
import { expectRefusal } from '#test/support/upstream/expect-refusal.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { listPrices } from '#test/support/upstream/list-prices.ts';
import { type LiveService, startLiveService, usd } from '#test/support/upstream/live-service.ts';
import { type ToolRequest, unaskedRequests } from '#test/support/upstream/tool-requests.ts';

/** Answers that say less than was asked, and answers that never came whole. */
const telling: readonly FaultName[] = ['no_results', 'nulls_everywhere', 'wrong_types'];
const lost = {
  slow: [504, 'upstream_timeout'],
  drip: [504, 'upstream_timeout'],
  reset: [502, 'upstream_error'],
  not_json: [502, 'upstream_error'],
} as const satisfies Partial<Record<FaultName, readonly [status: number, code: string]>>;

let live: LiveService;
/** What the test server said that answers cost, and what was lost on the way. */
const billed = { statedMicroUsd: 0, lostMicroUsd: 0 };
beforeAll(async () => {
  // Deadlines of two seconds instead of twelve to twenty: what is slow is found slow in no time.
  live = await startLiveService({ UPSTREAM_TIMEOUT_SECONDS: '2' });
});
afterAll(async () => {
  expect(await live.stop()).toBe(true);
});
beforeEach(() => live.resetGate());

const requestsFor = (fault: string) => Object.values(unaskedRequests(fault.replaceAll('_', '-')));

describe.each(telling)('a provider that answers %s', (fault) => {
  it('makes every tool say honestly that nothing is known, in the shape of its contract', async () => {
    const caller = await live.service.openAccount(100, ['backlinks']);
    live.upstream.fail(() => fault);
    for (const request of requestsFor(fault)) {
      live.upstream.forget();
      const { answer, record } = await live.call(caller, request);
      expect({ tool: request.tool, status: answer.status }).toEqual({ tool: request.tool, status: 200 });
      expectHonest(request, answer);
      expect(record).toMatchObject({
        credits_charged: request.credits,
        upstream_cost_usd: usd(live.upstream.statedMicroUsd),
        cache_hit: false,
      });
      billed.statedMicroUsd += live.upstream.statedMicroUsd;
    }
  });
});

/** Nothing but what the source said, and of the source that was asked. */
function expectHonest({ tool, sourceClass, credits }: ToolRequest, { body }: Answer): void {
  const contract: ToolContract | undefined = toolCatalog.find(({ name }) => name === tool);
  expect(v.safeParse(contract?.data ?? v.never(), body.data).issues).toBeUndefined();
  expect(body.usage).toMatchObject({ credits_charged: credits, cache_hit: false });
  for (const { provenance } of body.facts)
    expect(provenance).toMatchObject({ source_class: sourceClass, cache_hit: false });
  const codes = body.warnings.map(({ code }: { readonly code: string }) => code);
  expect(codes).not.toContain('sample_data');
  expect(codes).not.toContain('stale_data');
}

describe.each(Object.entries(lost))('a provider whose answers are %s', (fault, [status, code]) => {
  it(`makes every tool answer ${status} ${code}, free of charge, with the price of what was lost`, async () => {
    const requests = requestsFor(fault);
    const isSlow = status === 504;
    live.upstream.fail(() => fault as FaultName);
    live.upstream.forget();
    // All at once where each has to wait; the breaker learns of failures only when they are over.
    const callers = await Promise.all(requests.map(() => live.service.openAccount(100, ['backlinks'])));
    const call = async (request: ToolRequest, at: number) => {
      if (!isSlow) await live.resetGate();
      const caller = callers[at] ?? (await live.service.openAccount(100));
      const { answer, record } = await live.call(caller, request);
      expectRefusal(request, answer, status, code);
      expect(record).toMatchObject({ status_code: status, credits_charged: 0, error_type: code });
      expect(await caller.balance()).toBe(100);
      return Math.round(Number(record.upstream_cost_usd) * 1e6);
    };
    const costs: number[] = [];
    if (isSlow) costs.push(...(await Promise.all(requests.map(call))));
    else for (const [at, request] of requests.entries()) costs.push(await call(request, at));
    expect(costs.every((cost) => cost > 0)).toBe(true);
    const sum = costs.reduce((total, cost) => total + cost, 0);
    expect(sum).toBe(listPrices(live.upstream.requests));
    billed.lostMicroUsd += sum;
  });
});

describe('the margin report', () => {
  it('tells what answers stated from what is estimated for those that were lost', async () => {
    const { total } = await live.service.operations.margin(undefined);
    expect(total.estimated_cost_usd).toBe(usd(billed.lostMicroUsd));
    expect(total.upstream_cost_usd).toBe(usd(billed.lostMicroUsd + billed.statedMicroUsd));
    expect(total.failed_cost_usd).toBe(usd(billed.lostMicroUsd));
  });
});
