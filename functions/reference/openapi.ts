import { testFaultNames } from '#shared/calls/play-fault.ts';
import { codeSamples, curlOf, endpointCall, toolCall } from '#shared/contract/code-samples.ts';
import { type EndpointContract, type HttpMethod, statusOf } from '#shared/contract/endpoint.ts';
import { publishedSchema } from '#shared/contract/json-schema.ts';
import { type ToolContract, toolPath, toolPaths } from '#shared/contract/tool.ts';
import { type ErrorCode, errorCatalog } from '#shared/platform/errors.ts';
import { answerOf, documentSchemas, inputOf } from './document-schemas.ts';
import { endpointErrors, toolErrors } from './error-guide.ts';
import { pascalCase, type Schema } from './named-schemas.ts';

export interface Catalogs {
  readonly tools: readonly ToolContract[];
  readonly endpoints: readonly EndpointContract[];
  /** What each tool answers to its example, by name; lists are cut. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What operations refer to. Each adds the refusals that it can answer with, by name. */
interface Parts {
  readonly baseUrl: string;
  readonly references: Readonly<Record<string, Schema>>;
  readonly responses: Record<string, unknown>;
}

/** The OpenAPI 3.1 document of everything under `/v1`, read from the contracts. */
export function openApiDocument({ tools, endpoints, answers }: Catalogs, baseUrl: string) {
  const { schemas, references } = documentSchemas({ tools, endpoints });
  const document: Parts = { baseUrl, references, responses: {} };
  const paths: Paths = {};
  for (const tool of tools)
    for (const path of toolPaths(tool))
      paths[path] = { post: toolOperation({ tool, path, answer: answers[tool.name] }, document) };
  addEndpoints(paths, endpoints, document);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Oriel',
      version: '1.0.0',
      description:
        'Facts about domains, keywords, pages and search listings, each with its provenance. Every call has a fixed price in credits; only answers are charged.',
    },
    servers: [{ url: baseUrl }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [
      { name: 'Tools', description: 'Facts, for credits.' },
      { name: 'Account', description: 'Balance, API keys and usage. Free.' },
    ],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key (`or_…`) or a dashboard session token.',
        },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
      schemas,
      responses: document.responses,
      parameters: sharedParameters,
      headers: sharedHeaders,
    },
    'x-error-codes': errorCatalog,
    'x-test-faults': testFaultNames,
  };
}

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });

const sharedHeaders = {
  'X-Request-Id': { description: 'Id of the call, also in the usage log.', schema: { type: 'string' } },
  'X-Credits-Charged': integerHeader('Credits this call has cost.'),
  'X-Credits-Balance': integerHeader('Credits left after this call.'),
  'X-RateLimit-Limit': integerHeader('Calls allowed in the most constrained window.'),
  'X-RateLimit-Remaining': integerHeader('Calls left in that window.'),
  'X-RateLimit-Reset': integerHeader('Unix second at which the window ends.'),
  'X-Credential-Limit': integerHeader(
    'Credits that the key or connection may spend a month; absent where it has no limit.',
  ),
  'X-Credential-Remaining': integerHeader('Credits of that limit that are left this month.'),
  'Idempotency-Replayed': {
    description:
      '`true` on a replayed answer: the answer is the first one; the headers and `usage` are about this call (nothing charged, the current balance, `replayed`).',
    schema: { type: 'string' },
  },
};

const headerReferences = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const rateHeaders = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
const toolHeaders = [
  ...rateHeaders,
  'X-Credits-Charged',
  'X-Credits-Balance',
  'X-Credential-Limit',
  'X-Credential-Remaining',
  'Idempotency-Replayed',
];

const headerParameter = (name: string, description: string, schema: Schema) => ({
  ...{ name, in: 'header', required: false, description, schema },
});

/** What a call of a tool may say beside its body; the first goes for what creates as well. */
const sharedParameters = {
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    '1-255 visible ASCII characters. The same key and request within 24 hours give the first answer again, free of charge.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  RunId: headerParameter('X-Run-Id', 'The run whose budget the call spends: 1-64 visible ASCII characters.', {
    type: 'string',
    minLength: 1,
    maxLength: 64,
  }),
  RunBudget: headerParameter(
    'X-Run-Budget',
    'Credits that the run may spend; sent with its first call, and later the same or not at all.',
    { type: 'integer', minimum: 0 },
  ),
  TestFault: headerParameter(
    'X-Test-Fault',
    'The failure to play, for test keys only: one of `x-test-faults`.',
    { type: 'string' },
  ),
};

const parameterReferences = (names: readonly string[]) =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));

interface ToolAtPath {
  readonly tool: ToolContract;
  readonly path: `/${string}`;
  readonly answer: unknown;
}

/** At a second path it is told in short, by an id of its own that clients take for the same operation. */
function toolOperation({ tool, path, answer }: ToolAtPath, document: Parts) {
  const requires = tool.requires ? ` Needs the feature \`${tool.requires}\` on the account.` : '';
  const isOwn = path === toolPath(tool);
  const sameAs = isOwn ? '' : ` The same call as \`POST ${toolPath(tool)}\`.`;
  const call = { ...toolCall(tool, document.baseUrl), path };
  return {
    operationId: isOwn ? tool.name : `${tool.name}_post`,
    tags: ['Tools'],
    summary: tool.title,
    description: `${tool.summary} ${tool.whenToUse} Costs ${tool.credits} credits.${requires}${sameAs}`,
    'x-credits': tool.credits,
    'x-codeSamples': isOwn ? codeSamples(call) : [curlOf(call)],
    parameters: parameterReferences(Object.keys(sharedParameters)),
    requestBody: jsonContent(document.references[inputOf(tool.name)], tool.example),
    responses: {
      200: {
        description: 'The facts, in the envelope.',
        headers: headerReferences(toolHeaders),
        content: {
          'application/json': {
            schema: document.references[answerOf(tool.name)],
            ...(isOwn && answer !== undefined && { example: answer }),
          },
        },
      },
      ...problemResponses(toolErrors(tool), document),
    },
  };
}

type Paths = Record<string, Record<string, unknown>>;

function addEndpoints(paths: Paths, endpoints: readonly EndpointContract[], document: Parts): void {
  for (const endpoint of endpoints)
    for (const method of endpoint.methods)
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [method.toLowerCase()]: endpointOperation(endpoint, method, document),
      };
}

function endpointOperation(endpoint: EndpointContract, method: HttpMethod, document: Parts) {
  const one = endpoint.methods.length === 1;
  return {
    operationId: one ? endpoint.name : `${endpoint.name}_${method.toLowerCase()}`,
    tags: ['Account'],
    summary: endpoint.title,
    description: endpoint.summary,
    'x-codeSamples': [curlOf(endpointCall(endpoint, method, document.baseUrl))],
    ...(endpoint.authentication === 'optional' && { security: [{}, { bearer: [] }, { apiKey: [] }] }),
    parameters: [
      ...pathParameters(endpoint.path),
      ...queryParameters(endpoint),
      ...(endpoint.creates ? parameterReferences(['IdempotencyKey']) : []),
    ],
    ...(endpoint.body && {
      requestBody: jsonContent(document.references[inputOf(endpoint.name)], endpoint.example?.body),
    }),
    responses: {
      [statusOf(endpoint)]: {
        description: endpoint.title,
        headers: headerReferences(rateHeaders),
        content: {
          'application/json': {
            schema: document.references[answerOf(endpoint.name)],
            ...(endpoint.example?.response !== undefined && { example: endpoint.example.response }),
          },
        },
      },
      ...problemResponses(endpointErrors(endpoint), document),
    },
  };
}

function jsonContent(schema: unknown, example: unknown) {
  return {
    required: true,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
  };
}

function pathParameters(path: string) {
  return [...path.matchAll(/\{(?<name>[a-z_]+)\}/gu)].map(({ groups }) => ({
    name: groups?.name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters({ query }: EndpointContract) {
  if (!query) return [];
  const { properties = {} } = publishedSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema,
  }));
}

/** One response a status, naming every code that it can carry; the same codes are the same response. */
function problemResponses(codes: readonly ErrorCode[], { responses }: Parts) {
  const statuses = [...new Set(codes.map((code) => errorCatalog[code].status))].toSorted((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = [...new Set(codes.filter((code) => errorCatalog[code].status === status))].toSorted();
      const name = here.map(pascalCase).join('Or');
      responses[name] ??= {
        description: here.map((code) => `\`${code}\`: ${errorCatalog[code].title}.`).join(' '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      };
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}
