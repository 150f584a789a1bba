import type * as v from 'valibot';
import type { rowCounts } from '#shared/contract/own-imports.ts';
import type { Immutable } from '#shared/contract/rows.ts';
import type { ImportRecord } from './import-record.ts';

/** How the rows of a file were counted: `rows` = `taken` + all that were skipped + `bad_rows`. */
export type RowCounts = Immutable<v.InferOutput<typeof rowCounts>>;

const mostProblems = 20;
const mostLines = 5;
const mostReasons = 30;

export type RowCounter = ReturnType<typeof createRowCounter>;

/** Counts the rows of a file by their outcome. */
export function createRowCounter() {
  const skipped = new Map<string, { rows: number; lines: number[] }>();
  const leftOut = new Map<string, { rows: number; lines: number[] }>();
  const problems: { line: number; reason: string }[] = [];
  let taken = 0;
  let bad = 0;
  return {
    take(part?: { readonly line: number; readonly reason: string | undefined }): void {
      taken += 1;
      if (part?.reason !== undefined) note(leftOut, part.line, part.reason);
    },
    skip: (line: number, reason: string): void => note(skipped, line, reason),
    bad(line: number, reason: string): void {
      bad += 1;
      if (problems.length < mostProblems) problems.push({ line, reason });
    },
    counts(): RowCounts {
      const groups = [...skipped].map(([reason, group]) => ({ reason, ...group }));
      const rows = taken + bad + groups.reduce((sum, group) => sum + group.rows, 0);
      return {
        rows,
        taken,
        skipped: groups,
        left_out: [...leftOut].map(([reason, group]) => ({ reason, ...group })),
        bad_rows: bad,
        problems,
      };
    },
  };
}

function note(groups: Map<string, { rows: number; lines: number[] }>, line: number, reason: string): void {
  const key = groups.size < mostReasons || groups.has(reason) ? reason : 'Other reasons';
  const group = groups.get(key) ?? { rows: 0, lines: [] };
  group.rows += 1;
  if (group.lines.length < mostLines) group.lines.push(line);
  groups.set(key, group);
}

/** Counts a record that is not to be used: true where it is one. */
export function countsAsUnused(counter: RowCounter, record: ImportRecord): boolean {
  if (record.kind === 'bad') counter.bad(record.line, record.reason);
  if (record.kind === 'skipped') counter.skip(record.line, record.reason);
  return record.kind === 'bad' || record.kind === 'skipped';
}
