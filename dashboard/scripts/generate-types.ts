import * as v from 'valibot';
import { membersAnswers } from '#functions/members/contract.ts';
import { passkeyAnswers } from '#functions/passkey/contract.ts';
import { sessionAnswers } from '#functions/session/contract.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { readType, schemaShape } from '../../clients/generator/schema-type.ts';
import { typeScriptMember, typeScriptType } from '../../clients/generator/typescript-types.ts';

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
const openApi = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({ schemas: v.record(v.string(), schemaShape) }),
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
  const answers = Object.entries({ ...sessionAnswers, ...passkeyAnswers, ...membersAnswers }).map(
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
    const members = found.map(({ name, required, schema }) =>
      typeScriptMember(
        { name, isRequired: required, type: readType(schema), description: undefined },
        componentOf,
      ),
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

const componentOf = (name: string) => `components['schemas']['${name}']`;
const typeOf = (schema: Readonly<Record<string, unknown>>) => typeScriptType(readType(schema), componentOf);
