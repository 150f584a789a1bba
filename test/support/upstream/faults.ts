import { refused, type TaskAnswer } from './wire.ts';

/** Ways in which the provider, or the way to it, can fail. */
export const faultNames = [
  'slow',
  'drip',
  'reset',
  'http_401',
  'http_402',
  'http_429',
  'http_502_page',
  'rate_limited',
  'too_many_at_once',
  'search_engine_error',
  'no_results',
  'invalid_location',
  'invalid_field',
  'insufficient_funds',
  'internal_error',
  'task_timeout',
  'not_json',
  'partial_failure',
  'nulls_everywhere',
  'wrong_types',
  'wrong_shape',
  'no_tasks',
  'huge',
  'huge_unsaid',
] as const;
export type FaultName = (typeof faultNames)[number];

const padding = 'x'.repeat(17 * 1024 * 1024);

/** Faults of the task: the envelope is accepted and HTTP says 200. */
export function faultyTask(fault: FaultName, answer: TaskAnswer): TaskAnswer | undefined {
  switch (fault) {
    case 'rate_limited':
      return refused(40_202, 'The rate-limit per minute has been exceeded.');
    case 'too_many_at_once':
      return refused(40_209, 'Too many simultaneous queries.');
    case 'search_engine_error':
      // Billed although there is no answer.
      return refused(40_101, 'Internal SE Server Error.', answer.costMicroUsd);
    case 'no_results':
      return { ...answer, statusCode: 40_102, statusMessage: 'No Search Results.', result: null };
    case 'invalid_location':
      return refused(40_501, "Invalid Field: 'location_name'.");
    case 'invalid_field':
      return refused(40_501, "Invalid Field: 'order_by'.");
    case 'insufficient_funds':
      return refused(40_210, 'Insufficient Funds.');
    case 'internal_error':
    case 'partial_failure':
      return refused(50_000, 'Internal Error.');
    case 'task_timeout':
      return refused(50_401, 'Internal Error - Timeout.');
    case 'nulls_everywhere':
      return { ...answer, result: withNulls(answer.result) };
    case 'wrong_types':
      return { ...answer, result: swapTypes(answer.result) as unknown[] };
    case 'wrong_shape':
      return { ...answer, result: [{ items: 'none', total_count: {}, metrics: 7 }] };
    case 'huge':
    case 'huge_unsaid':
      return { ...answer, result: [{ padding }] };
    default:
      return undefined;
  }
}

/** Every member there, and every one of them null: the provider's own schema allows it. */
function withNulls(result: TaskAnswer['result']): unknown[] | null {
  return (
    result?.map((element) =>
      Object.fromEntries(Object.keys(element as object).map((name) => [name, null])),
    ) ?? null
  );
}

/** Names that identify a row stay, so that there is something to show beside the unknown. */
const identities = new Set([
  'keyword',
  'domain',
  'url',
  'type',
  'page_address',
  'target',
  'url_from',
  'url_to',
  'title',
]);

function swapTypes(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((element) => swapTypes(element, 'element'));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, swapTypes(member, key)]));
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !identities.has(name) ? 12 : value;
}
