import * as v from 'valibot';
import { inPlace } from '../../clients/generator/read-api.ts';
import { readType, schemaShape } from '../../clients/generator/schema-type.ts';
import { typeScriptMember, typeScriptType } from '../../clients/generator/typescript-types.ts';

/**
 * Types of the account endpoints for the dashboard, from the service's OpenAPI
 * document, in the shape that openapi-fetch reads.
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
const method = v.optional(operation);
const objectShape = v.object({ properties: v.optional(v.record(v.string(), schemaShape)) });
const openApi = v.object({
  paths: v.record(v.string(), v.object({ get: method, post: method, patch: method, delete: method })),
  components: v.object({ schemas: v.record(v.string(), schemaShape) }),
});

/** The text of the types for an OpenAPI document. Objects of the document are those of the TypeScript client. */
export function describeTypes(openApiDocument: unknown): string {
  const document = v.parse(openApi, inPlace(openApiDocument));
  const named = clientNames(document.components.schemas);
  const paths = Object.entries(document.paths)
    .filter(([path]) => !path.startsWith('/v1/tools/'))
    .map(([path, methods]) => {
      const lines = Object.entries(methods).map(
        ([name, found]) => found && `    ${name}: ${operationType(found, named)};\n`,
      );
      return `  '${path}': {\n${lines.join('')}  };\n`;
    })
    .join('');
  return `/** Written by "npm run derive" from the OpenAPI document. */
import type * as types from '../../../clients/typescript/src/generated/types.ts';

export interface paths {
${paths}}

export interface components {
  schemas: { Envelope: types.Answer<unknown>; Problem: types.Problem };
}
`;
}

type Named = (name: string) => string;

/** A name as the client has it, which declares of an envelope the data only. */
function clientNames(schemas: v.InferOutput<typeof openApi>['components']['schemas']): Named {
  return function named(name) {
    const { properties } = v.parse(objectShape, schemas[name]);
    return properties && 'schema_version' in properties
      ? `types.Answer<${typeScriptType(readType(properties.data ?? {}), named)}>`
      : `types.${name}`;
  };
}

function operationType(
  { parameters, requestBody, responses }: v.InferOutput<typeof operation>,
  named: Named,
) {
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
