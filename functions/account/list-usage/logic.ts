import type { EndpointQuery } from '#shared/contract/endpoint.ts';
import type { UsageRecord } from '#shared/contract/usage-record.ts';
import { csvLine } from '#shared/platform/csv.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { AccountLogic } from '../account-services.ts';
import { type listUsage as contract, csvLimit, defaultLimit } from './contract.ts';

type Query = EndpointQuery<typeof contract>;

export const listUsage: AccountLogic<typeof contract> = async (
  { caller, query },
  { listUsage: readUsage, baseUrl },
) => {
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
    run: query.run,
    status: query.status,
    asked: query.asked,
  });
  const headers = cursor === undefined ? {} : { link: `<${nextPage(baseUrl, query, cursor)}>; rel="next"` };
  const body = [...records];
  if (query.format === 'json') return { body, headers };
  return {
    body,
    headers: { ...headers, 'content-disposition': 'attachment; filename="oriel-usage.csv"' },
    raw: { contentType: 'text/csv; charset=utf-8', text: toCsv(records) },
  };
};

function refuseReversed({ since, until }: Query): void {
  if (since === undefined || until === undefined || since <= until) return;
  const message = 'since lies after until. Swap them.';
  throw new ServiceError('validation_error', message, {
    faults: [{ pointer: '/since', loc: ['query', 'since'], type: 'span', message }],
  });
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
function nextPage(baseUrl: string, query: Query, cursor: string): string {
  const parameters = new URLSearchParams({ cursor });
  if (query.limit !== undefined) parameters.set('limit', String(query.limit));
  if (query.since !== undefined) parameters.set('since', new Date(query.since).toISOString());
  if (query.until !== undefined) parameters.set('until', new Date(query.until).toISOString());
  if (query.tool !== undefined) parameters.set('tool', query.tool);
  if (query.credential_id !== undefined) parameters.set('credential_id', query.credential_id);
  if (query.auth_source !== undefined) parameters.set('auth_source', query.auth_source);
  if (query.run !== undefined) parameters.set('run', query.run);
  if (query.status !== undefined) parameters.set('status', query.status);
  if (query.asked !== undefined) parameters.set('asked', query.asked);
  if (query.format === 'csv') parameters.set('format', 'csv');
  return `${baseUrl}/v1/me/usage?${parameters}`;
}
