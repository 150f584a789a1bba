import { watchMargin } from '#functions/maintenance/finance.ts';
import { type CostedCall, type MarginRange, reportMargin, tallyCalls } from '#shared/money/margin/margin.ts';

const now = Date.UTC(2026, 10, 20, 12);
const terms = { stepCents: 1_000, creditsPerStep: 1_000 };

function calls(tool: string, count: number, credits: number, microUsd: number): CostedCall[] {
  return Array.from({ length: count }, () => ({
    tool,
    status_code: 200,
    credits_charged: credits,
    upstream_cost_micro_usd: microUsd,
    upstream_estimated_micro_usd: undefined,
    cache_hit: false,
    hidden: undefined,
  }));
}

async function watch(some: readonly CostedCall[], alarmingCostShare = 1) {
  const ranges: MarginRange[] = [];
  const lines: Readonly<Record<string, unknown>>[] = [];
  const reader = {
    async between(range: MarginRange) {
      ranges.push(range);
      return reportMargin([await tallyCalls(some)], terms);
    },
  };
  const note = (_: string, facts: Readonly<Record<string, unknown>>) => void lines.push(facts);
  const logger = { info: note, warn: note, error: note };
  await watchMargin(reader, { clock: () => now, logger, alarmingCostShare });
  return { ranges, lines };
}

describe('the watch over the margin', () => {
  it('looks at the last 24 hours', async () => {
    const { ranges } = await watch([]);
    expect(ranges).toEqual([{ since: now - 86_400_000, until: now }]);
  });

  it('tells the operator when calls cost more than they earn, and which tool loses most', async () => {
    const { lines } = await watch([
      ...calls('inspect_serp', 10, 2, 4_000),
      ...calls('inspect_search_visibility', 20, 3, 140_000),
    ]);
    expect(lines).toEqual([
      {
        signal: 'upstream_margin',
        calls: 30,
        revenue_usd: 0.8,
        upstream_cost_usd: 2.84,
        estimated_cost_usd: 0,
        alarming_cost_share: 1,
        loses_most: 'inspect_search_visibility',
      },
    ]);
  });

  it.each([
    ['calls earn what they cost', calls('inspect_backlinks', 50, 4, 40_000), 1],
    ['the loss is of cents', calls('inspect_domain', 10, 3, 68_000), 1],
    ['the operator allows more', calls('inspect_backlinks', 50, 4, 72_000), 2],
  ])('is silent where %s', async (_, some, share) => {
    expect((await watch(some, share)).lines).toEqual([]);
  });

  it('sounds earlier where the operator wants to keep more', async () => {
    const { lines } = await watch(calls('inspect_keyword', 100, 2, 14_120), 0.7);
    expect(lines).toEqual([expect.objectContaining({ signal: 'upstream_margin', alarming_cost_share: 0.7 })]);
  });
});
