import type { UsageRecord } from '../../api/schema.ts';
import { words } from '../../format.ts';

/** What a span of the usage log comes to. */
export interface UsageSummary {
  readonly calls: number;
  readonly creditsSpent: number;
  readonly errorShare: number | null;
  /** Half of the calls, and 95 of 100, were at least this fast; milliseconds. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  readonly tools: readonly string[];
  /** One row a day, oldest first, credits by tool; days without calls are there too. */
  readonly days: readonly DayRow[];
}

export type DayRow = Readonly<Record<string, string | number>> & { readonly day: string };

const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** Adds up tool calls of the last `dayCount` days in the reader's time zone. Reading the account's own pages is left out. */
export function summarizeUsage(records: readonly UsageRecord[], dayCount: number, now: Date): UsageSummary {
  const calls = records.filter((record) => record.tool !== null);
  const latencies = calls.map((record) => record.response_time_ms).toSorted((left, right) => left - right);
  const failed = calls.filter((record) => record.error_type !== null).length;
  const spent = calls.filter((record) => record.credits_charged > 0);
  const tools = byCredits(spent);
  return {
    calls: calls.length,
    creditsSpent: spent.reduce((sum, record) => sum + record.credits_charged, 0),
    errorShare: calls.length === 0 ? null : failed / calls.length,
    medianMs: quantile(latencies, 0.5),
    p95Ms: quantile(latencies, 0.95),
    tools: tools.map(words),
    days: daysOf(spent, tools, dayCount, now),
  };
}

/** Tools that were paid for, dearest first. */
function byCredits(spent: readonly UsageRecord[]): readonly string[] {
  const totals = new Map<string, number>();
  for (const { tool, credits_charged } of spent)
    if (tool) totals.set(tool, (totals.get(tool) ?? 0) + credits_charged);
  return [...totals].toSorted((left, right) => right[1] - left[1]).map(([tool]) => tool);
}

function daysOf(
  spent: readonly UsageRecord[],
  tools: readonly string[],
  dayCount: number,
  now: Date,
): readonly DayRow[] {
  const rows = new Map<string, Record<string, number>>();
  for (let back = dayCount - 1; back >= 0; back -= 1) {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back);
    rows.set(dayName.format(day), Object.fromEntries(tools.map((tool) => [words(tool), 0])));
  }
  for (const { tool, credits_charged, created_at } of spent) {
    const row = rows.get(dayName.format(new Date(created_at)));
    if (row && tool) row[words(tool)] = (row[words(tool)] ?? 0) + credits_charged;
  }
  return [...rows].map(([day, credits]) => ({ ...credits, day }));
}

function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}
