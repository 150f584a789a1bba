import * as v from 'valibot';
import {
  type CompetitionLevel,
  competitionLevel,
  type Intent,
  type Keyword,
  type KeywordAt,
  intent as knownIntent,
  type MonthVolume,
  type PageRow,
} from '#shared/contract/rows.ts';
import type { KeywordData, RankedKeywords, SerpElement } from '../wire/labs-wire.ts';

export function keywordRow({
  keyword,
  keyword_info: info,
  keyword_properties: properties,
  search_intent_info: intentInfo,
}: KeywordData): Keyword {
  const intent = intentOf(intentInfo?.main_intent);
  return {
    keyword,
    monthly_volume: info?.search_volume ?? null,
    cpc_usd: rounded(info?.cpc),
    competition_level: levelOf(info?.competition_level),
    difficulty: properties?.keyword_difficulty ?? null,
    intent,
    ...(intent ? { intent_basis: 'reported' } : {}),
  };
}

/** The rows that name both a position and a page, best estimated traffic first. */
export function rankedRows({ items }: RankedKeywords): KeywordAt[] {
  return items
    .flatMap(({ keyword_data, ranked_serp_element }) => {
      const at = placeOf(ranked_serp_element?.serp_item);
      return at ? [{ ...keywordRow(keyword_data), ...at }] : [];
    })
    .toSorted((a, b) => (b.estimated_traffic ?? -1) - (a.estimated_traffic ?? -1));
}

/** Where a result stands; undefined where its position or address is unknown. */
export function placeOf(
  element: SerpElement | undefined,
): Pick<KeywordAt, 'position' | 'url' | 'estimated_traffic'> | undefined {
  const position = element?.rank_group;
  const url = element?.url;
  if (!position || !url) return undefined;
  return { position, url, estimated_traffic: rounded(element.etv) };
}

/** Months oldest first, as callers draw them; the provider sends the newest first. */
export function trendOf({ keyword_info: info }: KeywordData): MonthVolume[] {
  return (info?.monthly_searches ?? [])
    .filter(({ year, month }) => isMonth(year, month))
    .map(({ year, month, search_volume }) => ({
      month: `${year}-${String(month).padStart(2, '0')}`,
      volume: search_volume,
    }))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1));
}

/** Prices and traffic come as 32-bit floats (`1.4500000476837158`): two decimals are what they mean. */
export function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Math.round(value * 100) / 100;
}

/** `www.` names the same site. */
export function bareDomain(domain: string): string {
  return domain.toLowerCase().replace(/^www\./u, '');
}

export function intentOf(label: string | null | undefined): Intent | null {
  return v.is(knownIntent, label) ? label : null;
}

function levelOf(level: string | null | undefined): CompetitionLevel | null {
  const folded = level?.toLowerCase();
  return v.is(competitionLevel, folded) ? folded : null;
}

function isMonth(year: number, month: number): boolean {
  return Number.isInteger(year) && year > 1990 && Number.isInteger(month) && month >= 1 && month <= 12;
}

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
