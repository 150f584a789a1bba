import type { ToolEntry } from '../../api/schema.ts';
import { type InputSchema, readInputSchema } from './input-schema.ts';

/** What the form holds: text, numbers and lists as the inputs keep them. */
export type FieldValue = string | number | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;

export interface FormField {
  readonly name: string;
  readonly schema: InputSchema;
  readonly isRequired: boolean;
}

/** Fields in the order of the schema, required ones first, the market last. */
export function fieldsOf(tool: ToolEntry): readonly FormField[] {
  const { fields: read, required } = readInputSchema(tool.input_schema);
  const fields = read.map(([name, schema]) => ({ name, schema, isRequired: required.has(name) }));
  const rank = ({ name, isRequired }: FormField) => {
    if (name === 'location' || name === 'language') return 2;
    return isRequired ? 0 : 1;
  };
  return fields.toSorted((left, right) => rank(left) - rank(right));
}

/** The form as it opens: what the address says, else the tool's example, else defaults. */
export function initialValues(tool: ToolEntry, given: Readonly<Record<string, unknown>>): FormValues {
  const source = Object.keys(given).length > 0 ? given : tool.example;
  return Object.fromEntries(
    fieldsOf(tool).map(({ name, schema }) => [name, asFieldValue(source[name] ?? schema.fallback, schema)]),
  );
}

/** The request body: what was filled in, without what equals its default. */
export function bodyOf(tool: ToolEntry, values: FormValues): Record<string, unknown> {
  const entries = fieldsOf(tool).flatMap(({ name, schema }) => {
    const value = values[name];
    if (value === undefined || isEmpty(value) || value === schema.fallback) return [];
    return [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** The form of a schema's input. */
export function fieldKind(schema: InputSchema): 'choice' | 'number' | 'switch' | 'list' | 'text' {
  if (schema.choices.length > 0) return 'choice';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean') return 'switch';
  return schema.type === 'array' ? 'list' : 'text';
}

function asFieldValue(value: unknown, schema: InputSchema): FieldValue {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return schema.type === 'array' ? [] : '';
}

function isEmpty(value: FieldValue): boolean {
  return typeof value === 'object' ? value.length === 0 : value === '';
}
