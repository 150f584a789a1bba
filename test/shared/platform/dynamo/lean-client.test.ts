import { Readable } from 'node:stream';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { signedHeaders } from '#shared/platform/aws/signature.ts';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';

interface Sent {
  readonly method: string;
  readonly hostname: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'token' };

/** A network that keeps what is sent and gives the answers in turn, the last one again and again. */
function network(...answers: readonly [Answer, ...Answer[]]) {
  const sent: Sent[] = [];
  const config: DynamoDBClientConfig = {
    region: 'eu-central-1',
    credentials,
    requestHandler: {
      async handle(request: Sent) {
        const answer = answers[Math.min(sent.length, answers.length - 1)] ?? answers[0];
        sent.push(request);
        const body = Readable.from([Buffer.from(answer.body)]);
        return { response: { statusCode: answer.status, headers: { ...answer.headers }, body } };
      },
    } as never,
  };
  return { sent, config };
}

const plainDocuments = (config: DynamoDBClientConfig) =>
  DynamoDBDocumentClient.from(new DynamoDBClient(config), {
    marshallOptions: { removeUndefinedValues: true },
  });
const parsed = ({ body }: Sent): unknown =>
  JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.uint8Array({ minLength: 1, maxLength: 20 }),
  fc.array(text, { minLength: 1, maxLength: 3 }).map((members) => new Set(members)),
  fc.array(fc.integer(), { minLength: 1, maxLength: 3 }).map((members) => new Set(members)),
  fc.uint8Array({ minLength: 1, maxLength: 20 }).map((bytes) => new Set([bytes])),
);
const name = fc
  .constantFrom('B', 'BS', 'S', 'M', 'attribute', 'ä')
  .chain((known) => fc.constantFrom(known, `${known}_1`));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}));
const item = fc.dictionary(name, value, { minKeys: 1, maxKeys: 5 });

describe('a request of our client', () => {
  it("says what the SDK's own says, whatever the item", async () => {
    await fc.assert(
      fc.asyncProperty(item, async (Item) => {
        const ours = network({ status: 200, body: '{}' });
        const theirs = network({ status: 200, body: '{}' });
        await createDocuments(ours.config).send(new PutCommand({ TableName: 't', Item }));
        await plainDocuments(theirs.config).send(new PutCommand({ TableName: 't', Item }));
        const [own, plain] = [ours.sent[0], theirs.sent[0]];
        expect(own && parsed(own)).toEqual(plain && parsed(plain));
        for (const header of ['x-amz-target', 'content-type', 'content-length', 'host'])
          expect(own?.headers[header]).toBe(plain?.headers[header]);
        expect([own?.hostname, own?.path, own?.method]).toEqual([plain?.hostname, plain?.path, 'POST']);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  const Item = { pk: 'a', bytes: Uint8Array.of(1, 2), inner: { Key: 'x', B: 'y', none: undefined } };
  const Key = { pk: Uint8Array.of(3) };
  it.each([
    new UpdateCommand({
      ...{ TableName: 't', Key, UpdateExpression: 'SET #n = :n', ReturnValues: 'ALL_NEW' },
      ...{ ExpressionAttributeNames: { '#n': 'Item' }, ExpressionAttributeValues: { ':n': Item, ':m': [1] } },
    }),
    new QueryCommand({ TableName: 't', ExclusiveStartKey: Key, KeyConditionExpression: 'pk = pk' }),
    new BatchGetCommand({ RequestItems: { Key: { Keys: [Key, Key], ConsistentRead: true } } }),
    new BatchWriteCommand({
      RequestItems: { Item: [{ PutRequest: { Item } }, { DeleteRequest: { Key } }] },
    }),
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName: 't', Item } },
        { Delete: { TableName: 't', Key } },
        { Update: { TableName: 't', Key, UpdateExpression: 'SET a = b' } },
        { ConditionCheck: { TableName: 't', Key, ConditionExpression: 'a = b' } },
      ],
      ClientRequestToken: 'given',
    }),
  ])("says what the SDK's own says, wherever the command holds attributes: %#", async (command) => {
    const ours = network({ status: 200, body: '{}' });
    const theirs = network({ status: 200, body: '{}' });
    await createDocuments(ours.config).send(command as never);
    await plainDocuments(theirs.config).send(command as never);
    expect(ours.sent.map(parsed)).toEqual(theirs.sent.map(parsed));
    expect(ours.sent[0]?.headers['x-amz-target']).toBe(theirs.sent[0]?.headers['x-amz-target']);
  });

  it.each([
    ['a date', new Date(0)],
    ['a number that is none', Number.NaN],
    ['a number that would lose digits', 2 ** 60],
    ['an empty set', new Set()],
    ['a set of two kinds', new Set(['a', 1])],
    ['a function', () => 1],
  ])('is never sent with %s, which the database cannot hold', async (_, held) => {
    const { sent, config } = network({ status: 200, body: '{}' });
    const put = new PutCommand({ TableName: 't', Item: { pk: 'a', held } });
    await expect(createDocuments(config).send(put)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('has a token of its own where it is a transaction, the same each time that it is sent', async () => {
    const { sent, config } = network({ status: 500, body: '{}' }, { status: 200, body: '{}' });
    const transaction = () =>
      new TransactWriteCommand({ TransactItems: [{ Put: { TableName: 't', Item } }] });
    await createDocuments(config).send(transaction());
    await createDocuments(config).send(transaction());
    const tokens = sent.map((request) => (parsed(request) as Record<string, string>).ClientRequestToken);
    expect(tokens).toEqual([tokens[0], tokens[0], expect.stringMatching(/^[\da-f-]{36}$/u)]);
    expect(tokens[2]).not.toBe(tokens[0]);
  });

  it('is refused where its command is none of ours', async () => {
    const { sent, config } = network({ status: 200, body: '{}' });
    await expect(createDocuments(config).send(new TransactGetCommand({ TransactItems: [] }))).rejects.toThrow(
      TypeError,
    );
    expect(sent).toEqual([]);
  });

  it("is signed as the SDK signs it: the SDK's own headers give the SDK's own signature", async () => {
    const { sent, config } = network({ status: 200, body: '{}' });
    await plainDocuments(config).send(new GetCommand({ TableName: 't', Key: { id: 'ü' } }));
    const { headers = {}, hostname, body } = sent[0] ?? {};
    const names = /SignedHeaders=([^,]+)/u.exec(headers.authorization ?? '')?.[1]?.split(';') ?? [];
    expect(names).toContain('x-amz-target');
    const again = signedHeaders(
      {
        method: 'POST',
        url: new URL(`https://${hostname}/`),
        headers: Object.fromEntries(names.map((header) => [header, headers[header] ?? ''])),
        body: body ?? '',
      },
      {
        service: 'dynamodb',
        region: 'eu-central-1',
        credentials,
        now: Date.parse(
          (headers['x-amz-date'] ?? '').replace(/(....)(..)(..)T(..)(..)(..)Z/u, '$1-$2-$3T$4:$5:$6Z'),
        ),
      },
    );
    expect(again.authorization).toBe(headers.authorization);
  });
});

describe('an answer to our client', () => {
  it("is read as the SDK's own client reads it, whatever the items", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 3 }), async (items) => {
        const written = network({ status: 200, body: '{}' });
        const documents = plainDocuments(written.config);
        for (const Item of items) await documents.send(new PutCommand({ TableName: 't', Item }));
        const body = JSON.stringify({
          Items: written.sent.map((request) => (parsed(request) as { Item: unknown }).Item),
          Count: items.length,
          LastEvaluatedKey: { pk: { B: 'AQID' } },
        });
        const query = new QueryCommand({ TableName: 't', KeyConditionExpression: 'pk = pk' });
        const { $metadata: _ours, ...ours } = await createDocuments(
          network({ status: 200, body }).config,
        ).send(query);
        const { $metadata: _theirs, ...theirs } = await plainDocuments(
          network({ status: 200, body }).config,
        ).send(query);
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 100, seed: 8 },
    );
  });

  it.each([
    ['Responses', { Item: [{ pk: { B: 'AQID' } }, { pk: { S: 'a' } }] }],
    ['UnprocessedKeys', { Item: { Keys: [{ pk: { S: 'a' } }], ConsistentRead: true } }],
  ])("is read as the SDK's own client reads it, where it answers many tables: %s", async (name, found) => {
    const body = JSON.stringify({ [name]: found });
    const read = (documents: DynamoDBDocumentClient) =>
      documents.send(new BatchGetCommand({ RequestItems: { Item: { Keys: [{ pk: 'a' }] } } }));
    const { $metadata: _ours, ...ours } = await read(createDocuments(network({ status: 200, body }).config));
    const { $metadata: _theirs, ...theirs } = await read(
      plainDocuments(network({ status: 200, body }).config),
    );
    expect(ours).toEqual(theirs);
  });

  it('that holds a value of an unknown kind is an error, and no lost attribute', async () => {
    const { config } = network({ status: 200, body: '{"Item":{"id":{"V":"1"}}}' });
    await expect(createDocuments(config).send(get())).rejects.toThrow('of an unknown kind: V');
  });

  const get = () => new GetCommand({ TableName: 't', Key: { id: '1' } });
  const failure = (type: string, status = 400, headers = {}): Answer => ({
    status,
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'because' }),
    headers,
  });

  it('that refuses a condition keeps its class and its words', async () => {
    const { config } = network(failure('ConditionalCheckFailedException'));
    const refused = createDocuments(config).send(get());
    await expect(refused).rejects.toBeInstanceOf(ConditionalCheckFailedException);
    await expect(refused).rejects.toMatchObject({ message: 'because', $metadata: { httpStatusCode: 400 } });
  });

  it('that is another refusal has its name and is not asked for again', async () => {
    const { config, sent } = network(failure('ValidationException'));
    await expect(createDocuments(config).send(get())).rejects.toMatchObject({ name: 'ValidationException' });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['throttling', failure('ThrottlingException')],
    ['too little throughput', failure('ProvisionedThroughputExceededException')],
    ['an error of the database', failure('InternalServerError', 500)],
    ['no JSON at all', { status: 503, body: '<html>' }],
  ])('that tells of %s is asked for again, unless the request may go out only once', async (_, answer) => {
    const { config, sent } = network(answer, { status: 200, body: '{"Item":{"id":{"S":"1"}}}' });
    expect((await createDocuments(config).send(get())).Item).toEqual({ id: '1' });
    expect(sent).toHaveLength(2);
    const once = network(answer);
    await expect(createSingleAttemptDocuments(once.config).send(get())).rejects.toThrow();
    expect(once.sent).toHaveLength(1);
  });

  it('that finds the clock wrong is asked for again at the time of the database', async () => {
    const date = new Date(Date.now() + 3_600_000).toUTCString();
    const { config, sent } = network(failure('InvalidSignatureException', 400, { date }), {
      status: 200,
      body: '{}',
    });
    await createDocuments(config).send(get());
    const signedAt = sent.map(({ headers }) => headers['x-amz-date']?.slice(0, 11));
    expect(signedAt[1]).toBe(new Date(date).toISOString().replaceAll(/[-:]/gu, '').slice(0, 11));
    expect(signedAt[0]).not.toBe(signedAt[1]);
  });
});
