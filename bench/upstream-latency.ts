import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { Caller } from '#test/support/service/running-service.ts';
import { connectProvider } from '#test/support/upstream/connected.ts';
import { startLiveService } from '#test/support/upstream/live-service.ts';
import { unitedStates } from '#test/support/upstream/questions.ts';

/**
 * The time that the service adds to a question by itself. The test server
 * answers at once, so that what is left is ours: the server's own time is
 * measured beside it, by asking it directly.
 *
 *   npm run bench -- upstream-latency --questions 200
 */
const { values } = parseArgs({ options: { questions: { type: 'string', default: '200' } } });
const questions = Number(values.questions);
const warmUp = 20;

async function timed(ask: (number: number) => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const taken: number[] = [];
  for (let number = -warmUp; number < questions; number += 1) {
    const start = performance.now();
    await ask(number);
    if (number >= 0) taken.push(performance.now() - start);
  }
  const sorted = taken.toSorted((a, b) => a - b);
  const quantile = (share: number) => Math.round((sorted[Math.floor(share * sorted.length)] ?? 0) * 10) / 10;
  return { p50: quantile(0.5), p95: quantile(0.95) };
}

function show(what: string, times: { readonly p50: number; readonly p95: number }): void {
  process.stdout.write(`${JSON.stringify({ what, ...times })}\n`);
}

async function serverAlone(): Promise<void> {
  const provider = await connectProvider();
  const { upstream } = provider;
  const authorization = `Basic ${Buffer.from(`${upstream.login}:${upstream.password}`).toString('base64')}`;
  const ask = async (number: number) => {
    const task = {
      keyword: `direct ${number}`,
      location_code: 2840,
      language_code: 'en',
      device: 'desktop',
      depth: 10,
    };
    const response = await fetch(`${upstream.baseUrl}/v3/serp/google/organic/live/advanced`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify([task]),
    });
    return response.text();
  };
  show('test server alone', await timed(ask));
  const listing = (number: number) =>
    provider.open().liveListings.listing(`port ${Math.max(0, number)}`, unitedStates, 10);
  show('listing at the port, fetched', await timed((number) => listing(number + 1_000)));
  show('listing at the port, cached', await timed(() => listing(1_000)));
  await provider.stop();
}

async function wholeCalls(): Promise<void> {
  const live = await startLiveService();
  const caller: Caller = await live.service.openAccount(100_000);
  const serp = (query: string, location: string) =>
    caller.post('/v1/tools/inspect_serp', { query, location });
  // The listing of a city does not grow the stored index, that of a country does.
  const city = 'Austin,Texas,United States';
  show('inspect_serp over HTTP, cached', await timed(() => serp('cached', city)));
  show('inspect_serp over HTTP, fetched', await timed((number) => serp(`fetched ${number}`, city)));
  const country = 'United States';
  show(
    'inspect_serp over HTTP, fetched while each grows the index',
    await timed((number) => serp(`grown ${number}`, country)),
  );
  await live.stop();
}

await serverAlone();
await wholeCalls();
