import * as v from 'valibot';
import { countryIso } from '#shared/facts/own-sites/console-places.ts';
import { type ConsoleDimension, consoleDimensions } from '#shared/facts/own-sites/console-row.ts';
import { isRecord } from '#shared/platform/is-record.ts';
import { type ColumnNames, columnHelp, withNames } from './column-names.ts';
import { consoleTable, dateOf, labelOf, pageOf, queryOf } from './console-rows.ts';
import {
  type BadRecord,
  BadRowError,
  type ConsoleRecord,
  type ImportRecord,
  orBad,
} from './import-record.ts';
import type { JsonValue } from './json-values.ts';
import { memberRow } from './rank-cells.ts';

/** Rows of the console's Search Analytics API, which carry their dimensions as a bare list of keys. */

const apiRow = v.object({
  keys: v.array(v.string()),
  clicks: v.number(),
  impressions: v.number(),
  position: v.nullish(v.number()),
});
const names = v.optional(v.fallback(v.array(v.string()), []), []);
const asked = v.fallback(v.optional(v.object({ dimensions: names })), undefined);
const apiAnswer = v.object({
  rows: v.array(v.unknown()),
  dimensions: names,
  request: asked,
  requestBody: asked,
});

type ApiRow = { readonly line: number; readonly value: v.InferOutput<typeof apiRow> };

/** The rows of an answer, or the single row that a value is; undefined for anything else. */
function apiRowsOf(
  value: Readonly<Record<string, unknown>>,
  line: number,
): { readonly rows: readonly (ApiRow | BadRecord)[]; readonly dimensions: readonly string[] } | undefined {
  if ('keys' in value) return { rows: [rowOrBad(value, line)], dimensions: [] };
  const answer = v.safeParse(apiAnswer, value);
  if (!answer.success) return undefined;
  const { rows, dimensions, request, requestBody } = answer.output;
  if (!rows.every((row) => typeof row === 'object' && row !== null && 'keys' in row)) return undefined;
  const named = [dimensions, request?.dimensions ?? [], requestBody?.dimensions ?? []];
  return {
    rows: rows.map((row) => rowOrBad(row, line)),
    dimensions: named.find((list) => list.length > 0) ?? [],
  };
}

function rowOrBad(value: unknown, line: number): ApiRow | BadRecord {
  const parsed = v.safeParse(apiRow, value);
  if (parsed.success) return { line, value: parsed.output };
  return { kind: 'bad', line, reason: 'The row has no keys, clicks and impressions.' };
}

const apiNames: Readonly<Record<string, ConsoleDimension>> = { searchappearance: 'appearance' };

/** What each key stands for: as the answer says, or as all the values of a place show. */
function dimensionsOf(
  named: readonly string[],
  rows: readonly ApiRow[],
): readonly (ConsoleDimension | undefined)[] {
  const width = Math.max(0, ...rows.map(({ value }) => value.keys.length));
  if (named.length === width && width > 0)
    return named.map((name) => {
      const lower = name.toLowerCase();
      return apiNames[lower] ?? consoleDimensions.find((known) => known === lower);
    });
  return Array.from({ length: width }, (_, place) =>
    shownDimension(rows.map(({ value }) => value.keys[place] ?? '')),
  );
}

function shownDimension(values: readonly string[]): ConsoleDimension {
  const all = (test: (value: string) => boolean) => values.every(test);
  if (all((value) => /^\d{4}-\d\d-\d\d$/u.test(value))) return 'date';
  if (all((value) => /^(?:DESKTOP|MOBILE|TABLET)$/u.test(value))) return 'device';
  if (all((value) => /^https?:\/\//u.test(value))) return 'page';
  if (all((value) => value === 'zzz' || (/^[a-z]{3}$/u.test(value) && countryIso(value) !== undefined)))
    return 'country';
  if (all((value) => /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u.test(value))) return 'appearance';
  return 'query';
}

/** A row with its keys named. Throws `BadRowError`. */
function apiRecord(
  { line, value }: ApiRow,
  dimensions: readonly (ConsoleDimension | undefined)[],
): ConsoleRecord {
  const { keys, clicks, impressions, position } = value;
  if (keys.length !== dimensions.length) throw new BadRowError('The row has other keys than the first.');
  if (!isCount(clicks) || !isCount(impressions)) throw new BadRowError('Clicks and impressions are counts.');
  const values = Object.fromEntries(
    dimensions.flatMap((name, place) => (name ? [[name, keyValue(name, keys[place] ?? '')]] : [])),
  );
  const isPlace = position !== null && position !== undefined && position >= 1;
  return { kind: 'console', line, row: { values, clicks, impressions, position: isPlace ? position : null } };
}

function keyValue(name: ConsoleDimension, text: string): string {
  if (name === 'query') return queryOf(text, false);
  if (name === 'page') return pageOf(text);
  if (name === 'date') return dateOf(text);
  return name === 'device' ? labelOf(text).toLowerCase() : labelOf(text);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

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
