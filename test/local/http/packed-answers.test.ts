import { createGateway } from '#local/http/gateway.ts';
import { type Listening, listen } from '#local/http/listen.ts';

const body = JSON.stringify(Array.from({ length: 200 }, (_, at) => ({ at, domain: 'example.com' })));
let listening: Listening;

beforeAll(async () => {
  listening = await listen('127.0.0.1', 0);
  const handler = async () => ({ statusCode: 200, body });
  const routes = [{ method: 'ANY', path: '/v1/capabilities', handler, timeoutSeconds: 5 }];
  listening.handle(createGateway({ routes, baseUrl: listening.origin, reportFailure: () => {} }));
});
afterAll(() => listening.close());

async function ask(encoding: string, method = 'GET') {
  const answer = await fetch(`${listening.origin}/v1/capabilities`, {
    method,
    headers: { 'accept-encoding': encoding },
  });
  return { headers: answer.headers, text: await answer.text() };
}

describe('an answer of more than a kilobyte', () => {
  it.each(['gzip', 'br, gzip;q=0.5', 'GZIP'])(
    'travels packed to a caller that takes %s',
    async (encoding) => {
      const { headers, text } = await ask(encoding);
      expect(text === body).toBe(true);
      expect(headers.get('content-encoding')).toBe('gzip');
      expect(headers.get('vary')).toBe('accept-encoding');
      expect(Number(headers.get('content-length'))).toBeLessThan(body.length / 5);
    },
  );

  it.each(['identity', 'br', 'gzip;q=0', '*'])(
    'travels as it is to a caller that takes %s',
    async (encoding) => {
      const { headers, text } = await ask(encoding);
      expect(text === body).toBe(true);
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('content-length')).toBe(String(body.length));
    },
  );

  it('has its whole length and no body where only its head is asked for', async () => {
    const { headers, text } = await ask('gzip', 'HEAD');
    expect(text).toBe('');
    expect(headers.get('content-length')).toBe(String(body.length));
  });
});
