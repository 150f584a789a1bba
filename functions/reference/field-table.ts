import { isRecord } from '#shared/platform/is-record.ts';

interface PublishedSchema {
  readonly [keyword: string]: unknown;
}

/** A Markdown table of the members a JSON Schema describes, nested ones as `parent.child` and `list[].member`. */
export function fieldTable(schema: unknown): string[] {
  const rows = fieldRows(asSchema(schema) ?? {}, '');
  return rows.length === 0 ? ['A JSON value.'] : ['| Field | Type | Notes |', '|---|---|---|', ...rows];
}

function fieldRows(schema: PublishedSchema, prefix: string): string[] {
  const list = asSchema(schema.items);
  if (list) return fieldRows(list, `${prefix}[]`);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asSchema(schema.properties) ?? {}).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return memberRows(path, asSchema(value) ?? {}, required.includes(name));
  });
}

function memberRows(path: string, member: PublishedSchema, required: boolean): string[] {
  const row = `| \`${path}\` | ${typeOf(member)}${required ? '' : '?'} | ${notesOf(member)} |`;
  const inner = innerSchema(member);
  const deeper = inner && depthOf(path) < 3 ? fieldRows(inner, `${path}${listMark(member)}`) : [];
  return [row, ...deeper];
}

const depthOf = (path: string) => path.split('.').length;

/** The schema behind `null`, for what may be unknown. */
function unwrap(schema: PublishedSchema): PublishedSchema {
  const options = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  const real = options.map(asSchema).filter((option) => option && option.type !== 'null');
  return real.length === 1 && real[0] ? real[0] : schema;
}

function innerSchema(schema: PublishedSchema): PublishedSchema | undefined {
  const real = unwrap(schema);
  return asSchema(real.items) ?? (real.properties ? real : undefined);
}

const listMark = (schema: PublishedSchema) => (asSchema(unwrap(schema).items) ? '[]' : '');

function typeOf(schema: PublishedSchema): string {
  const real = unwrap(schema);
  const nullable = real === schema ? '' : ' or null';
  const items = asSchema(real.items);
  if (items) return `array of ${typeOf(items)}${nullable}`;
  if (Array.isArray(real.enum))
    return `${real.enum.map((value) => `\`${String(value)}\``).join(', ')}${nullable}`;
  if (real.const !== undefined) return `\`${String(real.const)}\`${nullable}`;
  return `${typeof real.type === 'string' ? real.type : 'any'}${nullable}`;
}

function notesOf(schema: PublishedSchema): string {
  const real = unwrap(schema);
  const bounds = [
    ...bound(real, 'minLength', 'maxLength', 'characters'),
    ...bound(real, 'minItems', 'maxItems', 'entries'),
    ...bound(real, 'minimum', 'maximum', ''),
  ];
  const fallback = schema.default === undefined ? [] : [`default \`${String(schema.default)}\``];
  const description = schema.description ?? real.description;
  const words = typeof description === 'string' ? [description.replaceAll('|', '\\|')] : [];
  return [...words, ...bounds, ...fallback].join(' · ');
}

function bound(schema: PublishedSchema, low: string, high: string, unit: string): string[] {
  const [min, max] = [schema[low], schema[high]];
  if (min === undefined && max === undefined) return [];
  const range = max === undefined ? `at least ${String(min)}` : `${String(min ?? 0)}-${String(max)}`;
  return [unit === '' ? range : `${range} ${unit}`];
}

function asSchema(value: unknown): PublishedSchema | undefined {
  return isRecord(value) ? value : undefined;
}
