import { type Api, type Operation, pascalCase } from './read-api.ts';
import { comment, memberLines, typeScriptDeclaration, typeScriptType } from './typescript-types.ts';

const head = '/** Written by "npm run derive" from the OpenAPI document. */\n';

/** The generated files of the TypeScript client, by their paths in its folder. */
export function typeScriptFiles(api: Api): ReadonlyMap<string, string> {
  return new Map([
    ['src/generated/types.ts', typesFile(api)],
    ['src/generated/operations.ts', operationsFile(api)],
  ]);
}

function typesFile({ declarations, envelope, problem, errorCodes, testFaults, version }: Api): string {
  const answer = envelope.map((member) =>
    member.name === 'data' ? { ...member, type: { kind: 'named', name: 'Data' } as const } : member,
  );
  return [
    head,
    '/** The answer of a tool. */',
    `export interface Answer<Data> {\n${memberLines(answer)}}\n`,
    '/** A failure as the service tells it (RFC 9457). */',
    `export interface Problem {\n${memberLines(problem)}  [detail: string]: unknown;\n}\n`,
    '/** Codes of failures; a later version of the service may have more. */',
    `export type ErrorCode =\n${choices(errorCodes)};\n`,
    `export const clientVersion = '${version}';\n`,
    '/** What a test key can have played; `slow=SECONDS` as well. */',
    `export type TestFault =\n${choices([...testFaults])}\n  | \`slow=\${number}\`;\n`,
    ...declarations.map((declared) => typeScriptDeclaration(declared)),
  ].join('\n');
}

const choices = (values: readonly string[]) => values.map((value) => `  | '${value}'`).join('\n');

function operationsFile({ operations }: Api): string {
  return `${head}
import type { Pages } from '../pages.ts';
import type { CallOptions, OutgoingRequest } from '../transport.ts';
import type * as types from './types.ts';

/** One method for each tool and each endpoint that a key can ask. */
export abstract class Operations {
  protected abstract ask<Answer>(request: OutgoingRequest, options: CallOptions | undefined): Promise<Answer>;

  protected abstract list<Row>(request: OutgoingRequest, options: CallOptions | undefined): Pages<Row>;

${operations.map(method).join('\n')}}
`;
}

function method(operation: Operation): string {
  const { id, description, pathParameters, input, answer } = operation;
  const parameters = [
    ...pathParameters.map((name) => `${camelCase(name)}: string`),
    ...(input === undefined ? [] : [inputParameter(operation, input)]),
    'options?: CallOptions',
  ];
  const output = typeScriptType(answer.type, (name) => `types.${name}`);
  const result = {
    envelope: `Promise<types.Answer<${output}>>`,
    rows: `Pages<${output}>`,
    plain: `Promise<${output}>`,
  }[answer.kind];
  const asked = answer.kind === 'rows' ? 'list' : 'ask';
  return `${comment(description, '  ')}  ${camelCase(id)}(${parameters.join(', ')}): ${result} {
    return this.${asked}(${request(operation)}, options);
  }
`;
}

function inputParameter({ body, query }: Operation, input: string): string {
  const isNeeded = (body ?? query).some(({ isRequired }) => isRequired);
  return `input: types.${input}${isNeeded ? '' : ' = {}'}`;
}

function request({
  method: verb,
  path,
  pathParameters,
  body,
  query,
  isKeyed,
  isRepeatable,
}: Operation): string {
  const address = path.replaceAll(
    /\{(?<name>\w+)\}/gu,
    (_match, name: string) => `\${encodeURIComponent(${camelCase(name)})}`,
  );
  const members = [
    `method: '${verb}'`,
    `path: ${pathParameters.length > 0 ? `\`${address}\`` : `'${address}'`}`,
    ...(body ? ['body: input'] : []),
    ...(query.length > 0 ? ['query: { ...input }'] : []),
    `isKeyed: ${isKeyed}`,
    `isRepeatable: ${isRepeatable}`,
  ];
  return `{ ${members.join(', ')} }`;
}

function camelCase(name: string): string {
  const pascal = pascalCase(name);
  return `${pascal.slice(0, 1).toLowerCase()}${pascal.slice(1)}`;
}
