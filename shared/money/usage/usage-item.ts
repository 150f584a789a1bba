import * as v from 'valibot';
import {
  type AuthSource,
  authSource,
  type CallView,
  type UsageRecord,
} from '#shared/contract/usage-record.ts';
import type { OpenHold } from '#shared/money/accounts/account-item.ts';
import { isoTime } from '#shared/platform/clock.ts';
import type { ErrorCode } from '#shared/platform/errors.ts';
import { idTime } from '#shared/platform/ids.ts';

/** What a call was, known at its end; the ledger adds id and charge and writes it once. */
export interface CallReport {
  readonly requestId: string;
  readonly accountId: string;
  readonly credentialId: string;
  readonly authSource: AuthSource;
  /** Path called, such as `/v1/tools/inspect_domain`, its parameters in braces. */
  readonly endpoint: string;
  readonly method: string;
  readonly tool: string | null;
  readonly statusCode: number;
  readonly responseTimeMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly upstreamCostMicroUsd: number;
  /** The part of the cost that is the price of requests whose answers never came. */
  readonly upstreamEstimatedMicroUsd: number;
  readonly cacheHit: boolean;
  readonly errorType: ErrorCode | null;
  readonly errorMessage: string | null;
  /** The run that the call named. */
  readonly runId?: string | undefined;
  readonly isTest?: boolean | undefined;
  /** The tool's arguments as JSON; undefined where there were none to check. */
  readonly asked?: string | undefined;
  /** What leads to the answer that is kept for repeats; undefined where none is. */
  readonly keptUnder?: string | undefined;
  /** Whether its answer is kept to be opened again. */
  readonly hasAnswer?: boolean | undefined;
}

/** Kept for 13 months, so that the same month of last year can be compared; then only in the archive. */
export const usageRetentionSeconds = 396 * 86_400;
/** An item stays below 1 KB, the size of one write unit. */
const messageCharacters = 300;
const askedCharacters = 200;

export const usageItem = v.object({
  account_id: v.string(),
  id: v.string(),
  /** The one decision about the call's credits; `free` for calls that held none. */
  decision: v.picklist(['charged', 'void', 'free']),
  by: v.picklist(['call', 'sweep']),
  /** A hold that was given up for a new one of the same call: no call of its own, so no list shows it. */
  hidden: v.optional(v.literal(true)),
  credential_id: v.string(),
  auth_source: authSource,
  endpoint: v.string(),
  method: v.string(),
  tool: v.nullable(v.string()),
  request_id: v.string(),
  status_code: v.number(),
  response_time_ms: v.number(),
  request_bytes: v.number(),
  response_bytes: v.number(),
  upstream_cost_micro_usd: v.number(),
  /** The part of the cost that no answer stated; absent where there is none. */
  upstream_estimated_micro_usd: v.optional(v.number()),
  credits_charged: v.number(),
  cache_hit: v.boolean(),
  error_type: v.nullable(v.string()),
  error_message: v.nullable(v.string()),
  /** The run that the call named; absent where it named none. */
  run: v.optional(v.string()),
  /** Of calls by a test key; absent of all others. */
  mode: v.optional(v.literal('test')),
  /** The tool's arguments as JSON, cut where they are long; absent where none were checked, and once the account is deleted. */
  asked: v.optional(v.string()),
  /** What leads to the answer that is kept for repeats; absent where none is, and once the account is deleted. */
  kept_under: v.optional(v.string()),
  /** Of calls whose answer is kept to be opened again; older records of charged ones lack it. */
  answer: v.optional(v.literal('kept')),
  /** Refused calls that this record stands for, each with an attribute of its name (`callName`); absent for one call. */
  calls: v.optional(v.number()),
  created_at: v.string(),
  /** Unix seconds. */
  expires_at: v.number(),
});

export type UsageItem = v.InferOutput<typeof usageItem>;

export function parseUsageItem(item: unknown): UsageItem {
  return v.parse(usageItem, item);
}

export function reportedItem(
  id: string,
  report: CallReport,
  decision: UsageItem['decision'],
  creditsCharged: number,
): UsageItem {
  return {
    ...identity(id, report.accountId),
    decision,
    by: 'call',
    credential_id: report.credentialId,
    auth_source: report.authSource,
    endpoint: report.endpoint,
    method: report.method,
    tool: report.tool,
    request_id: report.requestId,
    status_code: report.statusCode,
    response_time_ms: report.responseTimeMs,
    request_bytes: report.requestBytes,
    response_bytes: report.responseBytes,
    upstream_cost_micro_usd: report.upstreamCostMicroUsd,
    ...(report.upstreamEstimatedMicroUsd > 0 && {
      upstream_estimated_micro_usd: report.upstreamEstimatedMicroUsd,
    }),
    credits_charged: creditsCharged,
    cache_hit: report.cacheHit,
    error_type: report.errorType,
    error_message: report.errorMessage?.slice(0, messageCharacters) ?? null,
    ...(report.runId !== undefined && { run: report.runId }),
    ...(report.isTest && { mode: 'test' }),
    ...(report.asked !== undefined && { asked: report.asked.slice(0, askedCharacters) }),
    ...(report.keptUnder !== undefined && { kept_under: report.keptUnder }),
    ...(report.hasAnswer && { answer: 'kept' }),
  };
}

/** The void record of a call that reported nothing, made from its hold. */
export function unreportedItem(
  accountId: string,
  callId: string,
  hold: OpenHold,
  by: 'call' | 'sweep',
): UsageItem {
  return {
    ...identity(callId, accountId),
    decision: 'void',
    by,
    ...(by === 'call' ? { hidden: true } : {}),
    credential_id: hold.credential,
    auth_source: hold.source,
    endpoint: `/v1/tools/${hold.tool}`,
    method: 'POST',
    tool: hold.tool,
    request_id: hold.request,
    status_code: 500,
    response_time_ms: 0,
    request_bytes: 0,
    response_bytes: 0,
    upstream_cost_micro_usd: 0,
    credits_charged: 0,
    cache_hit: false,
    error_type: 'internal_error',
    error_message: 'The call ended without an answer; nothing was charged.',
    ...(hold.run !== undefined && { run: hold.run }),
  };
}

/** Decides a call void that reserved credits and never held any. It is no call of the log, so no list shows it. */
export function orphanedItem(accountId: string, callId: string): UsageItem {
  const hold = { credits: 0, at: 0, request: '', credential: '', source: 'api_key', tool: '' } as const;
  return unreportedItem(accountId, callId, hold, 'call');
}

/** The attribute by which a record of several calls knows each: the end of its request id, which is random. */
export function callName(requestId: string): string {
  return `call_${requestId.slice(-8)}`;
}

/** The call of a request id, of whose record it may be one of several: particulars that it shares with others are left out. */
export function toCallView(item: UsageItem, requestId: string): CallView {
  const record = toUsageRecord(item);
  const isNamesake = record.request_id !== requestId;
  const { account_id, credential_id, auth_source, tool, endpoint, method, run_id, mode } = record;
  const { status_code, error_type, error_message, credits_charged, cache_hit, has_answer } = record;
  return {
    request_id: requestId,
    created_at: isoTime(idTime(requestId) ?? 0),
    outcome: error_type === null ? 'answered' : status_code < 500 ? 'refused' : 'failed',
    credits_charged,
    ...{ account_id, credential_id, auth_source, tool, endpoint, method },
    ...{ status_code, error_type, error_message, cache_hit, has_answer, mode },
    run_id: isNamesake ? null : run_id,
    arguments: isNamesake ? null : record.arguments,
  };
}

export function toUsageRecord(item: UsageItem): UsageRecord {
  const { id, account_id, credential_id, auth_source, endpoint, method, tool, request_id } = item;
  return {
    ...{ id, account_id, credential_id, auth_source, endpoint, method, tool, request_id },
    status_code: item.status_code,
    response_time_ms: item.response_time_ms,
    request_bytes: item.request_bytes,
    response_bytes: item.response_bytes,
    upstream_cost_usd: item.upstream_cost_micro_usd / 1_000_000,
    credits_charged: item.credits_charged,
    cache_hit: item.cache_hit,
    error_type: item.error_type,
    error_message: item.error_message,
    run_id: item.run ?? null,
    mode: item.mode ?? 'live',
    arguments: item.asked ?? null,
    has_answer: item.answer === 'kept' || item.decision === 'charged',
    calls: item.calls ?? 1,
    created_at: item.created_at,
  };
}

function identity(id: string, accountId: string) {
  const time = idTime(id) ?? 0;
  return {
    account_id: accountId,
    id,
    created_at: isoTime(time),
    expires_at: Math.floor(time / 1000) + usageRetentionSeconds,
  };
}
