/** The parts of the benchmark, in the order of `docs/benchmarks.md`. */
export const partNames = [
  'cold-start',
  'warm-path',
  'call-cost',
  'stage',
  'service',
  'index',
  'index-speed',
  'audit',
  'agents',
  'faults',
  'pages',
  'search-console',
  'open-graph',
] as const;
export type PartName = (typeof partNames)[number];

/** What a part found: one table, and what a reader must know to judge it. */
export interface Table {
  readonly title: string;
  /** How it was measured, and what it leaves out. */
  readonly method: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** A part of the benchmark that runs alone as well. */
export interface Part {
  /** Takes minutes by itself, and runs only when it is named or all are wanted long. */
  readonly isSlow?: boolean;
  /** Packages whose versions bear on the figures; `sqlite` is the one inside Node.js. */
  readonly versionsOf: readonly string[];
  /** `isLong` asks for steadier figures at the price of minutes. */
  measure(isLong: boolean): Promise<readonly Table[]>;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function rounded(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** Rows in Markdown, numbers to the right. */
export function markdownOf(rows: Table['rows']): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map((column) => (typeof rows[0]?.[column] === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}
