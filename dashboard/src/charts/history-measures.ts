import { words } from '../format.ts';
import { figuresOf } from './compare-answers.ts';
import { type Data, isData, num, rows, text } from './read.ts';

/** What one thing was in each answer: null where it was looked for and not there, undefined where that is not known. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null | undefined)[];
}

/** Something that can be drawn over time. */
export interface Measure {
  readonly name: string;
  /** Position 1 is the best and stands on top. */
  readonly isPosition: boolean;
  /** What null means, in words. */
  readonly absent: string;
  /** The most telling first; at least one. */
  readonly series: readonly Series[];
}

interface ListMeasure {
  readonly name: string;
  readonly list: string;
  /** Member that names a row. */
  readonly by: string;
  readonly value: string;
  readonly isPosition: boolean;
  /** What it means that a list has no such row; undefined where it says nothing. */
  readonly absent?: string;
}

const ofKeywords = { by: 'keyword', value: 'position', isPosition: true } as const;
const volumes = { by: 'keyword', value: 'monthly_volume', isPosition: false } as const;

/** Lists whose rows are drawn, by the tool that gives them. */
const lists: Readonly<Record<string, ListMeasure>> = {
  inspect_search_visibility: { ...ofKeywords, name: 'Positions', list: 'positions' },
  inspect_domain: {
    ...ofKeywords,
    name: 'Positions of top keywords',
    list: 'top_keywords',
    absent: 'not among the top keywords',
  },
  inspect_page: {
    ...ofKeywords,
    name: 'Positions of top keywords',
    list: 'top_keywords',
    absent: 'not among the top keywords',
  },
  inspect_serp: {
    name: 'Positions by domain',
    list: 'organic',
    by: 'domain',
    value: 'position',
    isPosition: true,
    absent: 'not in these results',
  },
  research_keywords: { ...volumes, name: 'Searches a month', list: 'keywords' },
};

/** Figures that are drawn together, by the tool that gives them. */
const groups: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  audit_site: [
    ['Score', ['onpage_score', 'working_pages_score']],
    ['Issues', ['issues_summary.high', 'issues_summary.medium', 'issues_summary.low']],
  ],
};

/** Everything that can be drawn of answers to one question, oldest first: rows of a list, then figures. */
export function measuresOf(tool: string, answers: readonly unknown[]): readonly Measure[] {
  const list = lists[tool];
  const figures = answers.map((data) => figuresOf(data));
  const grouped = groups[tool] ?? [];
  const inGroups = new Set(grouped.flatMap(([, names]) => names));
  const names = [...new Set(figures.flatMap((found) => [...found.keys()]))].filter(
    (name) => !inGroups.has(name),
  );
  const drawn = [...grouped, ...names.map((name) => [figureName(name), [name]] as const)].map(
    ([name, members]) => figureMeasure(name, members, figures),
  );
  return [...(list ? [listMeasure(list, answers)] : []), ...drawn].filter(({ series }) => series.length > 0);
}

/** `summary.top_3_keywords` → `Summary · top 3 keywords`. */
export function figureName(path: string): string {
  return words(path.replaceAll('.', ' · '));
}

function figureMeasure(
  name: string,
  members: readonly string[],
  figures: readonly ReadonlyMap<string, number>[],
): Measure {
  const series = members
    .map((member) => ({ name: figureName(member), values: figures.map((found) => found.get(member)) }))
    .filter(isKnown);
  return { name, isPosition: false, absent: '', series };
}

function listMeasure(measure: ListMeasure, answers: readonly unknown[]): Measure {
  const { name, list, by, isPosition, absent = 'not ranked' } = measure;
  const lists = answers.map((data) => (isData(data) ? rows(data, list) : []));
  // As the latest answers have them: what a person looks for stands first.
  const names = new Set(lists.toReversed().flatMap((found) => found.map((row) => text(row, by))));
  names.delete('');
  const series = [...names]
    .map((row) => ({ name: row, values: lists.map((found) => valueIn(found, row, measure)) }))
    .filter(isKnown);
  return { name, isPosition, absent, series };
}

function valueIn(list: readonly Data[], name: string, measure: ListMeasure): number | null | undefined {
  const same = list.filter((row) => text(row, measure.by) === name);
  const values = same.map((row) => num(row, measure.value)).filter((value) => value !== null);
  // The best of several results of one domain is where it stands.
  if (values.length > 0) return Math.min(...values);
  const [row] = same;
  if (row) return text(row, 'status') === 'not_in_top_n' ? null : undefined;
  return measure.absent === undefined || list.length === 0 ? undefined : null;
}

/** A line has at least one point. */
function isKnown({ values }: Series): boolean {
  return values.some((value) => typeof value === 'number');
}

/** Steps from the value before to this one; undefined where one of them is not known. */
export function changeAt({ values }: Series, index: number): number | undefined {
  const [before, value] = [values[index - 1], values[index]];
  return typeof before === 'number' && typeof value === 'number' ? value - before : undefined;
}
