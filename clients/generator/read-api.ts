import * as v from 'valibot';
import { type Member, readMembers, readType, schemaShape, type Type } from './schema-type.ts';

/** What a client is made of, read from the OpenAPI document and nothing else. */
export interface Api {
  readonly version: string;
  readonly baseUrl: string;
  /** Members of every answer of a tool; `data` is of the tool's own type. */
  readonly envelope: readonly Member[];
  readonly problem: readonly Member[];
  readonly operations: readonly Operation[];
  readonly errorCodes: readonly string[];
  readonly testFaults: readonly string[];
}

export interface Operation {
  /** Such as `inspect_domain`. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With parameters in braces. */
  readonly path: string;
  readonly tag: string;
  readonly title: string;
  readonly description: string;
  readonly pathParameters: readonly string[];
  readonly query: readonly Member[];
  /** Undefined where the operation takes none. */
  readonly body: readonly Member[] | undefined;
  readonly sentExample: unknown;
  readonly status: number;
  readonly answer: Answer;
  readonly answerExample: unknown;
  /** A repetition could create or charge twice, were it not for an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** A request whose answer is lost may be sent again as it is. */
  readonly isRepeatable: boolean;
}

type Answer =
  | { readonly kind: 'envelope'; readonly data: Type }
  | { readonly kind: 'plain'; readonly type: Type }
  /** Pages of rows, each with a link to the next. */
  | { readonly kind: 'rows'; readonly row: Type };

const media = v.object({ schema: schemaShape, example: v.optional(v.unknown()) });
const content = v.object({ 'application/json': media });
const operationShape = v.object({
  operationId: v.string(),
  tags: v.tuple([v.string()]),
  summary: v.string(),
  description: v.string(),
  'x-credits': v.optional(v.number()),
  parameters: v.array(
    v.object({
      name: v.string(),
      in: v.picklist(['path', 'query', 'header']),
      required: v.boolean(),
      schema: schemaShape,
    }),
  ),
  requestBody: v.optional(v.object({ content })),
  responses: v.record(v.string(), v.unknown()),
});
const documentShape = v.object({
  info: v.object({ version: v.string() }),
  servers: v.tuple([v.object({ url: v.string() })]),
  paths: v.record(v.string(), v.record(v.string(), operationShape)),
  components: v.object({ schemas: v.object({ Problem: schemaShape, Envelope: schemaShape }) }),
  'x-error-codes': v.record(v.string(), v.unknown()),
  'x-test-faults': v.array(v.string()),
});
type Described = v.InferOutput<typeof operationShape>;

/** Rejects what it does not understand, so that an operation is never left out silently. */
export function readApi(openApi: unknown): Api {
  // As it is served: members that are undefined are not there.
  const document = v.parse(documentShape, JSON.parse(JSON.stringify(openApi)));
  const { Problem, Envelope } = document.components.schemas;
  return {
    version: document.info.version,
    baseUrl: document.servers[0].url,
    envelope: readMembers(Envelope),
    problem: readMembers(Problem),
    operations: Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .map(([method, described]) => readOperation(path, method, described))
        // The same under two methods is one operation for a client.
        .filter(({ id }, at, all) => all.findIndex((other) => other.id === id) === at),
    ),
    errorCodes: Object.keys(document['x-error-codes']),
    testFaults: document['x-test-faults'],
  };
}

/** Parameters that clients set themselves: they page by links, and read JSON. */
const ownParameters = new Set(['cursor', 'after', 'format']);
const cursors = new Set(['cursor', 'after']);

function readOperation(path: string, method: string, described: Described): Operation {
  const { operationId, parameters, requestBody } = described;
  const named = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const isPaged = named('query').some(({ name }) => cursors.has(name));
  const isFree = described['x-credits'] === 0;
  const isKeyed = !isFree && named('header').some(({ name }) => name === 'Idempotency-Key');
  const sent = requestBody?.content['application/json'];
  return {
    id: operationId.replace(/_(?:get|post)$/u, ''),
    method: v.parse(methodShape, method.toUpperCase()),
    path,
    tag: described.tags[0],
    title: described.summary,
    description: described.description,
    pathParameters: named('path').map(({ name }) => name),
    query: named('query')
      .filter(({ name }) => !ownParameters.has(name))
      .map(readParameter),
    body: sent && readBody(sent.schema),
    sentExample: sent?.example,
    ...readAnswer(described, isPaged),
    isKeyed,
    isRepeatable: isKeyed || isFree || method !== 'post',
  };
}

const methodShape = v.picklist(['GET', 'POST', 'PATCH']);

function readParameter({ name, required, schema }: Described['parameters'][number]): Member {
  const description = typeof schema.description === 'string' ? schema.description : undefined;
  return { name, isRequired: required, type: readType(schema), description };
}

/** The members of a body; of one that may be null, of what it is otherwise. */
function readBody(schema: v.InferOutput<typeof schemaShape>): readonly Member[] {
  const options = v.parse(v.optional(v.array(schemaShape), [schema]), schema.anyOf);
  const [object, ...others] = options.filter(({ type }) => type !== 'null');
  if (object?.type !== 'object' || others.length > 0) throw new Error('A body is not one object.');
  return readMembers(object);
}

function readAnswer(
  { operationId, responses }: Described,
  isPaged: boolean,
): Pick<Operation, 'status' | 'answer' | 'answerExample'> {
  const [[status, response] = []] = Object.entries(responses).filter(([code]) => code.startsWith('2'));
  const { schema, example } = v.parse(v.object({ content }), response).content['application/json'];
  return { status: Number(status), answer: answerOf(operationId, schema, isPaged), answerExample: example };
}

function answerOf(id: string, schema: v.InferOutput<typeof schemaShape>, isPaged: boolean): Answer {
  const parts = v.parse(v.optional(v.array(schemaShape), [schema]), schema.allOf);
  const members = parts.flatMap((part) => readMembers(part));
  const data = members.find(({ name }) => name === 'data');
  const isEnvelope = schema.allOf !== undefined || members.some(({ name }) => name === 'schema_version');
  if (isEnvelope && data) return { kind: 'envelope', data: data.type };
  const type = readType(schema);
  if (!isPaged) return { kind: 'plain', type };
  if (type.kind !== 'list') throw new Error(`${id} has pages and answers no list.`);
  return { kind: 'rows', row: type.of };
}
