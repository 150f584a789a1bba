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
  /** What null means, in words; empty where each figure has a scale of its own and is never absent. */
  readonly absent: string;
  /** The most telling first; at least one. */
  readonly series: readonly Series[];
}

interface ListMeasure extends Omit<Measure, 'series' | 'absent'> {
  readonly list: string;
  /** Member that names a row. */
  readonly by: string;
  readonly value: string;
  /** What it means that a list has no such row; undefined where it says nothing. */
  readonly absent?: string;
}

const positions = { by: 'keyword', value: 'position', isPosition: true } as const;
const topKeywords = {
  ...positions,
  name: 'Positions of top keywords',
  list: 'top_keywords',
  absent: 'not among the top keywords',
};

/** Lists whose rows are drawn, by the tool that gives them. */
const lists: Readonly<Record<string, ListMeasure>> = {
  inspect_search_visibility: { ...positions, name: 'Positions', list: 'positions' },
  inspect_domain: topKeywords,
  inspect_page: topKeywords,
  inspect_serp: {
    ...positions,
    name: 'Positions by domain',
    list: 'organic',
    by: 'domain',
    absent: 'not in these results',
  },
  research_keywords: {
    name: 'Searches a month',
    list: 'keywords',
    by: 'keyword',
    value: 'monthly_volume',
    isPosition: false,
  },
};

/** The figure that stands before the others, where an answer has it. */
const leading = 'onpage_score';

/** Everything that can be drawn of answers to one question, oldest first: rows of a list, then all figures. */
export function measuresOf(tool: string, answers: readonly unknown[]): readonly Measure[] {
  const list = lists[tool];
  const figures = answers.map((data) => figuresOf(data));
  const names = new Set(figures.flatMap((found) => [...found.keys()]));
  const series = [...names]
    .toSorted((one, other) => Number(other === leading) - Number(one === leading))
    .map((name) => ({ name: figureName(name), values: figures.map((found) => found.get(name)) }));
  const all: Measure = { name: 'Figures', isPosition: false, absent: '', series };
  return [...(list ? [listMeasure(list, answers)] : []), all].filter((measure) => measure.series.length > 0);
}

/** `summary.top_3_keywords` → `Summary · top 3 keywords`. */
function figureName(path: string): string {
  return words(path.replaceAll('.', ' · '));
}

function listMeasure(measure: ListMeasure, answers: readonly unknown[]): Measure {
  const { name, list, by, isPosition, absent = 'not ranked' } = measure;
  const found = answers.map((data) => (isData(data) ? rows(data, list) : []));
  // As the latest answers have them: what a person looks for stands first.
  const names = new Set(found.toReversed().flatMap((each) => each.map((row) => text(row, by))));
  names.delete('');
  const series = [...names]
    .map((row) => ({ name: row, values: found.map((each) => valueIn(each, row, measure)) }))
    // A line has at least one point.
    .filter(({ values }) => values.some((value) => typeof value === 'number'));
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
