import * as v from 'valibot';
import { type Member, namesObject, readMembers, readType, schemaShape, type Type } from './schema-type.ts';

/** What a client is made of, read from the OpenAPI document and nothing else. */
export interface Api {
  readonly version: string;
  readonly baseUrl: string;
  /** Members of every answer of a tool; `data` is of the tool's own type. */
  readonly envelope: readonly Member[];
  readonly problem: readonly Member[];
  /** Named types; what they stand on comes first. */
  readonly declarations: readonly Declaration[];
  readonly operations: readonly Operation[];
  readonly errorCodes: readonly string[];
  readonly testFaults: readonly string[];
}

/** A type with a name: an object, or one of several types. */
export type Declaration =
  | { readonly name: string; readonly members: readonly Member[] }
  | { readonly name: string; readonly options: readonly Type[] };

export interface Operation {
  /** Such as `inspect_domain`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  readonly pathParameters: readonly string[];
  readonly query: readonly Member[];
  /** Undefined where the operation takes none. */
  readonly body: readonly Member[] | undefined;
  /** The declared type of the body or the query; undefined where there is neither. */
  readonly input: string | undefined;
  readonly sentExample: unknown;
  readonly status: number;
  readonly answer: Answer;
  readonly answerExample: unknown;
  /** A repetition could create or charge twice, were it not for an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** A request whose answer is lost may be sent again as it is. */
  readonly isRepeatable: boolean;
}

/** Of an envelope `type` is that of its `data`, of pages with a link to the next that of a row. */
interface Answer {
  readonly kind: 'envelope' | 'rows' | 'plain';
  readonly type: Type;
}

const media = v.object({ schema: schemaShape, example: v.optional(v.unknown()) });
const content = v.object({ 'application/json': media });
const parameterShape = v.object({
  name: v.string(),
  in: v.picklist(['path', 'query', 'header']),
  required: v.boolean(),
  schema: schemaShape,
});
const operationShape = v.object({
  operationId: v.string(),
  tags: v.tuple([v.string()]),
  summary: v.string(),
  description: v.string(),
  'x-credits': v.optional(v.number()),
  parameters: v.array(parameterShape),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.unknown()),
});
const documentShape = v.object({
  info: v.object({ version: v.string() }),
  servers: v.tuple([v.object({ url: v.string() })]),
  paths: v.record(v.string(), v.record(v.string(), operationShape)),
  components: v.object({
    schemas: v.objectWithRest({ Problem: schemaShape, Envelope: schemaShape }, schemaShape),
  }),
  'x-error-codes': v.record(v.string(), v.unknown()),
  'x-test-faults': v.array(v.string()),
});
type Described = v.InferOutput<typeof operationShape>;

/** Rejects what it does not understand, so that an operation is never left out silently. */
export function readApi(openApi: unknown): Api {
  const document = v.parse(documentShape, inPlace(openApi));
  const { Problem, Envelope, ...schemas } = document.components.schemas;
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => readOperation(path, method, described, schemas)),
    )
    // The same under two methods or two paths is one operation for a client.
    .filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at);
  return {
    version: document.info.version,
    baseUrl: document.servers[0].url,
    envelope: readMembers(Envelope),
    problem: readMembers(Problem),
    // Of an envelope the clients declare the data only.
    declarations: [
      ...Object.entries(schemas)
        .filter(([, schema]) => !readMembers(schema).some(({ name }) => name === 'schema_version'))
        .map(readDeclaration),
      ...operations.flatMap(declareQuery),
    ],
    operations,
    errorCodes: Object.keys(document['x-error-codes']),
    testFaults: document['x-test-faults'],
  };
}

const sharedShape = v.object({
  components: v.record(v.string(), v.record(v.string(), v.unknown())),
});
const sharedReference = /^#\/components\/(?<kind>parameters|responses)\/(?<name>.+)$/u;

/** The document as it is served, with the parameters and responses that operations share in their places. */
export function inPlace(openApi: unknown): unknown {
  const text = JSON.stringify(openApi);
  const { components } = v.parse(sharedShape, JSON.parse(text));
  return JSON.parse(text, (_key, value: unknown) => {
    const reference = v.safeParse(v.object({ $ref: v.string() }), value);
    const { kind = '', name = '' } =
      sharedReference.exec(reference.success ? reference.output.$ref : '')?.groups ?? {};
    return components[kind]?.[name] ?? value;
  });
}

type Schema = v.InferOutput<typeof schemaShape>;
type Schemas = Readonly<Record<string, Schema>>;

export function readDeclaration([name, schema]: [string, Schema]): Declaration {
  if (namesObject(schema)) return { name, members: readMembers(schema) };
  const type = readType(schema);
  return { name, options: type.kind === 'union' ? type.options : [type] };
}

function declareQuery({ body, query, input }: Operation): Declaration[] {
  return body === undefined && input !== undefined ? [{ name: input, members: query }] : [];
}

/** Parameters that clients set themselves: they page by links, and read JSON. */
const ownParameters = new Set(['cursor', 'after', 'format']);
const cursors = new Set(['cursor', 'after']);

function readOperation(path: string, method: string, described: Described, schemas: Schemas): Operation {
  const { operationId, parameters, requestBody } = described;
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const isPaged = named('query').some(({ name }) => cursors.has(name));
  const isFree = described['x-credits'] === 0;
  const isKeyed = !isFree && named('header').some(({ name }) => name === 'Idempotency-Key');
  const sent = requestBody?.content['application/json'];
  const body = sent && readBody(sent.schema, schemas);
  const id = operationId.replace(/_(?:get|post)$/u, '');
  const answer = readAnswer(described, isPaged, schemas);
  // Who reads rows goes on by itself; who reads an answer that says how it goes on sends that.
  const query = named('query')
    .filter(({ name }) => !ownParameters.has(name) || (name === 'cursor' && answer.answer.kind === 'plain'))
    .map(readParameter);
  return {
    id,
    method: v.parse(methodShape, method.toUpperCase()),
    path,
    tag: described.tags[0],
    title: described.summary,
    description: described.description,
    pathParameters: named('path').map(({ name }) => name),
    query,
    body: body?.members,
    input: body?.name ?? (query.length > 0 ? `${pascalCase(id)}Input` : undefined),
    sentExample: sent?.example,
    ...answer,
    isKeyed,
    isRepeatable: isKeyed || isFree || method !== 'post',
  };
}

const methodShape = v.picklist(['GET', 'POST', 'PATCH', 'DELETE']);

function readParameter({ name, required, schema }: Described['parameters'][number]): Member {
  const description = typeof schema.description === 'string' ? schema.description : undefined;
  return { name, isRequired: required, type: readType(schema), description };
}

/** The type of a body; of one that may be null, of what it is otherwise. */
function readBody(schema: Schema, schemas: Schemas) {
  const type = readType(schema);
  const options = type.kind === 'union' ? type.options : [type];
  const [object, ...others] = options.filter((option) => option.kind === 'named');
  if (object?.kind !== 'named' || others.length > 0) throw new Error('A body is not one object.');
  return { name: object.name, members: readMembers(schemas[object.name] ?? {}) };
}

function readAnswer(
  { responses }: Described,
  isPaged: boolean,
  schemas: Schemas,
): Pick<Operation, 'status' | 'answer' | 'answerExample'> {
  const [[status, response] = []] = Object.entries(responses).filter(([code]) => code.startsWith('2'));
  const { schema, example } = v.parse(v.object({ content }), response).content['application/json'];
  return {
    status: Number(status),
    answer: answerOf(schema, isPaged, schemas),
    answerExample: example,
  };
}

function answerOf(schema: Schema, isPaged: boolean, schemas: Schemas): Answer {
  const type = readType(schema);
  const declared = type.kind === 'named' ? schemas[type.name] : undefined;
  const parts = v.parse(v.optional(v.array(schemaShape), declared ? [declared] : []), schema.allOf);
  const members = parts.flatMap((part) => readMembers(part));
  const data = members.find(({ name }) => name === 'data');
  const isEnvelope = schema.allOf !== undefined || members.some(({ name }) => name === 'schema_version');
  if (isEnvelope && data) return { kind: 'envelope', type: data.type };
  // An answer that holds more than its rows says itself how it goes on.
  if (!isPaged || type.kind !== 'list') return { kind: 'plain', type };
  return { kind: 'rows', type: type.of };
}

export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(?<letter>[a-z0-9])/gu, (_match, letter: string) => letter.toUpperCase());
}
