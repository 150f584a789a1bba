import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { Market } from '../ports/fact.ts';
import { type ConsoleHead, todaysRules } from './console-items.ts';
import { countryMatches } from './console-places.ts';
import type { Judgement, UnjudgedHead } from './judge-import.ts';

/** Of the imports of a site those that say most of it: of web search and all countries, where there are any. The best first. */
export function widestHeads(heads: readonly ConsoleHead[]): ConsoleHead[] {
  const web = heads.filter(({ search_type }) => search_type === 'web');
  const whole = web.filter(({ country }) => country === null);
  return newestHeads([whole, web, heads].find(({ length }) => length > 0) ?? []);
}

/** Figures of the web search, of all countries or of the market's own. */
export function holdsFor({ search_type, country }: ConsoleHead, { location }: Market): boolean {
  return search_type === 'web' && (country === null || countryMatches(country, location.countryIso));
}

/**
 * Whole sites before parts of them, then the newest period, then the newest import. What a connection
 * has synced stands before a file that ends with it or in the days that Google is still counting.
 */
export function newestHeads<
  Head extends Pick<ConsoleHead, 'filters' | 'device' | 'to' | 'imported_at' | 'source'>,
>(heads: readonly Head[]): Head[] {
  const rank = ({ filters, device, to, imported_at, source }: Head) => {
    const reaches = to !== null && source === 'connection' ? laterBy(to, countedDays) : (to ?? '');
    return [filters.length + (device === null ? 0 : 1), reaches, imported_at] as const;
  };
  return heads.toSorted((a, b) => {
    const [filtersA, toA, importedA] = rank(a);
    const [filtersB, toB, importedB] = rank(b);
    if (filtersA !== filtersB) return filtersA - filtersB;
    return toA === toB ? descending(importedA, importedB) : descending(toA, toB);
  });
}

/** Google calls a day final after two to three. */
const countedDays = 3;
const laterBy = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function descending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? 1 : -1;
}

/** What makes two exports comparable: the same site, seen through the same filters. */
export function areAlike(a: UnjudgedHead, b: UnjudgedHead): boolean {
  return scopeOf(a) === scopeOf(b);
}

function scopeOf({ site, search_type, country, device, filters }: UnjudgedHead): string {
  return JSON.stringify([site, search_type, country, device, filters]);
}

/**
 * The import that decay and growth are counted against: itself where it compares two periods, else that of the
 * last period that ended before this one began; of a connection the one that it has chosen.
 */
export function comparedWith(head: UnjudgedHead, others: readonly UnjudgedHead[]): UnjudgedHead | undefined {
  if (head.compared_with === head.import_id) return head;
  const earlier = newestHeads(
    others.filter(
      (other) =>
        areAlike(other, head) &&
        other.from !== null &&
        other.to !== null &&
        head.from !== null &&
        other.to < head.from,
    ),
  );
  const isChosen = ({ source, property }: UnjudgedHead) =>
    source === 'connection' && property === head.property;
  return (head.source === 'connection' && earlier.find(isChosen)) || earlier.at(0);
}

/** The head of an import as today's rules judge it, with what they say beside it where it is stored by older ones. */
export interface JudgedHead extends ConsoleHead {
  readonly judgement?: Judgement;
}

/** A process judges an import of older rules once: what is stored of it changes with the next import, names or faults. */
const judged = new Map<string, Promise<Judgement>>();
const mostJudged = 50;

export async function judgedToday(
  table: IndexReader,
  accountId: string,
  head: ConsoleHead,
  others: readonly ConsoleHead[],
): Promise<JudgedHead> {
  if (head.rules === todaysRules) return head;
  const key = `${accountId} ${head.import_id}`;
  const known = judged.get(key);
  if (judged.size >= mostJudged) judged.clear();
  const judging = known ?? judgeAgain(table, accountId, head, others);
  judged.set(key, judging);
  try {
    const judgement = await judging;
    return { ...judgement.head, judgement };
  } catch (error) {
    judged.delete(key);
    throw error;
  }
}

async function judgeAgain(
  table: IndexReader,
  accountId: string,
  head: ConsoleHead,
  others: readonly ConsoleHead[],
): Promise<Judgement> {
  const before = others.find(({ import_id }) => import_id === head.compared_with);
  return (await import('./judge-import.ts')).judgementOf(table, accountId, head, { before });
}
