import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Resources } from './rule.ts';
import type { Resource } from './synthesize.ts';

type Json = Resource['Properties'][string];
type Database = ReturnType<typeof loadAwsServiceSpecSync>;
type Property = NonNullable<ReturnType<typeof definitionOf>>['properties'][string];
type PropertyType = Property['type'];

/** Types whose properties are those of the function behind them. */
const isCustom = (type: string) =>
  type.startsWith('Custom::') || type === 'AWS::CloudFormation::CustomResource';

/** Attributes that every resource of its kind has, in no schema. */
const nestedOutput = (type: string, attribute: string) =>
  type === 'AWS::CloudFormation::Stack' && attribute.startsWith('Outputs.');

const definitionOf = (database: Database, type: string) =>
  database.lookup('resource', 'cloudFormationType', 'equals', type)[0];

/** Reads the schemas that AWS publishes for CloudFormation, as the CDK's own code is generated from them. */
export function createSchemaCheck(): (resources: Resources) => readonly string[] {
  const database = loadAwsServiceSpecSync();
  return (resources) =>
    Object.entries(resources).flatMap(([id, { Type, Properties = {}, UpdatePolicy = {} }]) => {
      const references = [Properties, UpdatePolicy].flatMap((part) =>
        referenceFaults(database, resources, part),
      );
      if (isCustom(Type)) return references.map((fault) => `${id}${fault}`);
      const definition = definitionOf(database, Type);
      if (!definition) return [`${id}: there is no type ${Type}`];
      const faults = objectFaults(database, definition.properties, Properties, '');
      return [...faults, ...references].map((fault) => `${id}${fault}`);
    });
}

function objectFaults(
  database: Database,
  properties: Readonly<Record<string, Property>>,
  value: Json,
  path: string,
): string[] {
  if (!isObject(value)) return [`${path}: is no object`];
  const missing = Object.entries(properties)
    .filter(([name, { required }]) => required && value[name] === undefined)
    .map(([name]) => `${path}.${name}: is missing`);
  const wrong = Object.entries(value).flatMap(([name, member]) => {
    const property = properties[name];
    if (!property) return [`${path}.${name}: is no property`];
    const options = [property.type, ...(property.previousTypes ?? [])];
    return leastFaults(options.map((type) => typeFaults(database, type, member, `${path}.${name}`)));
  });
  return [...missing, ...wrong];
}

/** What is wrong however the value is read: of several types that may be meant, the one it fits best. */
function leastFaults(readings: readonly string[][]): string[] {
  return readings.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function typeFaults(database: Database, type: PropertyType, value: Json, path: string): string[] {
  if (isIntrinsic(value)) return [];
  switch (type.type) {
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => typeFaults(database, type.element, item, `${path}[${index}]`))
        : [`${path}: is no list`];
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, item]) =>
            typeFaults(database, type.element, item, `${path}.${name}`),
          )
        : [`${path}: is no object`];
    case 'ref':
      return objectFaults(
        database,
        database.get('typeDefinition', type.reference.$ref).properties,
        value,
        path,
      );
    case 'union':
      return leastFaults(type.types.map((option) => typeFaults(database, option, value, path)));
    case 'tag':
      return isObject(value) && typeof value.Key === 'string' ? [] : [`${path}: is no tag`];
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'date-time':
      return scalarFaults(type, value, path);
    default:
      return [];
  }
}

/** CloudFormation reads numbers and truth values from text as well. */
function scalarFaults(
  type: Extract<PropertyType, { type: 'string' | 'integer' | 'number' | 'boolean' | 'date-time' }>,
  value: Json,
  path: string,
): string[] {
  const fits = {
    string: typeof value !== 'object',
    'date-time': typeof value === 'string',
    integer: Number.isInteger(Number(value)) && value !== '',
    number: Number.isFinite(Number(value)) && value !== '',
    boolean: ['true', 'false'].includes(String(value)),
  }[type.type];
  if (!fits) return [`${path}: ${JSON.stringify(value)} is no ${type.type}`];
  const allowed: readonly unknown[] | undefined = 'allowedValues' in type ? type.allowedValues : undefined;
  return allowed && !allowed.includes(value) ? [`${path}: ${value} is none of ${allowed.join(', ')}`] : [];
}

/** Attributes that are asked of resources which do not have them. */
function referenceFaults(database: Database, resources: Resources, value: Json, path = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => referenceFaults(database, resources, item, `${path}[${index}]`));
  if (!isObject(value)) return [];
  const asked = value['Fn::GetAtt'];
  if (!Array.isArray(asked))
    return Object.entries(value).flatMap(([name, item]) =>
      referenceFaults(database, resources, item, `${path}.${name}`),
    );
  const [id, attribute] = asked.map(String);
  const type = resources[id ?? '']?.Type;
  if (type === undefined) return [`${path}: there is no resource ${id}`];
  if (isCustom(type) || nestedOutput(type, attribute ?? '')) return [];
  return attribute && definitionOf(database, type)?.attributes[attribute]
    ? []
    : [`${path}: ${type} has no attribute ${attribute}`];
}

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isIntrinsic(value: Json): boolean {
  if (!isObject(value)) return false;
  const [name, ...others] = Object.keys(value);
  return others.length === 0 && (name === 'Ref' || name?.startsWith('Fn::') === true);
}
