import type { PageRow } from '#shared/contract/rows.ts';
import type { RankedKeywords } from '../wire/labs-wire.ts';
import { rounded } from './keyword-rows.ts';

/**
 * The pages of a domain, best traffic first, where all its rankings are known;
 * undefined where there are more of them than the answer holds, or where one
 * does not name its page or its traffic. Spares small domains a request.
 */
export function pagesIn(ranked: RankedKeywords): PageRow[] | undefined {
  if (ranksNowhere(ranked)) return [];
  const { items, total_count: total } = ranked;
  if (total === null || total > items.length) return undefined;
  const pages = new Map<string, { keywords: number; traffic: number }>();
  for (const { ranked_serp_element: element } of items) {
    const { url, etv } = element?.serp_item ?? {};
    if (!url || typeof etv !== 'number') return undefined;
    const page = pages.get(url) ?? { keywords: 0, traffic: 0 };
    pages.set(url, { keywords: page.keywords + 1, traffic: page.traffic + etv });
  }
  return [...pages]
    .toSorted(([a, one], [b, other]) => other.traffic - one.traffic || (a < b ? -1 : 1))
    .map(([url, { keywords, traffic }]) => ({
      url,
      organic_keywords: keywords,
      estimated_organic_traffic_per_month: rounded(traffic),
    }));
}

/** Whether nothing is known that a domain ranks for: it has no pages in the index then, and shares no keyword. */
export function ranksNowhere({ items, metrics, total_count: total }: RankedKeywords): boolean {
  return items.length === 0 && !total && !metrics?.organic?.count;
}
