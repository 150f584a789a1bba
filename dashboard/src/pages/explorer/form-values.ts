import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { ToolEntry } from '../../api/schema.ts';
import { type Data, isData, num, part, text, texts } from '../../charts/read.ts';
import { lastMarket } from './last-market.ts';

/** What the form holds: text, numbers and lists as the inputs keep them. */
export type FieldValue = string | number | boolean | readonly string[];
export type FormValues = Readonly<Record<string, FieldValue>>;

/** Arguments of a call, as they go over the wire. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface FormField {
  readonly name: string;
  readonly schema: ReturnType<typeof readField>;
  readonly isRequired: boolean;
}

/** Fields in the order of the schema, required ones first, the market last. */
export function fieldsOf(tool: ToolEntry): readonly FormField[] {
  const required = texts(tool.input_schema, 'required');
  const fields = Object.entries(part(tool.input_schema, 'properties')).map(([name, schema]) => ({
    name,
    schema: readField(isData(schema) ? schema : {}),
    isRequired: required.includes(name),
  }));
  const rank = (field: FormField) => (isMarket(field) ? 2 : field.isRequired ? 0 : 1);
  return fields.toSorted((left, right) => rank(left) - rank(right));
}

/** Where a search is made, which is asked for last and in one line. */
export function isMarket({ name }: FormField): boolean {
  return name === 'location' || name === 'language';
}

/** The form as it opens: what the address says, else an example in the market used last, else defaults. */
export function initialValues(
  tool: ToolEntry,
  given: Arguments | undefined,
  example: Arguments = tool.example,
): FormValues {
  const source: Arguments = given ?? { ...example, ...lastMarket() };
  return Object.fromEntries(
    fieldsOf(tool).map(({ name, schema }) => [name, asFieldValue(source[name] ?? schema.fallback, schema)]),
  );
}

/** What the account's first own site has for the places of a tool's example; undefined where it has brought none. */
export function useOwnExample(tool: ToolEntry): Arguments | undefined {
  const session = useQuery(queries.session);
  const imports = useQuery({ ...queries.imports, enabled: session.data !== null });
  const site = imports.data?.sites[0]?.site;
  const { data } = useQuery({ ...queries.ownSite(site ?? '', 1), enabled: site !== undefined });
  if (site === undefined || !data) return undefined;
  const { query = null, page = null } = data.opportunities[0] ?? {};
  const own: Arguments = {
    domain: site,
    url: page ?? `https://${site}/`,
    ...(query !== null && { keyword: query, query, seed: query, keywords: [query] }),
  };
  return Object.fromEntries(Object.entries(own).filter(([name]) => name in tool.example));
}

/** The request body: what was filled in, without what equals its default. */
export function bodyOf(tool: ToolEntry, values: FormValues): Record<string, unknown> {
  const entries = fieldsOf(tool).flatMap(({ name, schema }) => {
    const value = values[name];
    const isEmpty = value === undefined || value === '' || (typeof value === 'object' && value.length === 0);
    return isEmpty || value === schema.fallback ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

/** The kind of input that a field has. */
export function fieldKind(field: FormField): 'market' | 'choice' | 'number' | 'switch' | 'list' | 'text' {
  const { type, choices } = field.schema;
  if (isMarket(field)) return 'market';
  if (choices.length > 0) return 'choice';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'switch';
  return type === 'array' ? 'list' : 'text';
}

function asFieldValue(value: unknown, { type }: FormField['schema']): FieldValue {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return type === 'array' ? [] : '';
}

/** The part of JSON Schema that tools use for their inputs. */
function readField(schema: Data) {
  return {
    type: text(schema, 'type'),
    description: text(schema, 'description') || undefined,
    choices: texts(schema, 'enum'),
    fallback: schema.default,
    maxLength: num(schema, 'maxLength') ?? undefined,
    minimum: num(schema, 'minimum') ?? undefined,
    maximum: num(schema, 'maximum') ?? undefined,
    maxItems: num(schema, 'maxItems') ?? undefined,
  };
}
