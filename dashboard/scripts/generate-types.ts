import * as v from 'valibot';
import { membersAnswers } from '#functions/members/contract.ts';
import { passkeyAnswers } from '#functions/passkey/contract.ts';
import { nameSchemas, pascalCase } from '#functions/reference/named-schemas.ts';
import { sessionAnswers } from '#functions/session/contract.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { inPlace, readDeclaration } from '../../clients/generator/read-api.ts';
import { readType, schemaShape } from '../../clients/generator/schema-type.ts';
import {
  typeScriptDeclaration,
  typeScriptMember,
  typeScriptType,
} from '../../clients/generator/typescript-types.ts';

/**
 * Types of the account endpoints for the dashboard, from the service's OpenAPI
 * document, in the shape that openapi-fetch reads; and of the answers of the
 * dashboard's own session routes, which are no part of the public document,
 * from their contracts. `npm run generate` writes them.
 *
 * Tools are left out: the explorer reads their schemas from the running service.
 */
export const typesFile = 'dashboard/src/api/openapi.d.ts';

const content = v.record(v.string(), v.object({ schema: schemaShape }));
const operation = v.object({
  parameters: v.optional(
    v.array(v.object({ name: v.string(), in: v.string(), required: v.boolean(), schema: schemaShape })),
    [],
  ),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.object({ content: v.optional(content) })),
});
type Operation = v.InferOutput<typeof operation>;
type Schema = v.InferOutput<typeof schemaShape>;
const openApi = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas: v.record(v.string(), schemaShape) }),
});

/** The text of the types for an OpenAPI document. */
export function describeTypes(openApiDocument: unknown): string {
  const document = v.parse(openApi, inPlace(openApiDocument));
  const paths = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/v1/tools/'))
    .map(([path, methods]) => `  '${path}': {\n${methodLines(methods)}  };\n`)
    .join('');
  const { schemas } = document.components;
  const session = sessionSchemas();
  const answers = Object.entries(session.answers).map(([path, type]) => `  '${path}': ${type};\n`);
  return `/** Written by "npm run generate" from the contracts. */
export interface paths {
${paths}}

export interface components {
  schemas: { Envelope: Envelope; Problem: Problem };
}

/** What the session routes answer with status 200. */
export interface SessionAnswers {
${answers.join('')}}

${declarations(schemas, namesIn(schemas, `${paths} Envelope Problem`))}
${declarations(session.schemas, new Set(Object.keys(session.schemas)))}`;
}

/** Every schema that a text names, and all that these stand on. */
function namesIn(schemas: Readonly<Record<string, Schema>>, text: string, known = new Set<string>()) {
  for (const name of text.match(/\b[A-Z]\w+/gu) ?? []) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (!schema || known.has(name)) continue;
    known.add(name);
    namesIn(
      schemas,
      JSON.stringify(schema)
        .match(/schemas\/\w+/gu)
        ?.join(' ') ?? '',
      known,
    );
  }
  return known;
}

function declarations(schemas: Readonly<Record<string, Schema>>, names: ReadonlySet<string>): string {
  return Object.entries(schemas)
    .filter(([name]) => names.has(name))
    .map(([name, schema]) => typeScriptDeclaration(readDeclaration([name, schema]), false))
    .join('\n');
}

/** The session routes' answers, with the name of each one's type. */
function sessionSchemas() {
  const routes = Object.entries({ ...sessionAnswers, ...passkeyAnswers, ...membersAnswers }).map(
    ([path, schema]) => {
      const prefix = pascalCase(path.slice(1).replaceAll(/[/-]/gu, '_'));
      return { path, name: `${prefix}Answer`, prefix, schema: { ...publishedSchema(schema) } };
    },
  );
  const { schemas, references } = nameSchemas(routes, (first) => first);
  return {
    schemas,
    answers: Object.fromEntries(routes.map(({ path, name }) => [path, typeOf(references[name] ?? {})])),
  };
}

function methodLines(methods: Readonly<Record<string, unknown>>): string {
  return Object.entries(methods)
    .filter(([method]) => method === 'get' || method === 'post' || method === 'patch' || method === 'delete')
    .map(([method, value]) => `    ${method}: ${operationType(v.parse(operation, value))};\n`)
    .join('');
}

function operationType({ parameters, requestBody, responses }: Operation): string {
  const places = ['query', 'header', 'path', 'cookie'].map((place) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return `${place}?: never`;
    const isRequired = found.some(({ required }) => required);
    const members = found.map(({ name, required, schema }) =>
      typeScriptMember({ name, isRequired: required, type: readType(schema), description: undefined }),
    );
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

const typeOf = (schema: Schema) => typeScriptType(readType(schema));
