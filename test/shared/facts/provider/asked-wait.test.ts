import { createServer } from 'node:http';
import { createSpend } from '#shared/facts/ports/fact.ts';
import { createHttpClient } from '#shared/facts/provider/dataforseo/client/http-client.ts';
import { listenOnLoopback } from '#test/support/listen.ts';

/** What a client makes of a refusal with this `Retry-After`. */
async function refusedWith(status: number, retryAfter: string | undefined) {
  const server = createServer((_, response) => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end('no');
  });
  const port = await listenOnLoopback(server);
  const http = createHttpClient({ login: 'a', password: 'b', baseUrl: `http://127.0.0.1:${port}` });
  const outcome = await http({
    path: '/v3/appendix/user_data',
    priceMicroUsd: 0,
    signal: AbortSignal.timeout(10_000),
    spend: createSpend(),
  });
  await new Promise((resolve) => server.close(resolve));
  if (outcome.ok) throw new Error('The refusal was taken for an answer.');
  return outcome.failure;
}

describe('a provider that says how long to leave it alone', () => {
  it('is not asked a second time before, unless that is soon', async () => {
    const soon = await refusedWith(429, '1');
    expect(soon).toMatchObject({ outcome: 'answered', askedMs: 1_000, retryAfterMs: 1_000 });
    const later = await refusedWith(429, '7');
    expect(later).toMatchObject({ outcome: 'answered', askedMs: 7_000 });
    expect(later.retryAfterMs).toBeUndefined();
    expect(later.error.headers).toEqual({ 'retry-after': '7' });
  });

  it('closes the gate for that long where it refuses the account', async () => {
    expect(await refusedWith(402, '9')).toMatchObject({ outcome: 'over_quota', askedMs: 9_000 });
    const date = await refusedWith(402, new Date(Date.now() + 3_600_000).toUTCString());
    expect(date.askedMs).toBeGreaterThan(3_000_000);
    expect(await refusedWith(402, new Date(0).toUTCString())).toMatchObject({ askedMs: 0 });
  });

  it('is judged as before where it says nothing usable', async () => {
    for (const header of [undefined, 'later', '-3', '1.5e99']) {
      const failure = await refusedWith(429, header);
      expect(failure.askedMs).toBeUndefined();
      expect(failure).toMatchObject({ retryAfterMs: 400, error: { headers: { 'retry-after': '5' } } });
    }
  });
});
