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
 * from their contracts.
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
const objectShape = v.object({ properties: v.optional(v.record(v.string(), schemaShape)) });
const openApi = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas: v.record(v.string(), schemaShape) }),
});

/** The text of the types for an OpenAPI document. Objects of the document are those of the TypeScript client. */
export function describeTypes(openApiDocument: unknown): string {
  const document = v.parse(openApi, inPlace(openApiDocument));
  const named = clientNames(document.components.schemas);
  const paths = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/v1/tools/'))
    .map(([path, methods]) => `  '${path}': {\n${methodLines(methods, named)}  };\n`)
    .join('');
  const session = sessionSchemas();
  const answers = Object.entries(session.answers).map(([path, type]) => `  '${path}': ${type};\n`);
  const declarations = Object.entries(session.schemas).map((declared) =>
    typeScriptDeclaration(readDeclaration(declared), false),
  );
  return `/** Written by "npm run derive" from the OpenAPI document and the contracts. */
import type * as types from '../../../clients/typescript/src/generated/types.ts';

export interface paths {
${paths}}

export interface components {
  schemas: { Envelope: types.Answer<unknown>; Problem: types.Problem };
}

/** What the session routes answer with status 200. */
export interface SessionAnswers {
${answers.join('')}}

${declarations.join('\n')}`;
}

type Named = (name: string) => string;

/** A name as the client has it, which declares of an envelope the data only. */
function clientNames(schemas: Readonly<Record<string, Schema>>): Named {
  const named = (name: string): string => {
    const { properties } = v.parse(objectShape, schemas[name]);
    return properties && 'schema_version' in properties
      ? `types.Answer<${typeScriptType(readType(properties.data ?? {}), named)}>`
      : `types.${name}`;
  };
  return named;
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
    answers: Object.fromEntries(
      routes.map(({ path, name }) => [path, typeScriptType(readType(references[name] ?? {}))]),
    ),
  };
}

function methodLines(methods: Readonly<Record<string, unknown>>, named: Named): string {
  return Object.entries(methods)
    .filter(([method]) => method === 'get' || method === 'post' || method === 'patch' || method === 'delete')
    .map(([method, value]) => `    ${method}: ${operationType(v.parse(operation, value), named)};\n`)
    .join('');
}

function operationType({ parameters, requestBody, responses }: Operation, named: Named): string {
  const places = ['query', 'header', 'path', 'cookie'].map((place) => {
    const found = parameters.filter((parameter) => parameter.in === place);
    if (found.length === 0) return `${place}?: never`;
    const isRequired = found.some(({ required }) => required);
    const members = found.map(({ name, required, schema }) =>
      typeScriptMember({ name, isRequired: required, type: readType(schema), description: undefined }, named),
    );
    return `${place}${isRequired ? '' : '?'}: { ${members.join('; ')} }`;
  });
  const body = requestBody
    ? `requestBody: { content: ${contentType(requestBody.content, named)} }`
    : 'requestBody?: never';
  const answers = Object.entries(responses).map(
    ([status, response]) =>
      `${status === 'default' ? status : Number(status)}: { headers: Record<string, unknown>; content: ${
        response.content ? contentType(response.content, named) : '{ [type: string]: unknown }'
      } }`,
  );
  return `{ parameters: { ${places.join('; ')} }; ${body}; responses: { ${answers.join('; ')} } }`;
}

function contentType(types: v.InferOutput<typeof content>, named: Named): string {
  const members = Object.entries(types).map(
    ([type, { schema }]) => `'${type}': ${typeScriptType(readType(schema), named)}`,
  );
  return `{ ${members.join('; ')} }`;
}
