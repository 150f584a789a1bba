import type { EndpointContract } from '#shared/contract/endpoint.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ErrorCode } from '#shared/platform/errors.ts';

const everyCall: readonly ErrorCode[] = ['method_not_allowed', 'internal_error', 'service_busy'];

const authenticatedCall: readonly ErrorCode[] = [
  'ambiguous_credentials',
  'missing_credentials',
  'invalid_credentials',
  'insufficient_scope',
  'account_suspended',
  'rate_limited',
];

const bodyCall: readonly ErrorCode[] = [
  'invalid_json',
  'body_too_large',
  'unsupported_media_type',
  'validation_error',
];

const idempotentCall: readonly ErrorCode[] = [
  'invalid_idempotency_key',
  'idempotency_conflict',
  'request_in_progress',
];

/** The errors a tool can answer with. */
export function toolErrors(tool: ToolContract): readonly ErrorCode[] {
  const paid: readonly ErrorCode[] =
    tool.credits > 0
      ? ['insufficient_credits', 'spend_limit_reached', 'run_budget_exceeded', 'too_many_concurrent_calls']
      : [];
  const sources: readonly ErrorCode[] = tool.needs.includes('upstream')
    ? ['upstream_error', 'upstream_unavailable', 'upstream_quota', 'no_live_source', 'upstream_timeout']
    : ['upstream_timeout'];
  return [
    ...everyCall,
    ...authenticatedCall,
    'tool_not_enabled',
    ...bodyCall,
    'unknown_location',
    'unknown_language',
    'unsupported_market',
    ...idempotentCall,
    ...paid,
    ...sources,
    ...(tool.needs.includes('crawl') ? (['unsafe_target', 'upstream_error'] as const) : []),
    ...(tool.name === 'export_dataset' ? (['invalid_dataset_uri'] as const) : []),
  ];
}

/** The errors an endpoint that is not a tool can answer with. */
export function endpointErrors(endpoint: EndpointContract): readonly ErrorCode[] {
  return [
    ...everyCall,
    ...authenticatedCall.filter(
      (code) => endpoint.authentication !== 'optional' || code !== 'missing_credentials',
    ),
    ...(endpoint.body ? bodyCall : []),
    ...(endpoint.query && !endpoint.body ? (['validation_error'] as const) : []),
    ...(endpoint.creates ? idempotentCall : []),
    ...(endpoint.startsImports ? (['request_in_progress'] as const) : []),
    ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
  ];
}
