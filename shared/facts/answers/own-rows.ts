import type { Provenance } from '#shared/contract/envelope.ts';
import type { OwnKeywordAt, ScopeFilter, SiteScope } from '#shared/contract/own-rows.ts';
import type { Keyword, KeywordAt } from '#shared/contract/rows.ts';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import { keywordKey, wordsOf } from '#shared/facts/intent/words.ts';
import type { Fact } from '#shared/facts/ports/fact.ts';
import { daysOf, daysOfMonth, type OwnQuery } from '#shared/facts/ports/own-sites.ts';

/**
 * Ranked keywords with what the site's own console counts: a keyword of both
 * has both, one of the console alone has its mean position and says so. Ordered
 * by visits a month, estimated where the volume is known and else counted, then
 * by impressions; never by the alphabet before these.
 */
export function withOwnQueries(ranked: readonly KeywordAt[], own: readonly OwnQuery[]): OwnKeywordAt[] {
  const counted = new Map(own.map((row) => [keywordKey(row.query), row]));
  const known = new Set(ranked.map(({ keyword }) => keywordKey(keyword)));
  const rows = [
    ...ranked.map((row): OwnKeywordAt => {
      const console = counted.get(keywordKey(row.keyword));
      return { ...row, basis: 'observed', ...(console && { own: console.own }) };
    }),
    ...own.filter(({ query }) => !known.has(keywordKey(query))).map(consoleKeyword),
  ];
  return rows.sort(
    (a, b) =>
      visitsOf(b) - visitsOf(a) ||
      (b.own?.impressions ?? 0) - (a.own?.impressions ?? 0) ||
      (a.position ?? last) - (b.position ?? last) ||
      (a.keyword < b.keyword ? -1 : 1),
  );
}

const last = 1_000;

/** A query that only the console knows, as a ranked keyword: its metrics are unknown. */
function consoleKeyword({ query, page, own }: OwnQuery): OwnKeywordAt {
  return {
    keyword: query,
    monthly_volume: null,
    cpc_usd: null,
    competition_level: null,
    difficulty: null,
    intent: null,
    position: roundedPlace(own.average_position),
    url: page,
    estimated_traffic: null,
    basis: 'average',
    own,
  };
}

/**
 * Rows with an intent found from their words where no source gave one, as for
 * queries that only the console knows. A bare name of the site is navigational.
 */
export async function withFoundIntents<Row extends Pick<Keyword, 'keyword' | 'intent' | 'intent_basis'>>(
  rows: readonly Row[],
  names: readonly string[] = [],
): Promise<Row[]> {
  if (rows.every(({ intent }) => intent !== null)) return [...rows];
  const find = await loadIntents();
  const joined = (text: string) => wordsOf(text).join('');
  const ofSite = new Set(names.map(joined));
  return rows.map((row) => {
    if (row.intent !== null) return row;
    if (ofSite.has(joined(row.keyword))) return { ...row, intent: 'navigational', intent_basis: 'words' };
    const { intent, basis } = find(row.keyword);
    return { ...row, intent, ...(basis && { intent_basis: basis }) };
  });
}

/** A mean position as a whole one, at least 1. */
export function roundedPlace(average: number | null): number | null {
  return average === null ? null : Math.max(1, Math.round(average));
}

function visitsOf({ estimated_traffic, own }: OwnKeywordAt): number {
  return estimated_traffic ?? (own ? perMonth(own.clicks, own) : 0);
}

/** A count over the period of its figures as one a month; as it is where the period is not known. */
export function perMonth(count: number, period: Parameters<typeof daysOf>[0]): number {
  const days = daysOf(period);
  return days === null ? count : (count / days) * daysOfMonth;
}

/** Facts beside others that are known, such as the caller's own figures: that nothing else is known is no news then. */
export function besideKnown<Value extends Fact<unknown>>(isKnown: boolean, fact: Value): Value {
  if (!isKnown) return fact;
  return { ...fact, notices: fact.notices.filter(({ code }) => code !== 'no_data') };
}

/** Own figures as something that was asked for, so that the answer's age and origin count them. */
export function ownFact<Value>(value: Value, provenance: Provenance): Fact<Value> {
  return { value, provenance, notices: [] };
}

const operatorWords = {
  equals: 'is',
  contains: 'contains',
  excludes: 'does not contain',
  matches: 'matches',
} as const satisfies Readonly<Record<ScopeFilter['operator'], string>>;

/** A filter in words: `page contains /blog/`. */
export function filterText({ dimension, operator, value }: ScopeFilter): string {
  return `${dimension} ${operatorWords[operator]} ${value}`;
}

/** Countries that figures are of, as a market of an answer. */
export function ownMarket({ countries }: Pick<SiteScope, 'countries'>): string {
  return countries === 'all' ? allCountries : countries.join(', ');
}

export const allCountries = 'all countries';

/** What figures are of beside their period, in words: `all countries; page contains /blog/; list cut at 1,000`. */
export function scopeText(scope: Omit<SiteScope, 'property' | 'source' | 'period'>): string {
  const { search_type, device, filters, rows } = scope;
  return [
    ownMarket(scope),
    ...(search_type === 'web' ? [] : [`${search_type} search`]),
    ...(device === 'all' ? [] : [`${device} only`]),
    ...filters.map(filterText),
    ...(rows === 'all' ? [] : [`list ${rows}`]),
  ].join('; ');
}
