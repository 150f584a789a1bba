import type { Api, Operation } from './read-api.ts';
import type { Member } from './schema-type.ts';

export const collectionFile = 'clients/postman/oriel.postman_collection.json';

/** A collection of all requests with their examples, in Postman's format 2.1, which Bruno and Insomnia import as well. */
export function postmanCollection(api: Api): string {
  const tags = [...new Set(api.operations.map(({ tag }) => tag))];
  const collection = {
    info: {
      name: 'Oriel',
      description: 'Set `baseUrl` and `apiKey`; `testKey` (`or_test_…`) for the failures on demand.',
      version: api.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: bearer('apiKey'),
    variable: [
      { key: 'baseUrl', value: api.baseUrl },
      { key: 'apiKey', value: '' },
      { key: 'testKey', value: '' },
      { key: 'retryKey', value: 'change-me-for-each-question' },
    ],
    item: [
      ...tags.map((tag) => ({
        name: tag,
        item: api.operations.filter((operation) => operation.tag === tag).map(item),
      })),
      failures(api),
    ],
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

const bearer = (variable: string) => ({
  type: 'bearer',
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
});

function item(operation: Operation) {
  const { id, title, status, answerExample } = operation;
  const request = requestOf(operation);
  const example = {
    ...{ name: String(status), originalRequest: request, code: status, _postman_previewlanguage: 'json' },
    header: [jsonHeader],
    body: JSON.stringify(answerExample, null, 2),
  };
  return {
    name: operation.tag === 'Tools' ? id : title,
    request,
    response: answerExample === undefined ? [] : [example],
  };
}

const jsonHeader = { key: 'Content-Type', value: 'application/json' };

function requestOf({
  method,
  path,
  description,
  query,
  body,
  sentExample,
  pathParameters,
  isKeyed,
}: Operation) {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(?<name>\w+)\}$/u, ':$<name>'));
  return {
    method,
    description,
    header: [
      ...(body ? [jsonHeader] : []),
      ...(isKeyed ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
    ],
    url: {
      raw: `{{baseUrl}}/${segments.join('/')}`,
      host: ['{{baseUrl}}'],
      path: segments,
      query: query.map(parameter),
      variable: pathParameters.map((key) => ({ key, value: '' })),
    },
    ...(body && {
      body: {
        mode: 'raw',
        raw: JSON.stringify(sentExample ?? {}, null, 2),
        options: { raw: { language: 'json' } },
      },
    }),
  };
}

/** Off until it is given a value. */
const parameter = ({ name, description = '' }: Member) => ({
  ...{ key: name, value: '', disabled: true, description },
});

/** Faults whose repetition is the point: they go out with a key that stays. */
const lostAnswers = new Set(['answer_lost', 'cut_stream']);

function failures({ operations, testFaults }: Api) {
  const tool = operations.find(({ isKeyed }) => isKeyed);
  if (!tool) throw new Error('There is no paid tool to play failures with.');
  const request = requestOf(tool);
  return {
    name: 'Failures on demand',
    description: 'Each plays one failure for a test key. A lost answer comes when the same is sent again.',
    auth: bearer('testKey'),
    item: testFaults.map((fault) => ({
      name: fault,
      request: {
        ...request,
        header: [
          jsonHeader,
          { key: 'X-Test-Fault', value: fault },
          ...(lostAnswers.has(fault) ? [{ key: 'Idempotency-Key', value: `${fault}-{{retryKey}}` }] : []),
        ],
      },
      response: [],
    })),
  };
}
