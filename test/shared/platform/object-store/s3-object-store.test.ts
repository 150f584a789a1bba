import { createS3ObjectStore } from '#shared/platform/object-store/s3-object-store.ts';
import { createSecretStore } from '#shared/platform/secrets/secret-store.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';
import { createObjectServer, type WireAnswer } from '#test/support/aws/object-server.ts';
import { duringTests } from '#test/support/during-tests.ts';
import { refusedKeys } from '#test/support/stores/object-keys.ts';

const config = (endpoint: string) => ({
  ...{ region: 'eu-central-1', endpoint },
  credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'secret' },
});

describe('objects in S3', () => {
  const server = createObjectServer();
  const faults: WireAnswer[] = [];
  const store = () => createS3ObjectStore('bucket', config(wire.url));

  const textOf = async (key: string) => Buffer.from((await store().get(key)) ?? '').toString();

  const wire = duringTests(() =>
    startWireServer((request, body) => faults.shift() ?? server.answer(request, body)),
  );

  it('come back as they were put', async () => {
    const key = 'datasets/acct_1/day=2026-11-20.json';
    await store().put(key, Buffer.from('{"rows":[]}'), {
      contentType: 'application/json',
      contentEncoding: 'gzip',
    });
    expect(await textOf(key)).toBe('{"rows":[]}');
    expect(server.objects.get(`bucket/${key}`)?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
  });

  it('come in pieces of any size, small ones at once and large ones in parts, with what describes them', async () => {
    const sizes = [[], [3, 0, 4], [5_000_000, 5_000_000, 9_000_000, 1], [20_000_000]];
    for (const [at, lengths] of sizes.entries()) {
      const key = `datasets/acct_1/pieces-${at}.csv`;
      const pieces = lengths.map((length, piece) => Buffer.alloc(length, 97 + piece));
      await store().put(key, inPieces(pieces), { contentType: 'text/csv' });
      const stored = server.objects.get(`bucket/${key}`);
      expect(stored?.body.equals(Buffer.concat(pieces))).toBe(true);
      expect(stored?.headers['content-type']).toBe('text/csv');
    }
  });

  it('are not there where their pieces end in a failure', async () => {
    const failing = async function* () {
      yield Buffer.alloc(9_000_000);
      yield Buffer.alloc(9_000_000);
      throw new Error('The source broke.');
    };
    await expect(store().put('datasets/broken.csv', failing())).rejects.toThrow('The source broke.');
    expect(await store().get('datasets/broken.csv')).toBeUndefined();
  });

  it('come back in pieces too, never whole in memory', async () => {
    const body = Buffer.alloc(3_000_000, 'piece');
    await store().put('datasets/long.csv', body);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await store().open('datasets/long.csv')) ?? []) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
    expect(await store().open('nothing')).toBeUndefined();
  });

  it('are undefined where there is none, and deleting none is no error', async () => {
    expect(await store().get('nothing')).toBeUndefined();
    await store().delete('nothing');
  });

  it('are undefined to a role that may list only their folder, and refused where they are there', async () => {
    const refusal = { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    await store().put('answers/other', Buffer.from('x'));
    faults.push(refusal);
    expect(await store().get('answers/oth')).toBeUndefined();
    faults.push(refusal);
    await expect(store().get('answers/other')).rejects.toMatchObject({ name: 'AccessDenied' });
    faults.push(refusal, refusal);
    await expect(store().get('answers/oth')).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(faults).toHaveLength(0);
  });

  it.each(refusedKeys)('are refused under the key %j, as files are', async (key) => {
    await expect(store().put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(store().get(key)).rejects.toThrow(RangeError);
    await expect(store().delete(key)).rejects.toThrow(RangeError);
    await expect(store().downloadUrl(key, { fileName: 'x', expiresInSeconds: 1 })).rejects.toThrow(
      RangeError,
    );
  });

  it('are listed by prefix, in order, over every page', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `usage/dt=2026-11-0${index + 1}/part-1.csv`);
    for (const key of keys) await store().put(key, Buffer.from(key));
    await store().put('other/file', Buffer.from(''));
    expect(await all(store().list('usage/'))).toEqual(keys);
    await store().delete(keys[0] ?? '');
    expect(await all(store().list('usage/'))).toEqual(keys.slice(1));
  });

  it('are downloaded by a link that carries its own signature', async () => {
    await store().put('datasets/x.csv', Buffer.from('a,b'));
    const link = await store().downloadUrl('datasets/x.csv', { fileName: 'x.csv', expiresInSeconds: 60 });
    expect(link).toContain('X-Amz-Expires=60');
    expect(await (await fetch(link)).text()).toBe('a,b');
  });

  it('are asked for again after a passing failure, and not after a refusal', async () => {
    await store().put('key', Buffer.from('here'));
    faults.push({ status: 503 }, { status: 500 });
    expect(await textOf('key')).toBe('here');
    faults.push({ status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    await expect(store().get('key')).rejects.toMatchObject({ name: 'AccessDenied' });
    expect(faults).toHaveLength(0);
    faults.push({ status: 503 }, { status: 503 }, { status: 503 });
    await expect(store().get('key')).rejects.toMatchObject({
      $metadata: { httpStatusCode: 503, attempts: 3 },
    });
  });
});

describe('a secret', () => {
  it('is read once, again after five minutes, and at once after a failure', async () => {
    const answers: WireAnswer[] = [
      { status: 400, body: '{"__type":"AccessDeniedException"}' },
      { status: 200, body: '{"SecretString":"first"}' },
      { status: 200, body: '{"SecretString":"second"}' },
    ];
    const asked: string[] = [];
    const wire = await startWireServer((_request, body) => {
      asked.push(JSON.parse(body.toString()).SecretId);
      return answers.shift() ?? { status: 400 };
    });
    let now = 0;
    const secrets = createSecretStore(config(wire.url), () => now);
    await expect(secrets.read('arn:1')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    expect(await Promise.all([secrets.read('arn:1'), secrets.read('arn:1')])).toEqual(['first', 'first']);
    now = 5 * 60_000 - 1;
    expect(await secrets.read('arn:1')).toBe('first');
    now = 5 * 60_000 + 1;
    expect(await secrets.read('arn:1')).toBe('second');
    expect(asked).toEqual(['arn:1', 'arn:1', 'arn:1']);
    await wire.stop();
  });
});

async function* inPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function all(keys: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = [];
  for await (const key of keys) collected.push(key);
  return collected;
}
