import fc from 'fast-check';
import type * as v from 'valibot';
import { checkoutBodies } from '#functions/checkout/contract.ts';
import { membersBodies } from '#functions/members/contract.ts';
import { passkeyBodies } from '#functions/passkey/contract.ts';
import { personalDataBodies } from '#functions/personal-data/contract.ts';
import { endpointCatalog } from '#functions/service.ts';
import { sessionBodies } from '#functions/session/contract.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { checked, checkInput } from '#shared/calls/admit-call.ts';
import type { EndpointContract } from '#shared/contract/endpoint.ts';
import { closedSchema, publishedSchema } from '#shared/contract/json-schema.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { isRecord } from '#shared/platform/is-record.ts';

type Path = readonly string[];

/** Where a published schema has objects with members of their own; `0` is the first of a list. */
function objectsIn(schema: unknown, path: Path = []): readonly Path[] {
  if (!isRecord(schema)) return [];
  const { properties, items, anyOf } = schema;
  return [
    ...(isRecord(properties) ? [path] : []),
    ...(isRecord(properties)
      ? Object.entries(properties).flatMap(([name, member]) => objectsIn(member, [...path, name]))
      : []),
    ...objectsIn(items, [...path, '0']),
    ...(Array.isArray(anyOf) ? anyOf.flatMap((option) => objectsIn(option, path)) : []),
  ];
}

const within = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), value);

const endpoints: readonly EndpointContract[] = endpointCatalog;
const tools: readonly ToolContract[] = toolCatalog;
/** Of the routes of the dashboard, which publish no schema: none has an object within its body but what browsers answer. */
const sessions = {
  ...checkoutBodies,
  ...membersBodies,
  ...personalDataBodies,
  ...sessionBodies,
  ...passkeyBodies,
};

const stranger = fc.stringMatching(/^[a-z]{3,12}_?[a-z~/]{0,4}$/u).map((name) => `zz${name}`);
const pointerOf = (path: Path) =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function faultsOf(schema: v.GenericSchema, sent: unknown, place: 'body' | 'query') {
  try {
    checked(schema, sent, place);
  } catch (error) {
    if (error instanceof ServiceError) return error.faults;
    throw error;
  }
  return [];
}

function expectNamed(places: readonly (readonly [v.GenericSchema, Path])[], place: 'body' | 'query') {
  expect(places.length).toBeGreaterThan(5);
  fc.assert(
    fc.property(fc.constantFrom(...places), stranger, fc.jsonValue(), ([schema, path], name, value) => {
      const faults = faultsOf(schema, within([...path, name], value), place);
      const pointer = pointerOf([...path, name]);
      expect(faults).toContainEqual(expect.objectContaining({ pointer, type: 'unknown_field' }));
    }),
    { numRuns: 500 },
  );
}

describe('a member that no contract has', () => {
  it('is refused by name at every depth of every body', () => {
    const places = [
      ...endpoints.flatMap(({ body }) =>
        body ? objectsIn(closedSchema(body)).map((path) => [body, path] as const) : [],
      ),
      ...Object.values<v.GenericSchema>(sessions).map((body) => [body, []] as const),
    ];
    expect(places.map(([, path]) => path.join('.'))).toEqual(
      expect.arrayContaining(['schedule', 'rate_limits', 'files.0', 'keywords.0', 'settings']),
    );
    expectNamed(places, 'body');
  });

  it('is refused in every query', () => {
    expectNamed(
      endpoints.flatMap(({ query }) => (query ? [[query, []] as const] : [])),
      'query',
    );
  });

  it('is ignored beside the fields of a tool, with a warning, and refused within them', () => {
    const places = tools.flatMap((tool) =>
      objectsIn(publishedSchema(tool.input)).map((path) => [tool, path] as const),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), stranger, ([tool, path], name) => {
        if (path.length > 0)
          expect(
            faultsOf(tool.input, { ...tool.example, ...Object(within([...path, name], 1)) }, 'body'),
          ).toContainEqual(expect.objectContaining({ pointer: pointerOf([...path, name]) }));
        else
          expect(checkInput(tool, { ...tool.example, [name]: 1 }).warnings).toEqual([
            expect.objectContaining({ code: 'unknown_field', message: expect.stringContaining(name) }),
          ]);
      }),
    );
    expect(places.some(([, path]) => path.length > 0)).toBe(true);
  });
});
