import { queries } from '../../api/queries.ts';
import type { Performance, PerformanceQuery } from '../../api/schema.ts';
import { words } from '../../format.ts';
import { useParameter } from '../../router.tsx';

/** What is looked at of a site: days, what they are compared with, a part of it; a file has days of its own. */
export interface View {
  readonly site: string;
  readonly isConnected: boolean;
  /** Read by somebody who was sent a report: nothing is pressed there, and no note says how it came to be. */
  readonly isGiven?: boolean;
  readonly asked: Pick<PerformanceQuery, 'from' | 'to' | 'compare' | 'search_type' | 'filter'>;
}

/** What figures are of, one and all. */
export const dimensions = {
  query: ['Query', 'Queries'],
  page: ['Page', 'Pages'],
  country: ['Country', 'Countries'],
  device: ['Device', 'Devices'],
  date: ['Date', 'Dates'],
  appearance: ['Search appearance', 'Search appearance'],
} as const;
export type Dimension = keyof typeof dimensions;

/** All rows of a view by one dimension, up to as many as one request gives. */
export function sliceOf({ site, asked }: View, dimension: Dimension, limit = 5_000) {
  const order = dimension === 'date' ? ({ sort: 'key' } as const) : {};
  return queries.performance(site, { ...asked, dimensions: dimension, ...order, limit });
}

/** The days that a view is compared with. */
export const daysBefore = (
  { asked: { compare: _, ...asked }, ...view }: View,
  days: Performance['compared_with'],
) => sliceOf({ ...view, asked: { ...asked, ...days } }, 'date');

/** A view narrowed once more. */
export function partOf(view: View, filter: string): View {
  return { ...view, asked: { ...view.asked, filter: bothFilters(view.asked.filter, filter) } };
}

/** Two conditions as one; each once. */
export function bothFilters(one = '', other = ''): string {
  return [...new Set([...one.split(';'), other])].filter(Boolean).join(';');
}

/** Whether rows by a dimension are kept beside the conditions: queries and pages together, all else by itself. */
export function isKeptWith(filter: string | undefined, dimension: string): boolean {
  const isPaired = (name = '') => name === 'query' || name === 'page';
  const named = (filter ?? '').split(';').map((part) => part.split(':')[0]);
  const fits = (name?: string) => !name || name === dimension || (isPaired(name) && isPaired(dimension));
  return dimension === 'date' || named.every(fits);
}

export const operatorWords = {
  contains: 'contains',
  notContains: 'does not contain',
  excludes: 'does not contain',
  equals: 'is',
  notEquals: 'is not',
  startsWith: 'starts with',
  matches: 'matches',
};

/** `query:contains:shoes` as people say it. */
export function filterText(filter: string): string {
  const [, dimension = '', operator = '', value = ''] = /^(\w+):(\w+):(.+)$/u.exec(filter) ?? [];
  const [names, ways]: readonly [Record<string, readonly string[]>, Record<string, string>] = [
    dimensions,
    operatorWords,
  ];
  return `${names[dimension]?.[0] ?? dimension} ${ways[operator] ?? operator} ${shownName(dimension, value)}`;
}

const countries = new Intl.DisplayNames(['en'], { type: 'region' });

/** A country by its name instead of its code, a device or an appearance in the case of a name; all else as it is. */
export function shownName(dimension: string, name: string): string {
  if (dimension === 'device') return words(name);
  // Google's code of it; exports have its name.
  if (dimension === 'appearance' && /^\w+$/u.test(name)) return words(name.toLowerCase().replace('tpf_', ''));
  const isCode = dimension === 'country' && /^[a-z]{2}$/u.test(name);
  return isCode ? (countries.of(name.toUpperCase()) ?? name) : name;
}

/** A query or page that is looked at. */
export interface Subject {
  readonly kind: 'query' | 'page';
  readonly name: string;
}

/** What the address says is open beside a list, such as `query:trail shoes`, and what opens another. */
export function useSubject() {
  const [opened, setOpened] = useParameter('open', '');
  const [, kind, name = ''] = /^(query|page):(.+)$/u.exec(opened) ?? [];
  const subject: Subject | undefined = kind === 'query' || kind === 'page' ? { kind, name } : undefined;
  const open = (next?: Subject) => setOpened(next ? `${next.kind}:${next.name}` : '');
  return { subject, open };
}
