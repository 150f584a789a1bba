import type * as v from 'valibot';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { isRecord } from '#shared/platform/is-record.ts';
import { words } from './words/words.ts';

interface Schema {
  readonly [keyword: string]: unknown;
}

/**
 * The JSON Schema of an answer, with a description of every member that has
 * words. `at` is where the answer is found, such as `inspect_domain.data`.
 */
export function describedSchema(schema: v.GenericSchema, at: string): Schema {
  return describe({ ...publishedSchema(schema) }, at);
}

function describe(schema: Schema, path: string): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, describeKeyword(keyword, value, path)]),
  );
}

function describeKeyword(keyword: string, value: unknown, path: string): unknown {
  if (keyword === 'properties' && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, describeMember(member, `${path}.${name}`)]),
    );
  if (keyword === 'additionalProperties' && isRecord(value)) return describeMember(value, `${path}.*`);
  if (keyword === 'items' && isRecord(value)) return describe(value, path);
  if (keyword === 'anyOf' && Array.isArray(value))
    return value.map((option: unknown) => (isRecord(option) ? describe(option, path) : option));
  return value;
}

function describeMember(member: unknown, path: string): unknown {
  if (!isRecord(member)) return member;
  const description = member.description ?? wordsFor(path);
  return { ...describe(member, path), ...(description === undefined ? {} : { description }) };
}

/** The longest end of the path that has words. */
function wordsFor(path: string): string | undefined {
  const names = path.split('.');
  const ends = names.map((_, start) => names.slice(start).join('.'));
  const known = ends.find((end) => Object.hasOwn(words, end));
  return known === undefined ? undefined : words[known];
}
