import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { createDocuments, createSingleAttemptDocuments } from '#shared/platform/dynamo/documents.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import type { WireAnswer } from '#test/support/aws/object-server.ts';

type Answer = () => WireAnswer | Promise<WireAnswer>;

describe('the database', () => {
  const bodies: string[] = [];
  let answers: Answer[] = [];
  let wire: Awaited<ReturnType<typeof startWireServer>>;
  const config = () => ({
    ...{ region: 'eu-central-1', endpoint: wire.url },
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
  });
  const get = () => new GetCommand({ TableName: 't', Key: { id: '1' } });
  const failure = (type: string, status = 400) => ({
    status,
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: 'because' }),
  });

  beforeAll(async () => {
    wire = await startWireServer((_request, body) => {
      bodies.push(body.toString());
      const found = { status: 200, body: '{"Item":{"id":{"S":"1"}}}' };
      return answers.shift()?.() ?? found;
    });
  });
  beforeEach(() => {
    bodies.length = 0;
    answers = [];
  });
  afterAll(() => wire.stop());

  it.each([
    ['it throttles', () => failure('ThrottlingException')],
    ['it has too little throughput', () => failure('ProvisionedThroughputExceededException')],
    ['it fails itself', () => failure('InternalServerError', 500)],
    ['something between answers in HTML', () => ({ status: 503, body: '<html>' })],
  ])('is asked again where %s, and never where a request may go out only once', async (_, answer) => {
    answers = [answer];
    expect((await createDocuments(config()).send(get())).Item).toEqual({ id: '1' });
    expect(bodies).toHaveLength(2);
    answers = [answer];
    await expect(createSingleAttemptDocuments(config()).send(get())).rejects.toThrow();
    expect(bodies).toHaveLength(3);
  });

  it('is given up on by a request that may go out only once, where no answer comes', async () => {
    let release = () => {};
    answers = [() => new Promise((resolve) => (release = () => resolve({ status: 200, body: '{}' })))];
    await expect(createSingleAttemptDocuments(config()).send(get())).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    release();
    expect(bodies).toHaveLength(1);
  });

  it('is not asked again after a refusal, which keeps its name', async () => {
    answers = [() => failure('ValidationException')];
    await expect(createDocuments(config()).send(get())).rejects.toMatchObject({
      name: 'ValidationException',
    });
    expect(bodies).toHaveLength(1);
  });

  it('is sent no undefined member, and nothing that it cannot hold as it is', async () => {
    const documents = createDocuments(config());
    const put = (held: unknown) =>
      documents.send(new PutCommand({ TableName: 't', Item: { id: '1', held } }));
    await put({ none: undefined, list: [undefined, 1] });
    expect(JSON.parse(bodies[0] ?? '').Item).toEqual({
      id: { S: '1' },
      held: { M: { list: { L: [{ N: '1' }] } } },
    });
    for (const held of [new Date(0), Number.NaN, 2 ** 60, new Set()])
      await expect(put(held)).rejects.toThrow();
    expect(bodies).toHaveLength(1);
  });
});
