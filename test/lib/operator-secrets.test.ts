import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  askForClient,
  askForCruxKey,
  clientOf,
  cruxKeyOf,
  keepCruxKey,
  keepGoogleClient,
} from '#lib/operator-secrets.ts';
import { startWireServer } from '#test/support/aws/http-server.ts';

const first = { client_id: 'one.apps.example', client_secret: 'first' };
const second = { client_id: 'two.apps.example', client_secret: 'second' };
const environment = { ...process.env };

let kept = '';
let stop = async () => {};

beforeAll(async () => {
  const server = await startWireServer((request, body) => {
    const { SecretId, SecretString } = JSON.parse(body.toString());
    if (!['oriel/dev/google', 'oriel/dev/crux'].includes(SecretId))
      return { status: 400, body: '{"__type":"ResourceNotFoundException"}' };
    if (request.headers['x-amz-target'] === 'secretsmanager.PutSecretValue') kept = SecretString;
    return { status: 200, body: JSON.stringify({ SecretString: kept }) };
  });
  stop = server.stop;
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'any',
    AWS_SECRET_ACCESS_KEY: 'any',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: server.url,
  });
});
afterAll(async () => {
  await stop();
  process.env = { ...environment };
});

describe("a deployed stage's client at Google", () => {
  const nobody = async () => undefined;

  it('is the one that the environment names, and stays where it names none', async () => {
    kept = '{"seed":"made with the stack"}';
    expect(await keepGoogleClient('dev', { given: undefined, ask: nobody })).toContain('no client at Google');
    expect(JSON.parse(kept)).toEqual({ seed: 'made with the stack' });
    await keepGoogleClient('dev', { given: first, ask: nobody });
    expect(JSON.parse(kept)).toEqual(first);
    await keepGoogleClient('dev', { given: undefined, ask: () => Promise.reject(new Error('asked again')) });
    expect(JSON.parse(kept)).toEqual(first);
    await keepGoogleClient('dev', { given: second, ask: nobody });
    expect(JSON.parse(kept)).toEqual(second);
  });

  it('is asked for where the stage has none', async () => {
    kept = '{"seed":"made with the stack"}';
    await keepGoogleClient('dev', { given: undefined, ask: async () => first });
    expect(JSON.parse(kept)).toEqual(first);
  });

  it('is asked for at a terminal, and its secret is never shown there', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough({ encoding: 'utf8' });
    let screen = '';
    output.on('data', (text: string) => {
      screen += text;
    });
    const asked = askForClient(input, output);
    await sleep(20);
    input.write('one.apps.example\r');
    while (!screen.includes('secret')) await sleep(10);
    input.write('f1rst-s3cret\r');
    expect(await asked).toEqual({ client_id: 'one.apps.example', client_secret: 'f1rst-s3cret' });
    expect(screen).toContain('one.apps.example');
    expect(screen).not.toMatch(/f1rst|s3cret/u);
    expect(await askForClient(new PassThrough(), output)).toBeUndefined();
  });

  it('is not half named', () => {
    expect(clientOf({ GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: 'b' })).toEqual({
      client_id: 'a',
      client_secret: 'b',
    });
    expect(clientOf({})).toBeUndefined();
    expect(() => clientOf({ GOOGLE_CLIENT_ID: 'a' })).toThrow('together');
  });
});

describe("a deployed stage's key of the Chrome UX Report", () => {
  it('is the one that the environment names, or that a person types without its being shown', async () => {
    kept = '{"seed":"made with the stack"}';
    expect(await keepCruxKey('dev', { given: undefined, ask: async () => undefined })).toContain('no key');
    expect(cruxKeyOf({})).toBeUndefined();
    await keepCruxKey('dev', { given: cruxKeyOf({ CRUX_API_KEY: 'one' }), ask: async () => undefined });
    expect(JSON.parse(kept)).toEqual({ api_key: 'one' });
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough({ encoding: 'utf8' });
    let screen = '';
    output.on('data', (text: string) => {
      screen += text;
    });
    const asked = askForCruxKey(input, output);
    while (!screen.includes('not shown')) await sleep(10);
    input.write('AIza-t0p-s3cret\r');
    expect(await asked).toEqual({ api_key: 'AIza-t0p-s3cret' });
    expect(screen).not.toMatch(/AIza|s3cret/u);
  });
});
