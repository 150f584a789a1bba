import { checkBody, maxBodyBytes, parseBody } from '#shared/http/call.ts';
import { runStep } from '#test/support/run-step.ts';

interface Sent {
  readonly body: string | null;
  readonly isBase64Encoded?: boolean;
  readonly headers?: Record<string, string>;
}

async function read(
  { body, isBase64Encoded = false, headers = {} }: Sent,
  use?: 'ignored',
): Promise<unknown> {
  const requestBytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  const event = { body, isBase64Encoded, headers, call: { headers, requestBytes } };
  await runStep(checkBody(use), event);
  await runStep(parseBody(), event);
  return event.body;
}

describe('the body of a request', () => {
  it.each([
    ['{"domain":"a.example"}', { domain: 'a.example' }],
    ['  ', null],
    [null, null],
  ])('is read as JSON: %j', async (body, value) => {
    expect(await read({ body })).toEqual(value);
    const encoded = Buffer.from(body ?? '').toString('base64');
    expect(await read({ body: encoded, isBase64Encoded: true })).toEqual(value);
  });

  it('never holds half of a character', async () => {
    expect(await read({ body: '{"a":"x\\ud800"}' })).toEqual({ a: 'x\ufffd' });
  });

  it.each([
    ['invalid_json', { body: '{"a":' }],
    ['invalid_json', { body: `${'['.repeat(30_000)}${']'.repeat(30_000)}` }],
    ['invalid_json', { body: Buffer.from([0xff, 0xfe]).toString('base64'), isBase64Encoded: true }],
    ['body_too_large', { body: 'x'.repeat(maxBodyBytes + 1) }],
    ['unsupported_media_type', { body: 'a=1', headers: { 'content-type': 'text/plain' } }],
    ['unsupported_media_type', { body: '{}', headers: { 'content-encoding': 'gzip' } }],
  ])('is refused with %s', async (code, sent) => {
    await expect(read(sent)).rejects.toMatchObject({ code });
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/Problem+JSON'])(
    'may be of the type %s',
    async (type) => {
      expect(await read({ body: '{}', headers: { 'content-type': type } })).toEqual({});
    },
  );

  it('is not looked at where an endpoint takes none', async () => {
    expect(await read({ body: 'no json' }, 'ignored')).toBeNull();
    await expect(read({ body: 'x'.repeat(maxBodyBytes + 1) }, 'ignored')).rejects.toMatchObject({
      code: 'body_too_large',
    });
  });
});
