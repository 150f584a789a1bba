import * as v from 'valibot';

/** A type as a JSON Schema states it, before a language writes it. What a schema cannot say is `unknown`. */
export type Type =
  | {
      readonly kind: 'plain';
      readonly name: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown';
    }
  | { readonly kind: 'literals'; readonly values: readonly unknown[] }
  | { readonly kind: 'list' | 'map'; readonly of: Type }
  | { readonly kind: 'union'; readonly options: readonly Type[] }
  /** A type of `components.schemas`, as every object with members is. */
  | { readonly kind: 'named'; readonly name: string };

export interface Member {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: Type;
  readonly description: string | undefined;
}

interface Schema {
  readonly [keyword: string]: unknown;
}

/** A JSON Schema, whatever it says. */
export const schemaShape = v.record(v.string(), v.unknown());
const propertiesShape = v.optional(v.record(v.string(), schemaShape), {});
const requiredShape = v.optional(v.array(v.string()), []);

export const unknownType: Type = { kind: 'plain', name: 'unknown' };

export function readType(schema: Schema): Type {
  if (typeof schema.$ref === 'string') return { kind: 'named', name: schema.$ref.split('/').at(-1) ?? '' };
  if ('const' in schema) return { kind: 'literals', values: [schema.const] };
  if (Array.isArray(schema.enum)) return { kind: 'literals', values: schema.enum };
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options))
    return union(options.map((option: unknown) => readType(v.parse(schemaShape, option))));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: unknown) => readType({ ...schema, type })));
  return readPlainType(schema);
}

/** Unions in unions are one. */
function union(options: readonly Type[]): Type {
  return {
    kind: 'union',
    options: options.flatMap((option) => (option.kind === 'union' ? option.options : [option])),
  };
}

function readPlainType(schema: Schema): Type {
  switch (schema.type) {
    case 'object':
      return readMap(schema);
    case 'array':
      return { kind: 'list', of: readType(v.parse(schemaShape, schema.items ?? {})) };
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return { kind: 'plain', name: schema.type };
    default:
      return unknownType;
  }
}

function readMap(schema: Schema): Type {
  if (namesObject(schema)) throw new Error('An object of the document has no name.');
  const values = v.safeParse(schemaShape, schema.additionalProperties);
  return { kind: 'map', of: values.success ? readType(values.output) : unknownType };
}

/** Whether the schema says which members an object has. */
export const namesObject = (schema: Schema) => readMembers(schema).length > 0;

/** The members of an object's schema; none where it names none. */
export function readMembers({ properties, required }: Schema): readonly Member[] {
  const needed = new Set(v.parse(requiredShape, required));
  return Object.entries(v.parse(propertiesShape, properties)).map(([name, schema]) => ({
    name,
    isRequired: needed.has(name),
    type: readType(schema),
    description: typeof schema.description === 'string' ? schema.description : undefined,
  }));
}
