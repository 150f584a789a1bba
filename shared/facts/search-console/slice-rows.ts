import type { AskedPerformance, PerformanceFault } from '../ports/site-performance.ts';
import {
  noSum,
  type SliceAnswer,
  type SliceDimension,
  type SliceFilter,
  type SliceQuestion,
  type Sum,
  sliceOperators,
  valueMark,
} from './slices.ts';

export interface Group {
  readonly keys: readonly string[];
  readonly sum: Sum;
  readonly was: Sum;
}

/** Rows of both periods; one that is in the earlier alone is a loss and is shown. Days of two periods are not the same days. */
export function groupsOf(
  question: SliceQuestion,
  now: SliceAnswer,
  before: SliceAnswer | undefined,
): Group[] {
  if (question.dimensions.length === 0) return [];
  const isTimed = question.dimensions.some((name) => name === 'date' || name === 'week' || name === 'month');
  const names = new Set([...now.groups.keys(), ...(isTimed ? [] : (before?.groups.keys() ?? []))]);
  return [...names].map((name) => ({
    keys: name.split(valueMark),
    sum: now.groups.get(name) ?? noSum(),
    was: before?.groups.get(name) ?? noSum(),
  }));
}

export function sorted(sort: AskedPerformance['sort'], groups: readonly Group[]): Group[] {
  const by = orders[sort];
  const byKey = (a: Group, b: Group) => (a.keys.join() < b.keys.join() ? -1 : 1);
  return groups.toSorted((a, b) => by(a, b) || b.sum.impressions - a.sum.impressions || byKey(a, b));
}

const ratio = (part: number, whole: number) => (whole > 0 ? part / whole : 0);
const change = ({ sum, was }: Group) => sum.clicks - was.clicks;
const place = ({ sum }: Group) => (sum.impressions > 0 ? sum.places / sum.impressions : Number.MAX_VALUE);
const orders: Readonly<Record<AskedPerformance['sort'], (a: Group, b: Group) => number>> = {
  clicks: (a, b) => b.sum.clicks - a.sum.clicks,
  impressions: (a, b) => b.sum.impressions - a.sum.impressions,
  ctr: (a, b) => ratio(b.sum.clicks, b.sum.impressions) - ratio(a.sum.clicks, a.sum.impressions),
  position: (a, b) => place(a) - place(b),
  clicks_change: (a, b) => change(b) - change(a),
  '-clicks_change': (a, b) => change(a) - change(b),
  key: (a, b) => (a.keys.join() < b.keys.join() ? -1 : 1),
};

export function shown({ clicks, impressions, places }: Sum) {
  const isSeen = impressions > 0;
  return {
    clicks,
    impressions,
    ctr: isSeen ? Math.round((clicks / impressions) * 10_000) / 10_000 : null,
    // Discover and Google News count no positions.
    average_position: isSeen && places > 0 ? Math.round((places / impressions) * 10) / 10 : null,
  };
}

/** The conditions of a question, or the fault in them. */
export function askFilters(filter: string): readonly SliceFilter[] | PerformanceFault {
  try {
    return partsOf(filter, ';').map(filterOf);
  } catch (error) {
    if (error instanceof Fault) return { fault: { name: error.member, message: error.message } };
    throw error;
  }
}

/** Bundled by itself, so that no class of it is known outside: a fault leaves it as data. */
export class Fault extends Error {
  readonly member: string;
  constructor(member: string, message: string) {
    super(message);
    this.member = member;
  }
}

/** The parts of a text that a mark divides, without blanks. */
export function partsOf(text: string, mark: string): string[] {
  const parts = text.split(mark).map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

const filterable = [
  'query',
  'page',
  'country',
  'device',
  'folder',
  'brand',
] as const satisfies SliceDimension[];

export function filterOf(part: string): SliceFilter {
  const [, name = '', operation = '', value = ''] =
    /^(?<name>\w+):(?<operation>\w+):(?<value>.+)$/u.exec(part) ?? [];
  const dimension = filterable.find((each) => each === name);
  const operator = sliceOperators.find((each) => each === operation);
  if (dimension && operator) return { dimension, operator, value };
  throw new Fault(
    'filter',
    `"${part}" is not a condition. Write query:contains:shoes; dimensions are ${filterable.join(', ')}, operators ${sliceOperators.join(', ')}.`,
  );
}
