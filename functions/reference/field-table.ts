import { isRecord } from '#shared/platform/is-record.ts';

interface PublishedSchema {
  readonly [keyword: string]: unknown;
}

/** A Markdown table of the members a JSON Schema describes, nested ones as `parent.child` and `list[].member`. */
export function fieldTable(schema: unknown): string[] {
  return table(fieldGroups(asSchema(schema) ?? {}, '').flatMap(({ rows }) => rows));
}

/** Members with as many of their own have a section in a long list. */
const sectionRows = 5;
/** A list that is read at once is left in one piece. */
const longTable = 24;

/** As `fieldTable`, with what lies in members of a long list below headings with their names, and named from there. */
export function fieldSections(schema: unknown): string[] {
  const groups = fieldGroups(asSchema(schema) ?? {}, '');
  if (groups.reduce((total, { rows }) => total + rows.length, 0) <= longTable) return fieldTable(schema);
  const isApart = ({ rows }: Group) => rows.length > sectionRows;
  return [
    ...table(groups.flatMap((group) => (isApart(group) ? linkTo(group) : group.rows))),
    ...groups.filter(isApart).flatMap(section),
  ];
}

/** Members below their parent's name, which they need not repeat. */
function section({ name, rows: [, ...rows] }: Group): string[] {
  const path = rows[0]?.startsWith(`| \`${name}[].`) ? `${name}[]` : name;
  const inner = rows.map((row) => row.replace(`\`${path}.`, '`'));
  return ['', `### \`${path}\``, '', ...table(inner)];
}

/** A member of an object and all that lies in it, a row each. */
interface Group {
  readonly name: string;
  readonly rows: readonly string[];
}

function linkTo({ name, rows: [row = ''] }: Group): string {
  return row.replace(`\`${name}\``, `[\`${name}\`](#${name})`);
}

function table(rows: readonly string[]): string[] {
  return rows.length === 0 ? ['A JSON value.'] : ['| Field | Type | Notes |', '|---|---|---|', ...rows];
}

function fieldGroups(schema: PublishedSchema, prefix: string): Group[] {
  const list = asSchema(schema.items);
  if (list) return fieldGroups(list, `${prefix}[]`);
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asSchema(schema.properties) ?? {}).map(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return { name, rows: memberRows(path, asSchema(value) ?? {}, required.includes(name)) };
  });
}

function memberRows(path: string, member: PublishedSchema, required: boolean): string[] {
  const row = `| \`${path}\` | ${typeOf(member)}${required ? '' : '?'} | ${notesOf(member)} |`;
  const inner = innerSchema(member);
  const deeper = inner && depthOf(path) < 3 ? fieldGroups(inner, `${path}${listMark(member)}`) : [];
  return [row, ...deeper.flatMap(({ rows }) => rows)];
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
