import type { Provenance } from '#shared/contract/envelope.ts';
import type { ToolData } from '#shared/contract/tool.ts';
import type { IndexedPosition } from '#shared/facts/ports/search-index.ts';
import type { inspectSearchVisibility as contract } from './contract.ts';

type Data = ToolData<typeof contract>;
type PositionRow = Data['positions'][number];

/** A row with all that was seen, whether or not it was asked for. */
export type CheckedRow = Omit<PositionRow, 'rivals' | 'serp_features'> &
  Pick<IndexedPosition, 'features' | 'rivals'>;

/** A keyword that was looked up, and where. */
export interface CheckedPosition {
  readonly row: CheckedRow;
  readonly provenance: Provenance;
}

/** The row of a keyword that the index was asked about; what it cannot say was not checked. */
export function indexedRow(row: IndexedPosition): CheckedRow {
  if (row.status === 'unknown') return uncheckedRow(row.keyword, row.monthly_volume);
  return { ...row, status: row.status, source: 'index' };
}

export function uncheckedRow(keyword: string, monthlyVolume: number | null = null): CheckedRow {
  return {
    keyword,
    status: 'not_checked',
    position: null,
    url: null,
    monthly_volume: monthlyVolume,
    source: null,
    checked_depth: null,
    observed_at: null,
    ai_overview: 'not_checked',
    features: null,
    rivals: [],
  };
}

/** Counts over the rows; `fellBack` says that live listings answered what the index did not know. */
export function summaryOf(rows: readonly PositionRow[], fellBack: boolean): Data['summary'] {
  const places = rows.map(({ position }) => position).filter((position) => position !== null);
  const within = (depth: number) => places.filter((position) => position <= depth).length;
  const unchecked = rows.filter(({ status }) => status === 'not_checked').length;
  return {
    keywords_requested: rows.length,
    checked: rows.length - unchecked,
    ranked: places.length,
    top_3: within(3),
    top_10: within(10),
    top_20: within(20),
    avg_position: mean(places),
    not_checked: unchecked,
    ai_cited: rows.filter(({ ai_overview }) => ai_overview === 'cited').length,
    ai_overviews: rows.filter(({ ai_overview }) => ai_overview === 'cited' || ai_overview === 'not_cited')
      .length,
    fell_back_to_live: fellBack,
  };
}

/** To one decimal; null of nothing. */
function mean(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((total, number) => total + number, 0);
  return Math.round((sum / numbers.length) * 10) / 10;
}
