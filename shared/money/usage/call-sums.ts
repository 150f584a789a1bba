import * as v from 'valibot';

const count = v.pipe(v.number(), v.integer());

/** Calls of one tool over some span of time, added up. */
const toolSum = v.object({
  calls: count,
  failed: count,
  credits: count,
  /** Calls by how long they took: the n-th class ends at `classRatio` to the n-th milliseconds. */
  times: v.record(v.string(), count),
});
export type ToolSum = v.InferOutput<typeof toolSum>;

/** Sums by tool. */
export const callSums = v.record(v.string(), toolSum);
export type CallSums = v.InferOutput<typeof callSums>;

/** What a sum takes from a usage record. */
export interface SummedCall {
  readonly tool: string | null;
  readonly credits_charged: number;
  readonly response_time_ms: number;
  readonly error_type: string | null;
  readonly hidden?: true | undefined;
  /** Refused calls that the record stands for; one where it is absent. */
  readonly calls?: number | undefined;
}

/** Classes of response times are this far apart, so that a quantile read from them is wrong by 5 % at most. */
const classRatio = 1.1;

/** Adds a call to the sums. Reading the account's own pages is no call of a tool and left out. */
export function addCall(sums: CallSums, call: SummedCall): void {
  if (call.tool === null || call.hidden) return;
  const sum = sums[call.tool] ?? emptySum();
  sums[call.tool] = sum;
  const timeClass = String(Math.round(Math.log(Math.max(1, call.response_time_ms)) / Math.log(classRatio)));
  const calls = call.calls ?? 1;
  sum.calls += calls;
  sum.failed += call.error_type === null ? 0 : calls;
  sum.credits += call.credits_charged;
  sum.times[timeClass] = (sum.times[timeClass] ?? 0) + calls;
}

/** One sum of several. */
export function mergeSums(sums: readonly ToolSum[]): ToolSum {
  const merged = emptySum();
  for (const { calls, failed, credits, times } of sums) {
    merged.calls += calls;
    merged.failed += failed;
    merged.credits += credits;
    for (const [timeClass, number] of Object.entries(times))
      merged.times[timeClass] = (merged.times[timeClass] ?? 0) + number;
  }
  return merged;
}

/** The time within which this share of the calls ended, milliseconds, within 5 %; null where there were none. */
export function timeQuantile({ times, calls }: ToolSum, share: number): number | null {
  const classes = Object.entries(times).map(([name, number]) => [Number(name), number] as const);
  let seen = 0;
  for (const [timeClass, number] of classes.toSorted(([left], [right]) => left - right)) {
    seen += number;
    if (seen >= share * calls) return Math.round(classRatio ** timeClass);
  }
  return null;
}

function emptySum(): ToolSum {
  return { calls: 0, failed: 0, credits: 0, times: {} };
}
