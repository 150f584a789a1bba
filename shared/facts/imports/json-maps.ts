import { isRecord } from '#shared/platform/is-record.ts';
import { type JsonFormat, jsonFormats } from './json-formats.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The values of a map from a query to its listing, as programs keep what they
 * have fetched. Undefined unless most members are values of one known format.
 */
export function mappedValues(
  value: Members,
): { readonly format: JsonFormat; readonly values: readonly Members[] } | undefined {
  const members = Object.values(value).filter(isRecord);
  const format = jsonFormats.find((candidate) => members.some((member) => candidate.matches(member)));
  if (!format || members.length * 2 <= Object.keys(value).length) return undefined;
  return { format, values: members };
}
