import * as v from 'valibot';
import { passkeyAnswers } from '#functions/passkey/contract.ts';
import { sessionAnswers } from '#functions/session/contract.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';

/**
 * Types of the account endpoints for the dashboard, from the service's OpenAPI
 * document, in the shape that openapi-fetch reads; and of the answers of the
 * dashboard's own session routes, which are no part of the public document,
 * from their contracts. `npm run generate` writes them.
 *
 * Tools are left out: the explorer reads their schemas from the running service.
 */
export const typesFile = 'dashboard/src/api/openapi.d.ts';

const anything = v.record(v.string(), v.unknown());
const content = v.record(v.string(), v.object({ schema: anything }));
const operation = v.object({
  parameters: v.optional(
    v.array(v.object({ name: v.string(), in: v.string(), required: v.boolean(), schema: anything })),
    [],
  ),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.object({ content: v.optional(content) })),
});
type Operation = v.InferOutput<typeof operation>;
const openApi = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas: v.record(v.string(), anything) }),
});

/** The text of the types for an OpenAPI document. */
export function describeTypes(openApiDocument: unknown): string {
  const document = v.parse(openApi, openApiDocument);
  const paths = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/v1/tools/'))
    .map(([path, methods]) => `  '${path}': {\n${methodLines(methods)}  };\n`);
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `    ${name}: ${typeOf(schema)};\n`,
  );
  const answers = Object.entries({ ...sessionAnswers, ...passkeyAnswers }).map(
    ([path, schema]) => `  '${path}': ${typeOf({ ...publishedSchema(schema) })};\n`,
  );
  return `/** Written by "npm run generate" from the contracts. */
export interface paths {
${paths.join('')}}

export interface components {
  schemas: {
${schemas.join('')}  };
}

/** What the session routes answer with status 200. */
export interface SessionAnswers {
${answers.join('')}}
`;
}

function methodLines(methods: Readonly<Record<string, unknown>>): string {
  return Object.entries(methods)
    .filter(([method]) => method === 'get' || method === 'post' || method === 'patch')
    .map(([method, value]) => `    ${method}: ${operationType(v.parse(operation, value))};\n`)
    .join('');
}

function operationType({ parameters, requestBody, responses }: Operation): string {
  const places = ['query', 'header', 'path', 'cookie'].map((place) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return `${place}?: never`;
    const isRequired = found.some(({ required }) => required);
    const members = found.map(({ name, required, schema }) => member(name, required, typeOf(schema)));
    return `${place}${isRequired ? '' : '?'}: { ${members.join('; ')} }`;
  });
  const body = requestBody
    ? `requestBody: { content: ${contentType(requestBody.content)} }`
    : 'requestBody?: never';
  const answers = Object.entries(responses).map(
    ([status, response]) =>
      `${status === 'default' ? status : Number(status)}: { headers: Record<string, unknown>; content: ${
        response.content ? contentType(response.content) : '{ [type: string]: unknown }'
      } }`,
  );
  return `{ parameters: { ${places.join('; ')} }; ${body}; responses: { ${answers.join('; ')} } }`;
}

function contentType(types: v.InferOutput<typeof content>): string {
  const members = Object.entries(types).map(([type, { schema }]) => `'${type}': ${typeOf(schema)}`);
  return `{ ${members.join('; ')} }`;
}

/** A JSON Schema as a type. What it cannot say is `unknown`. */
function typeOf(schema: Readonly<Record<string, unknown>>): string {
  if (typeof schema.$ref === 'string') return `components['schemas']['${schema.$ref.split('/').at(-1)}']`;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices)) return choices.map((choice) => typeOf(v.parse(anything, choice))).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type: unknown) => typeOf({ ...schema, type })).join(' | ');
  return plainType(schema);
}

function plainType(schema: Readonly<Record<string, unknown>>): string {
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return `(${typeOf(v.parse(anything, schema.items ?? {}))})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectType({
  properties,
  required,
  additionalProperties,
}: Readonly<Record<string, unknown>>): string {
  if (properties === undefined) {
    const values = v.safeParse(anything, additionalProperties);
    return `{ [name: string]: ${values.success ? typeOf(values.output) : 'unknown'} }`;
  }
  const needed = new Set(v.parse(v.optional(v.array(v.string()), []), required));
  const members = Object.entries(v.parse(v.record(v.string(), anything), properties)).map(([name, schema]) =>
    member(name, needed.has(name), typeOf(schema)),
  );
  return `{ ${members.join('; ')} }`;
}

function member(name: string, isRequired: boolean, type: string): string {
  return `'${name}'${isRequired ? '' : '?'}: ${type}`;
}
