import * as v from 'valibot';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { Answer } from '#test/support/service/running-service.ts';
import { expectRefusal } from '#test/support/upstream/expect-refusal.ts';
import type { FaultName } from '#test/support/upstream/faults.ts';
import { listPrices } from '#test/support/upstream/list-prices.ts';
import { type LiveService, startLiveService, usd } from '#test/support/upstream/live-service.ts';
import { type ToolRequest, unaskedRequests } from '#test/support/upstream/tool-requests.ts';

/** Answers that say less than was asked, and answers that never came whole. */
const telling: readonly FaultName[] = ['no_results', 'nulls_everywhere', 'wrong_types'];
const late: readonly FaultName[] = ['slow', 'drip'];
const broken: readonly FaultName[] = ['reset', 'not_json'];

let live: LiveService;
/** What the test server said that answers cost, and what is recorded for those that were lost on the way. */
const billed = { statedMicroUsd: 0, lostMicroUsd: 0 };
beforeAll(async () => {
  live = await startLiveService();
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

/** Asks every tool while all answers are lost; gives what was recorded for them together. */
async function askInVain(at: LiveService, fault: FaultName, status: number, code: string): Promise<number> {
  at.upstream.fail(() => fault);
  at.upstream.forget();
  const caller = await at.service.openAccount(100, ['backlinks']);
  let sum = 0;
  for (const request of requestsFor(fault)) {
    await at.resetGate();
    const { answer, record } = await at.call(caller, request);
    expectRefusal(request, answer, status, code);
    expect(record).toMatchObject({ status_code: status, credits_charged: 0, error_type: code });
    const cost = Math.round(Number(record.upstream_cost_usd) * 1e6);
    expect(cost).toBeGreaterThan(0);
    sum += cost;
  }
  expect(await caller.balance()).toBe(100);
  return sum;
}

describe.each(broken)('a provider whose answers are %s', (fault) => {
  it('makes every tool answer 502 upstream_error, free of charge, with the price of what was lost', async () => {
    const recorded = await askInVain(live, fault, 502, 'upstream_error');
    expect(recorded).toBe(listPrices(live.upstream.requests));
    billed.lostMicroUsd += recorded;
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

describe('a provider that does not answer in time', () => {
  let hurried: LiveService;
  beforeAll(async () => {
    // Deadlines of a quarter of a second instead of twelve to twenty: what is slow is found slow in no time.
    hurried = await startLiveService({ UPSTREAM_TIMEOUT_SECONDS: '0.25' });
  });
  afterAll(async () => {
    expect(await hurried.stop()).toBe(true);
  });

  it.each(late)(
    'since it is %s makes every tool answer 504 upstream_timeout, free of charge, with the price of what was lost',
    async (fault) => {
      const recorded = await askInVain(hurried, fault, 504, 'upstream_timeout');
      // What was sent counts, although the server may have had no time to read it.
      expect(recorded).toBeGreaterThanOrEqual(listPrices(hurried.upstream.requests));
    },
  );
});
