import * as v from 'valibot';
import { words } from '#functions/reference/answer-schemas.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { openApiDocument } from '#functions/reference/openapi.ts';
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { statementValues } from '#shared/contract/statements.ts';

/** As a client reads it. */
const { paths, components } = JSON.parse(
  JSON.stringify(
    openApiDocument({ tools: toolCatalog, endpoints: endpointCatalog, answers }, 'https://api.oriel.example'),
  ),
);

interface Property {
  readonly path: string;
  readonly description: unknown;
}

/** Every property below a JSON Schema, and every schema of a map's values. */
function propertiesOf(schema: unknown, path: string): Property[] {
  if (Array.isArray(schema)) return schema.flatMap((option) => propertiesOf(option, path));
  if (typeof schema !== 'object' || schema === null) return [];
  if ('$ref' in schema) return propertiesOf(referredTo(schema.$ref), path);
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === 'properties')
      return Object.entries(value).flatMap(([name, member]) => property(member, `${path}.${name}`));
    // An object that may have any further members says nothing about these.
    if (keyword === 'additionalProperties') return saysNothing(value) ? [] : property(value, `${path}.*`);
    return ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf', 'schema', 'content'].includes(keyword)
      ? propertiesOf(value, path)
      : [];
  });
}

const referredTo = (reference: unknown) => components.schemas[String(reference).split('/').at(-1) ?? ''];

function property(schema: unknown, path: string): Property[] {
  if (typeof schema !== 'object' || schema === null) return [{ path, description: undefined }];
  const { description }: { description?: unknown } = schema;
  return [{ path, description }, ...propertiesOf(schema, path)];
}

function saysNothing(schema: unknown): boolean {
  return typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0;
}

/** Every keyword under which a schema has further schemas; `propertiesOf` knows those that are used. */
const unread = [
  'patternProperties',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'not',
  'contains',
  'unevaluatedProperties',
];

const operationShape = v.object({ operationId: v.string(), responses: v.record(v.string(), v.unknown()) });

/** Of every success answer, the envelope and the problem. */
const properties: readonly Property[] = [
  ...Object.values<object>(paths).flatMap((operations) =>
    Object.values(operations).flatMap((operation: unknown) => {
      const { operationId, responses } = v.parse(operationShape, operation);
      const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
      // Of an endpoint with two methods each operation has its own id.
      const name = operationId.replace(/_(?:get|post)$/u, '');
      return successes.flatMap(([, response]) => answersIn(response, name));
    }),
  ),
  ...['Problem', 'Envelope'].flatMap((name) => propertiesOf(components.schemas[name], name)),
];

function answersIn(response: unknown, operationId: string): Property[] {
  const { content } = v.parse(v.object({ content: v.object({ 'application/json': v.unknown() }) }), response);
  return propertiesOf(content['application/json'], operationId);
}

describe('an answer in the OpenAPI document', () => {
  it('has a description of every member, in lists and in objects within objects too', () => {
    const known = new Set(properties.map(({ path }) => path));
    for (const path of [
      'inspect_domain.data.top_keywords.own.average_position',
      'compare_keyword_coverage.data.gaps.competitor_positions.position',
      'Envelope.coverage.total_available',
    ])
      expect([path, known.has(path)]).toEqual([path, true]);
    expect(properties.length).toBeGreaterThan(700);
    expect(properties.filter(({ description }) => !description).map(({ path }) => path)).toEqual([]);
  });

  it('has no member that this test does not look into', () => {
    const text = JSON.stringify([paths, components]);
    for (const keyword of unread) expect(text).not.toContain(`"${keyword}":{`);
  });

  it('is described in sentences that end', () => {
    for (const { path, description } of properties) expect(`${path}: ${description}`).toMatch(/[.`%0-9]$/u);
  });

  it('names what every type of statement says', () => {
    const { anyOf }: { anyOf: { $ref: string }[] } = components.schemas.Fact;
    const types = anyOf.map(({ $ref }) => referredTo($ref));
    for (const type of Object.keys(statementValues))
      expect(JSON.stringify(types)).toContain(`"const":"${type}"`);
  });

  it('has no words for members that are gone', () => {
    const paths = properties.map(({ path }) => `.${path}`);
    for (const end of Object.keys(words))
      expect([end, paths.some((path) => path.endsWith(`.${end}`))]).toEqual([end, true]);
  });
});

describe('the facts of an example answer', () => {
  it.each(Object.entries(answers))('of %s have the members that their type names', (_tool, { facts }) => {
    for (const { type, subject: _, provenance: __, ...values } of facts) {
      const entries = Object.entries(statementValues).find(([name]) => name === type)?.[1].entries ?? {};
      expect([...Object.keys(entries), 'location', 'language']).toEqual(
        expect.arrayContaining(Object.keys(values)),
      );
      expect(Object.keys(entries).length).toBeGreaterThan(0);
    }
  });
});

describe('GET /v1/me/usage in the OpenAPI document', () => {
  it('takes limit as an integer', () => {
    expect(paths['/v1/me/usage']).toMatchObject({
      get: {
        parameters: expect.arrayContaining([
          expect.objectContaining({
            name: 'limit',
            schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 500 }),
          }),
        ]),
      },
    });
  });
});
