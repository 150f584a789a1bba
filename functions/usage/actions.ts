import { endpoint, queryFault } from '#functions/endpoint.ts';
import { type Foundation, serviceSecrets } from '#functions/foundation.ts';
import type { EndpointQuery } from '#shared/contract/endpoint.ts';
import type { UsageRecord } from '#shared/contract/usage-record.ts';
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
import type { UsageLog } from '#shared/money/usage/usage-log.ts';
import type { SummarizeUsage } from '#shared/money/usage/usage-summary.ts';
import { csvLine } from '#shared/platform/csv.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';
import { keysNamed, type SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';
import * as contracts from './contracts.ts';
import { csvLimit, defaultLimit } from './contracts.ts';

/** What the account endpoints work with, beside who calls. */
async function accountServices(foundation: Foundation) {
  const secrets = await serviceSecrets(foundation);
  return {
    ...usageReaders(foundation, keysNamed('cursor_key', secrets)),
    baseUrl: foundation.baseUrl,
  };
}

/** What two of the endpoints read records with; its code is read with the first question. */
function usageReaders({ documents, tables, clock }: Foundation, cursorKeys: SigningKeyList) {
  const openLog = async () => {
    const { createUsageLog } = await import('#shared/money/usage/usage-log.ts');
    return createUsageLog({ documents, tables, cursorKeys, clock });
  };
  const listUsage: UsageLog['list'] = async (question) => (await openLog()).list(question);
  const summarize: SummarizeUsage = async (question) => {
    const { createUsageSummary } = await import('#shared/money/usage/usage-summary.ts');
    const { createMonthSumsStore } = await import('#shared/money/usage/call-sums.ts');
    const months = createMonthSumsStore(documents, tables.facts);
    return createUsageSummary({ log: await openLog(), months })(question);
  };
  return { listUsage, summarize };
}

type Query = EndpointQuery<typeof contracts.listUsage>;

export const listUsage = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.listUsage,
    accountServices,
    async ({ caller, query }, { listUsage: readUsage, baseUrl }) => {
      refuseReversed(query);
      const { records, cursor } = await readUsage({
        accountId: caller.account.accountId,
        limit: limitOf(query),
        // An empty cursor is what a form or a script sends for the first page.
        cursor: query.cursor || undefined,
        since: query.since,
        until: query.until,
        tool: query.tool,
        credentialId: caller.scopes.has('keys:manage') ? query.credential_id : caller.credentialId,
        authSource: query.auth_source,
        requestId: query.request_id,
        run: query.run,
        status: query.status,
        asked: query.asked,
      });
      const headers =
        cursor === undefined ? {} : { link: `<${nextPage(baseUrl, query, cursor)}>; rel="next"` };
      const body = [...records];
      if (query.format === 'json') return { body, headers };
      return {
        body,
        headers: { ...headers, 'content-disposition': 'attachment; filename="oriel-usage.csv"' },
        raw: { contentType: 'text/csv; charset=utf-8', text: toCsv(records) },
      };
    },
  );

/** What is charged is recorded before, and what died is recorded by the sweep. */
const recordedWithinMs = 2 * 60_000;

export const getCall = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.getCall,
    async ({ documents, tables, clock }) => {
      const { createUsageLog } = await import('#shared/money/usage/usage-log.ts');
      return createUsageLog({ documents, tables, clock });
    },
    async ({ caller, parameters, now }, log) => {
      const id = parameters.request_id ?? '';
      const found = contracts.requestId.test(id) ? await log.find(caller.account.accountId, id) : undefined;
      const isOwn = caller.scopes.has('keys:manage') || found?.credential_id === caller.credentialId;
      if (!found || !isOwn) throw noSuchCall(now - (idTime(id) ?? 0) < recordedWithinMs);
      return { body: found };
    },
  );

function noSuchCall(mayRun: boolean): ServiceError {
  return mayRun
    ? new ServiceError(
        'not_found',
        'This call is not recorded yet. What it is charged is known two minutes after it began; ask again then.',
        { headers: { 'retry-after': '30' } },
      )
    : new ServiceError(
        'not_found',
        'No call has this request id, so nothing was charged under it. GET /v1/me/usage lists the calls.',
      );
}

function refuseReversed({ since, until }: Query): void {
  if (since === undefined || until === undefined || since <= until) return;
  throw queryFault('since', 'since lies after until. Swap them.');
}

function limitOf({ limit, format }: Query): number {
  return limit ?? (format === 'csv' ? csvLimit : defaultLimit);
}

const columns = [
  'id',
  'created_at',
  'account_id',
  'credential_id',
  'auth_source',
  'endpoint',
  'method',
  'tool',
  'request_id',
  'status_code',
  'response_time_ms',
  'request_bytes',
  'response_bytes',
  'upstream_cost_usd',
  'credits_charged',
  'cache_hit',
  'error_type',
  'error_message',
  'run_id',
  'mode',
  'arguments',
  'calls',
] as const satisfies readonly (keyof UsageRecord)[];

function toCsv(records: readonly UsageRecord[]): string {
  return (
    csvLine(columns) + records.map((record) => csvLine(columns.map((column) => record[column]))).join('')
  );
}

/** The same question, going on after this page. */
function nextPage(baseUrl: string, { since, until, format, ...query }: Query, cursor: string): string {
  const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());
  const csv = format === 'csv' ? format : undefined;
  const sent = { ...query, since: iso(since), until: iso(until), format: csv, cursor };
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(sent))
    if (value !== undefined) parameters.set(name, String(value));
  return `${baseUrl}/v1/me/usage?${parameters}`;
}

const dayMs = 86_400_000;
const defaultDays = 30;
/** As long as the log is kept. */
const maxDays = 400;

export const summarizeUsage = (foundation: Foundation) =>
  endpoint(
    foundation,
    contracts.summarizeUsage,
    accountServices,
    async ({ caller, query, now }, { summarize }) => {
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
    },
  );

/** The sums are those of all credentials together. */
function ofWholeAccount(): ServiceError {
  return new ServiceError(
    'insufficient_scope',
    'A key with limits of its own sees its own calls only. GET /v1/me/usage lists them.',
  );
}

/** Midnights of the first and the last day, milliseconds since 1970. */
function spanOf({ since, until }: EndpointQuery<typeof contracts.summarizeUsage>, now: number) {
  const last = until === undefined ? now - (now % dayMs) : Date.parse(until);
  const first = since === undefined ? last - (defaultDays - 1) * dayMs : Date.parse(since);
  if (first > last) throw queryFault('since', 'The first day comes after the last. Swap since and until.');
  if (last - first >= maxDays * dayMs)
    throw queryFault('since', `A summary covers at most ${maxDays} days. Ask for less at once.`);
  return { since: first, until: last };
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
  return name.startsWith('cred_') ? ('api_key' as const) : ('schedule' as const);
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
