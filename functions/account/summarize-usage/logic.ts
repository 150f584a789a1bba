import type { EndpointQuery } from '#shared/contract/endpoint.ts';
import {
  type CallerSum,
  type CallerSums,
  type CallSums,
  mergeCallerSums,
  mergeSums,
  otherCallers,
  people,
  type ToolSum,
  timeQuantile,
} from '#shared/money/usage/call-sums.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AccountLogic } from '../account-services.ts';
import type { summarizeUsage as contract } from './contract.ts';

const dayMs = 86_400_000;
const defaultDays = 30;
/** As long as the log is kept. */
const maxDays = 400;

export const summarizeUsage: AccountLogic<typeof contract> = async (
  { caller, query, now },
  { summarize },
) => {
  if (!caller.scopes.has('keys:manage')) throw ofWholeAccount();
  const span = spanOf(query, now);
  const { days, isComplete } = await summarize({
    account: caller.account,
    since: span.since,
    until: span.until + dayMs,
    now,
  });
  const byTool = toolsOf(days.map(({ sums }) => sums));
  return {
    body: {
      since: dayName(span.since),
      until: dayName(span.until),
      complete: isComplete,
      ...timedCounts(mergeSums(byTool.map(([, sum]) => sum))),
      tools: byTool.map(([tool, sum]) => ({ tool, ...timedCounts(sum) })),
      callers: callersOf(days.map(({ callers }) => callers)),
      days: days.map(({ day, sums }) => ({
        day,
        ...counts(mergeSums(Object.values(sums))),
        tools: toolsOf([sums]).map(([tool, sum]) => ({ tool, ...counts(sum) })),
      })),
    },
  };
};

/** The sums are those of all credentials together. */
function ofWholeAccount(): ServiceError {
  return new ServiceError(
    'insufficient_scope',
    'A key with limits of its own sees its own calls only. GET /v1/me/usage lists them.',
  );
}

/** Midnights of the first and the last day, milliseconds since 1970. */
function spanOf({ since, until }: EndpointQuery<typeof contract>, now: number) {
  const last = until === undefined ? now - (now % dayMs) : Date.parse(until);
  const first = since === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(since);
  if (first > last) throw wrongSpan('The first day comes after the last. Swap since and until.');
  if (last - first >= maxDays * dayMs)
    throw wrongSpan(`A summary covers at most ${maxDays} days. Ask for less at once.`);
  return { since: first, until: last };
}

function wrongSpan(message: string): ServiceError {
  return new ServiceError('validation_error', message, {
    faults: [{ pointer: '/since', loc: ['query', 'since'], type: 'span', message }],
  });
}

/** Tools over several sums, those that cost most first. */
function toolsOf(sums: readonly CallSums[]): [string, ToolSum][] {
  const names = new Set(sums.flatMap((byTool) => Object.keys(byTool)));
  const merged = [...names].map((name): [string, ToolSum] => [
    name,
    mergeSums(sums.flatMap((byTool) => byTool[name] ?? [])),
  ]);
  return merged.toSorted(
    ([leftName, left], [rightName, right]) =>
      right.credits - left.credits || right.calls - left.calls || leftName.localeCompare(rightName),
  );
}

/** Callers over several sums, those that cost most first. */
function callersOf(sums: readonly CallerSums[]) {
  const names = new Set(sums.flatMap((byCaller) => Object.keys(byCaller)));
  return [...names]
    .map((name) => ({
      ...callerOf(name),
      ...counts(mergeCallerSums(sums.flatMap((byCaller) => byCaller[name] ?? []))),
    }))
    .toSorted((left, right) => right.credits_charged - left.credits_charged || right.calls - left.calls);
}

/** Who the sums stand for; nulls where they are those of many keys and agents. */
function callerOf(name: string) {
  if (name === otherCallers) return { auth_source: null, credential_id: null };
  if (name === people) return { auth_source: 'session' as const, credential_id: null };
  return { auth_source: sourceOf(name), credential_id: name };
}

function sourceOf(name: string) {
  if (name.startsWith('conn_')) return 'oauth' as const;
  return name.startsWith('question_') ? ('schedule' as const) : ('api_key' as const);
}

function counts({ calls, failed, credits }: CallerSum) {
  return { calls, failed, credits_charged: credits };
}

function timedCounts(sum: ToolSum) {
  const median = timeQuantile(sum, 0.5);
  const p95 = timeQuantile(sum, 0.95);
  const isKnown = median !== null && p95 !== null;
  return { ...counts(sum), response_time_ms: isKnown ? { median, p95 } : null };
}

function dayName(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
