import { isRecord } from '#shared/platform/is-record.ts';

export interface Schema {
  readonly [keyword: string]: unknown;
}

/** A schema that gets a name, with what the names of objects inside it begin with. */
export interface NamedRoot {
  readonly name: string;
  readonly prefix: string;
  readonly schema: Schema;
}

export interface NamedSchemas {
  /** `components.schemas` of the document: what others refer to comes first. */
  readonly schemas: Readonly<Record<string, Schema>>;
  /** What stands for a root in the document, by the root's name: a reference, or a list of references. */
  readonly references: Readonly<Record<string, Schema>>;
}

/** Undefined is an error: what is shared has a name that is chosen. */
type SharedName = (first: string) => string | undefined;

/** Where an object stands: the prefix, then the names of the members that lead to it. */
type Place = readonly string[];

/**
 * Gives every object of the document a name, so that it is described once and
 * clients can name it too. An object is named after its place, such as
 * `InspectDomainSummary`; one that several operations share has the name that
 * `sharedName` gives it for the name after its first place.
 */
export function nameSchemas(roots: readonly NamedRoot[], sharedName: SharedName): NamedSchemas {
  const places = new Map<string, Place[]>();
  const note = (schema: Schema, place: Place) => {
    const shape = shapeOf(schema);
    places.set(shape, [...(places.get(shape) ?? []), place]);
    return schema;
  };
  for (const root of roots) walkRoot(root, note);

  const schemas: Record<string, Schema> = {};
  const shapes = new Map<string, string>();
  const declare = (schema: Schema, place: Place, original: Schema): Schema => {
    const shape = shapeOf(original);
    const name = nameOf(places.get(shape) ?? [place], sharedName);
    if ((shapes.get(name) ?? shape) !== shape) throw new Error(`Two schemas would be called ${name}.`);
    shapes.set(name, shape);
    const { description, ...described } = schema;
    schemas[name] ??= described;
    return { $ref: `#/components/schemas/${name}`, ...(description !== undefined && { description }) };
  };
  const references = roots.map((root) => [root.name, walkRoot(root, declare)]);
  return { schemas, references: Object.fromEntries(references) };
}

/** What `visit` makes of each object, the innermost first; it is given the object as it was as well. */
type Visit = (schema: Schema, place: Place, original: Schema) => Schema;

function walkRoot({ name, prefix, schema }: NamedRoot, visit: Visit): Schema {
  if (!isObject(schema)) return walk(schema, [prefix, name.slice(prefix.length)], visit);
  return visit(walkMembers(schema, [prefix], visit), [name], schema);
}

function walk(schema: Schema, place: Place, visit: Visit): Schema {
  if (isObject(schema)) return visit(walkMembers(schema, place, visit), place, schema);
  if (isRecord(schema.items)) return { ...schema, items: walk(schema.items, singularOf(place), visit) };
  if (isRecord(schema.additionalProperties))
    return {
      ...schema,
      additionalProperties: walk(schema.additionalProperties, singularOf(place), visit),
    };
  const options = schema.anyOf ?? schema.oneOf;
  return Array.isArray(options) ? walkUnion(schema, options.filter(isRecord), place, visit) : schema;
}

function walkMembers(schema: Schema, place: Place, visit: Visit): Schema {
  const members = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return {
    ...schema,
    properties: Object.fromEntries(
      members.map(([name, member]) => [
        name,
        isRecord(member) ? walk(member, [...place, pascalCase(name)], visit) : member,
      ]),
    ),
  };
}

/** Objects of several kinds are named after their kind, and the choice among them after its place. */
function walkUnion(schema: Schema, options: readonly Schema[], place: Place, visit: Visit): Schema {
  const [last = '', ...before] = place.toReversed();
  const walkedOptions = options.map((option) =>
    walk(option, [...before.toReversed(), `${kindOf(option)}${last}`], visit),
  );
  const walked = { ...schema, [schema.anyOf ? 'anyOf' : 'oneOf']: walkedOptions };
  return options.filter(isObject).length < 2 ? walked : visit(walked, place, schema);
}

const isObject = (schema: Schema) => isRecord(schema.properties) && Object.keys(schema.properties).length > 0;

function shapeOf({ description: _, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

function nameOf(places: readonly Place[], sharedName: SharedName): string {
  const common = places.find(([prefix]) => prefix === '');
  if (common) return common.at(-1) ?? '';
  const names = places.map((place) => place.join(''));
  const [first = ''] = names;
  const isShared = new Set(places.map(([prefix]) => prefix)).size > 1;
  const name = isShared ? sharedName(first) : first;
  if (name === undefined) throw new Error(`What is shared by ${names.join(', ')} has no name.`);
  return name;
}

/** What sets an object apart from the others of a choice, such as `RanksFor` or `NotSignedIn`. */
function kindOf({ properties }: Schema): string {
  const members = Object.entries(isRecord(properties) ? properties : {});
  const kinds = members.map(([name, member]) =>
    kindSaidBy(name, isRecord(member) ? member.const : undefined),
  );
  return kinds.find((kind) => kind !== undefined) ?? '';
}

function kindSaidBy(name: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return `${value ? '' : 'Not'}${pascalCase(name)}`;
  return typeof value === 'string' && name === 'type' ? pascalCase(value) : undefined;
}

export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(?<letter>[a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}

function singularOf(place: Place): Place {
  return [...place.slice(0, -1), singular(place.at(-1) ?? '')];
}

function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('sses')) return name.slice(0, -2);
  return /[^su]s$/u.test(name) ? name.slice(0, -1) : name;
}
