import { cpus, totalmem } from 'node:os';

/** What a part found: one table, and what a reader must know to judge it. */
export interface Table {
  readonly title: string;
  /** How it was measured, and what it leaves out. */
  readonly method: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
}

/** What a program of its own printed, as Markdown. */
export interface Printed {
  readonly title: string;
  readonly method: string;
  readonly markdown: string;
}

/** A part of the benchmark that runs alone as well. */
export interface Part {
  readonly name: string;
  /** Takes minutes by itself, and runs only when it is named or all are wanted long. */
  readonly isSlow?: boolean;
  /** `isLong` asks for steadier figures at the price of minutes. */
  measure(isLong: boolean): Promise<readonly (Table | Printed)[]>;
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

/** The finding in Markdown, with its method in front. */
export function markdownOf(found: Table | Printed): string {
  const body = 'rows' in found ? tableOf(found.rows) : found.markdown;
  return `### ${found.title}\n${found.method}\n\n${body}`;
}

function tableOf(rows: Table['rows']): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map((column) => (typeof rows[0]?.[column] === 'number' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((column) => row[column] ?? ''))),
  ].join('\n');
}

/** Where it ran, in one line. */
export function machineWords(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${rounded(totalmem() / 2 ** 30, 0)} GB, ${process.platform} ${process.arch}, Node ${process.versions.node}`;
}
