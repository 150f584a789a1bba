import type { SeenRequest } from './server.ts';

/**
 * The provider's list price of a request in micro-dollars, for as many rows as
 * it asks for: the most that it can be billed with.
 */
export function listPrice({
  path,
  endpoint,
  task = {},
}: Pick<SeenRequest, 'path' | 'endpoint' | 'task'>): number {
  if (path.startsWith('/v3/dataforseo_labs/')) {
    const rows = endpoint === 'keyword_overview' ? (task.keywords as unknown[]).length : Number(task.limit);
    return 12_000 + 120 * rows;
  }
  if (path.startsWith('/v3/backlinks/')) return 24_000 + 36 * Number(task.limit ?? 1);
  if (endpoint !== 'organic') return 0;
  const furtherPages = Number(task.depth) / 10 - 1;
  return 2_000 + 1_500 * furtherPages + (task.load_async_ai_overview ? 2_000 : 0);
}

export function listPrices(requests: readonly SeenRequest[]): number {
  return requests.reduce((sum, request) => sum + listPrice(request), 0);
}
