import fc from 'fast-check';
import { type CostedCall, reportMargin, tallyCalls } from '#shared/money/margin/margin.ts';

const terms = { stepCents: 1_000, creditsPerStep: 1_000 };

function call(values: Partial<CostedCall>): CostedCall {
  return {
    tool: 'inspect_domain',
    status_code: 200,
    credits_charged: 3,
    upstream_cost_micro_usd: 44_500,
    upstream_estimated_micro_usd: undefined,
    cache_hit: false,
    hidden: undefined,
    ...values,
  };
}

const marginOf = async (calls: readonly CostedCall[]) => reportMargin([await tallyCalls(calls)], terms);

describe('the margin report', () => {
  it('sets what calls earned against what they cost, the tool that loses most first', async () => {
    const report = await marginOf([
      call({}),
      call({ cache_hit: true, upstream_cost_micro_usd: 0 }),
      call({
        status_code: 502,
        credits_charged: 0,
        upstream_cost_micro_usd: 2_000,
        upstream_estimated_micro_usd: 500,
      }),
      call({ tool: 'inspect_serp', credits_charged: 2, upstream_cost_micro_usd: 4_000 }),
    ]);
    expect(report.tools).toEqual([
      {
        tool: 'inspect_domain',
        calls: 3,
        failed_calls: 1,
        credits_charged: 6,
        revenue_usd: 0.06,
        upstream_cost_usd: 0.0465,
        failed_cost_usd: 0.002,
        estimated_cost_usd: 0.0005,
        margin_usd: 0.0135,
        margin_share: 0.225,
        cost_per_call_usd: 0.0155,
        cache_hit_share: 0.333,
        break_even_hit_share: 0.355,
      },
      expect.objectContaining({ tool: 'inspect_serp', margin_usd: 0.016 }),
    ]);
    expect(report.total).toMatchObject({ calls: 4, revenue_usd: 0.08, upstream_cost_usd: 0.0505 });
  });

  it('leaves out what is not a tool call, and calls that were given up for another', async () => {
    const report = await marginOf([call({ tool: null }), call({ hidden: true })]);
    expect(report).toMatchObject({
      tools: [],
      total: { calls: 0, margin_share: null, cost_per_call_usd: null },
    });
  });

  it.each([
    ['loses on every fetched call and wins on hits', 0.066, 5, 0.242],
    ['earns on every call', 0.004, 2, 0],
  ])('says from which share of hits on a tool earns that %s', async (_, costUsd, credits, share) => {
    const calls = [true, false, false, false].map((cache_hit) =>
      call({
        cache_hit,
        credits_charged: credits,
        upstream_cost_micro_usd: cache_hit ? 0 : Math.round(costUsd * 1e6),
      }),
    );
    const { total } = await marginOf(calls);
    expect(total.break_even_hit_share).toBe(share);
    const ofHits = await marginOf([call({ cache_hit: true, upstream_cost_micro_usd: 0 })]);
    expect(ofHits.total.break_even_hit_share).toBeNull();
  });

  it('adds up: the tools make the total to the micro-dollar', async () => {
    const calls = fc.array(
      fc.record({
        tool: fc.constantFrom('a', 'b', 'c'),
        credits_charged: fc.nat(10),
        upstream_cost_micro_usd: fc.nat(1_000_000),
      }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async (some) => {
        const { tools, total } = await marginOf(some.map(call));
        const sum = (member: 'upstream_cost_usd' | 'margin_usd') =>
          Math.round(tools.reduce((added, tool) => added + tool[member] * 1e6, 0));
        expect(sum('upstream_cost_usd')).toBe(Math.round(total.upstream_cost_usd * 1e6));
        expect(sum('margin_usd')).toBe(Math.round(total.margin_usd * 1e6));
      }),
      { numRuns: 100, seed: 6 },
    );
  });
});
