import type { IncomingMessage } from 'node:http';
import { startWireServer } from '#test/support/aws/http-server.ts';

/** How the server fails; `undefined` where it answers as documented. */
export type CruxFault =
  | 'quota'
  | 'forbidden'
  | 'bad key'
  | 'down'
  | 'malformed'
  | 'not its own 404'
  | 'hangs'
  | 'floods';

interface Asked {
  readonly origin?: string;
  readonly url?: string;
  readonly formFactor?: string;
}

/** Shares that add up to 1 by the bounds of developer.chrome.com/docs/crux/api. */
const bins = (bounds: readonly [unknown, unknown], densities: readonly number[]) => [
  { start: 0, end: bounds[0], density: densities[0] },
  { start: bounds[0], end: bounds[1], density: densities[1] },
  { start: bounds[1], ...(densities[2] === 0 ? {} : { density: densities[2] }) },
];

/** A record as the API answers it; the layout's shift comes as text, and a bin without visits has no density. */
function recordOf({ origin, url, formFactor }: Asked, lcp: number) {
  return {
    record: {
      key: { ...(origin ? { origin } : { url }), ...(formFactor && { formFactor }) },
      metrics: {
        largest_contentful_paint: {
          histogram: bins([2500, 4000], [0.7012, 0.2, 0.0988]),
          percentiles: { p75: lcp },
        },
        interaction_to_next_paint: {
          histogram: bins([200, 500], [0.9, 0.1, 0]),
          percentiles: { p75: 150 },
        },
        cumulative_layout_shift: {
          histogram: bins(['0.10', '0.25'], [0.8, 0.15, 0.05]),
          percentiles: { p75: '0.04' },
        },
        first_contentful_paint: {
          histogram: bins([1800, 3000], [0.6, 0.3, 0.1]),
          percentiles: { p75: 1700 },
        },
      },
      collectionPeriod: {
        firstDate: { year: 2026, month: 10, day: 23 },
        lastDate: { year: 2026, month: 11, day: 19 },
      },
    },
  };
}

const problem = (code: number, status: string, reason?: string) => ({
  status: code,
  body: JSON.stringify({
    error: {
      code,
      status,
      message: 'said by Google',
      ...(reason && {
        details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }],
      }),
    },
  }),
});

const faults: Readonly<Record<Exclude<CruxFault, 'hangs'>, { status: number; body: string }>> = {
  quota: problem(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'),
  forbidden: problem(403, 'PERMISSION_DENIED', 'SERVICE_DISABLED'),
  'bad key': problem(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'),
  down: { status: 503, body: '<h1>Unavailable</h1>' },
  malformed: { status: 200, body: '{"record":{"metrics":[]}}' },
  'not its own 404': { status: 404, body: '<h1>Not here</h1>' },
  floods: { status: 200, body: 'x'.repeat(2_000_000) },
};

/** The Chrome UX Report on loopback, which knows these subjects: largest contentful paint by origin or address. */
export async function startFakeCrux(known: Readonly<Record<string, number>>) {
  const state: { fault: CruxFault | undefined } = { fault: undefined };
  const requests: string[] = [];
  const hanging = Promise.withResolvers<void>();
  const answerTo = ({ url = '', headers }: IncomingMessage, asked: Asked) => {
    const isSound = url === '/v1/records:queryRecord' && headers['x-goog-api-key'] === 'key';
    const lcp = known[asked.origin ?? asked.url ?? ''];
    if (!isSound) return faults.forbidden;
    return lcp === undefined
      ? problem(404, 'NOT_FOUND')
      : { status: 200, body: JSON.stringify(recordOf(asked, lcp)) };
  };
  const server = await startWireServer(async (request, body) => {
    const asked: Asked = JSON.parse(body.toString());
    requests.push(`${asked.origin ?? asked.url} ${asked.formFactor ?? 'ALL'}`);
    if (state.fault && state.fault !== 'hangs') return faults[state.fault];
    if (state.fault) await hanging.promise;
    return answerTo(request, asked);
  });
  return {
    account: { api_key: 'key', base_url: server.url },
    requests,
    state,
    async stop() {
      hanging.resolve();
      await server.stop();
    },
  };
}
