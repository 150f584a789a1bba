import { type ColumnNames, columnNames } from './column-names.ts';

/** A value's members under the names that were given to them. */
export function withNames(
  value: Readonly<Record<string, unknown>>,
  named: ColumnNames,
): Readonly<Record<string, unknown>> {
  if (named.size === 0) return value;
  const members = Object.keys(value);
  const names = columnNames(members, named);
  return Object.fromEntries(members.map((member, index) => [names[index] ?? member, value[member]]));
}
