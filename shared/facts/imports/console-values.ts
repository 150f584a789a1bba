import { isRecord } from '#shared/platform/is-record.ts';
import { type ColumnNames, columnHelp, withNames } from './column-names.ts';
import { type ApiRow, apiRecord, apiRowsOf, dimensionsOf } from './console-answers.ts';
import { consoleTable } from './console-rows.ts';
import { type ImportRecord, orBad } from './import-record.ts';
import type { JsonValue } from './json-values.ts';
import { memberRow } from './plain-table.ts';

/** Rows looked at before it is said what their keys stand for. */
const rowsLookedAt = 500;

/**
 * Console rows of JSON: answers of the Search Analytics API with bare lists of
 * keys, or rows with a member for each column, as the bulk export has them.
 */
export async function* consoleRecords(
  values: AsyncIterable<JsonValue>,
  names: ColumnNames,
): AsyncGenerator<ImportRecord> {
  const keyed = createKeyedRows();
  for await (const found of values) {
    if (found.kind === 'bad') yield found;
    else yield* recordsIn(isRecord(found.value) ? withNames(found.value, names) : {}, found.line, keyed);
  }
  yield* keyed.rest();
}

function recordsIn(
  value: Readonly<Record<string, unknown>>,
  line: number,
  keyed: KeyedRows,
): readonly ImportRecord[] {
  const answer = apiRowsOf(value, line);
  if (!answer) return [memberRecord(value, line)];
  const bad = answer.rows.flatMap((row) => ('value' in row ? [] : [row]));
  const rows = answer.rows.flatMap((row) => ('value' in row ? [row] : []));
  return [...bad, ...keyed.add(rows, answer.dimensions)];
}

interface KeyedRows {
  /** The records that can be told by now. */
  add(rows: readonly ApiRow[], named: readonly string[]): readonly ImportRecord[];
  rest(): readonly ImportRecord[];
}

/** Rows with bare keys wait until enough of them show what the keys stand for. */
function createKeyedRows(): KeyedRows {
  const waiting: ApiRow[] = [];
  let dimensions: ReturnType<typeof dimensionsOf> | undefined;
  let told: readonly string[] = [];
  const rest = () => {
    dimensions ??= dimensionsOf(told, waiting);
    const known = dimensions;
    return waiting.splice(0).map((row) => orBad(row.line, () => apiRecord(row, known)));
  };
  return {
    rest,
    add(rows, named) {
      told = named.length > 0 ? named : told;
      waiting.push(...rows);
      return dimensions || waiting.length >= rowsLookedAt ? rest() : [];
    },
  };
}

function memberRecord(value: Readonly<Record<string, unknown>>, line: number): ImportRecord {
  const row = memberRow(value, line);
  if (consoleTable.matches(row.columns)) return orBad(line, () => consoleTable.read(row));
  const reason = `The value is no row of Search Console. ${columnHelp(Object.keys(value), new Map())}`;
  return { kind: 'bad', line, reason };
}
