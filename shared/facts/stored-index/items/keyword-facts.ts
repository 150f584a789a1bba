import type { FindIntent } from '#shared/facts/intent/intent.ts';
import { type KeywordState, type StoredRow, shownListing } from './keyword-state.ts';
import type { KeywordFacts } from './posting.ts';

/** A keyword's metrics; the intent is the source's own, or found from its words and its listing. */
export function keywordFacts(
  keyword: string,
  { metrics, listing, rows }: KeywordState,
  findIntent: FindIntent,
): KeywordFacts {
  const shown = shownListing({ listing, rows });
  const evidence = {
    features: featuresOf({ metrics, listing }),
    top: (shown?.rows ?? []).slice(0, 10),
    level: metrics?.level ?? null,
    cpc: metrics?.cpc ?? null,
  };
  return {
    volume: metrics?.volume ?? null,
    cpc: metrics?.cpc ?? null,
    level: metrics?.level ?? null,
    difficulty: metrics?.difficulty ?? null,
    ...(metrics?.intent ? { intent: metrics.intent, basis: 'reported' } : findIntent(keyword, evidence)),
  };
}

/** Item types of a keyword's listing: of the newest one, else as its metrics name them. */
export function featuresOf({
  metrics,
  listing,
}: Pick<KeywordState, 'metrics' | 'listing'>): readonly string[] {
  return listing?.features ?? metrics?.features ?? [];
}

/** The root and, where the host is not the root itself, the host. */
export function domainsOf({ root, subdomain }: Pick<StoredRow, 'root' | 'subdomain'>): string[] {
  return subdomain === '' ? [root] : [root, `${subdomain}.${root}`];
}
