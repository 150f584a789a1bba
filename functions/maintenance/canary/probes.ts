/** A request that needs no credential, and what a healthy service answers. */
interface Request {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  readonly contains: string;
}

/** One way into the service. What fails raises an alarm of its own, so that no failure hides another. */
export interface Probe {
  /** `signal` of the log line that says so; see `lib/constructs/signal-alarms.ts`. */
  readonly signal: string;
  /** Throws an error that says what came in place of what should have. */
  run(): Promise<void>;
}

const requests: Readonly<Record<string, readonly Request[]>> = {
  canary_open_paths: [
    { path: '/healthz', status: 200, contains: '"ok"' },
    { path: '/v1/capabilities', status: 200, contains: '"credit_cost"' },
    { path: '/openapi.json', status: 200, contains: '"openapi"' },
    { path: '/v1/nowhere', status: 404, contains: '"not_found"' },
  ],
  // A refusal shows that authentication works, and that its header comes through the distribution.
  canary_refusals: [
    { path: '/v1/me/credits', status: 401, contains: '"missing_credentials"' },
    { method: 'POST', path: '/v1/tools/inspect_domain', status: 401, contains: '"missing_credentials"' },
    { method: 'POST', path: '/mcp', status: 401, contains: '"missing_credentials"' },
  ],
  // Signs no one in, but needs the tables and the signing keys that signing in needs.
  canary_sign_in: [{ path: '/.well-known/jwks.json', status: 200, contains: '"keys"' }],
  canary_dashboard: [{ path: '/', status: 200, contains: '<div id="root">' }],
};

/** Requests of one run that finds nothing wrong. */
export const requestsOfARun = Object.values(requests).flat().length;

const answerMs = 5_000;

export function freeProbes(baseUrl: string): readonly Probe[] {
  return Object.entries(requests).map(([signal, asked]) => ({
    signal,
    run: async () => {
      for (const request of asked) await ask(baseUrl, request);
    },
  }));
}

async function ask(baseUrl: string, { method = 'GET', path, status, contains }: Request): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    signal: AbortSignal.timeout(answerMs),
  });
  const body = await response.text();
  if (response.status !== status || !body.includes(contains))
    throw new Error(`${path} answered ${response.status}, expected ${status} with ${contains}`);
  if (status === 401 && !response.headers.has('www-authenticate'))
    throw new Error(`${path} answered 401 without WWW-Authenticate`);
}
