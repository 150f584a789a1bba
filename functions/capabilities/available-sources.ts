import type { SourceClass } from '#shared/contract/envelope.ts';

/** What can answer here: the stored index and the crawler always, live listings with a provider's account. */
export function availableSources(hasLiveSource: boolean): ReadonlySet<SourceClass> {
  const always: readonly SourceClass[] = ['crawl', 'search_index', 'backlink_index', 'modeled'];
  return new Set<SourceClass>(hasLiveSource ? ['live_serp', 'ai_answer', ...always] : always);
}
