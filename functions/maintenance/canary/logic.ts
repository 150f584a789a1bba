/** A request that needs no credential, and what a healthy service answers. */
interface Probe {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly status: number;
  /** Part of the body. */
  readonly contains: string;
}

/**
 * One request for each way into the service, as far as it costs nothing. A refusal shows
 * that authentication works, and that its header comes through the distribution.
 */
const probes: readonly Probe[] = [
  { path: '/healthz', status: 200, contains: '"ok"' },
  { path: '/v1/capabilities', status: 200, contains: '"credit_cost"' },
  { path: '/v1/me/credits', status: 401, contains: '"missing_credentials"' },
  { method: 'POST', path: '/v1/tools/inspect_domain', status: 401, contains: '"missing_credentials"' },
  { method: 'POST', path: '/mcp', status: 401, contains: '"missing_credentials"' },
  // Signs no one in, but needs the tables and the signing keys that signing in needs.
  { path: '/.well-known/jwks.json', status: 200, contains: '"keys"' },
];

const probeTimeoutMs = 5_000;

/** Asks all of the probes at once; the error of a failed one says which, and what came instead. */
export async function probeService(baseUrl: string): Promise<void> {
  await Promise.all(probes.map((probe) => ask(baseUrl, probe)));
}

async function ask(baseUrl: string, { method = 'GET', path, status, contains }: Probe): Promise<void> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: '{}' }),
    signal: AbortSignal.timeout(probeTimeoutMs),
  });
  const body = await response.text();
  if (response.status !== status || !body.includes(contains))
    throw new Error(`${path} answered ${response.status}, expected ${status} with ${contains}`);
  if (status === 401 && !response.headers.has('www-authenticate'))
    throw new Error(`${path} answered 401 without WWW-Authenticate`);
}
