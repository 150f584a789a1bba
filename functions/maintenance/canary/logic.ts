/** A request that needs no credential, and what a healthy service answers. */
interface Probe {
  readonly path: string;
  readonly status: number;
  /** Part of the body. */
  readonly contains: string;
}

const probes: readonly Probe[] = [
  { path: '/healthz', status: 200, contains: '"ok"' },
  { path: '/v1/capabilities', status: 200, contains: '"credit_cost"' },
  // A refusal shows that authentication works, and that its header comes through the distribution.
  { path: '/v1/me/credits', status: 401, contains: '"missing_credentials"' },
];

const probeTimeoutMs = 5_000;

/** Asks each of the probes; the error of a failed one says which, and what came instead. */
export async function probeService(baseUrl: string): Promise<void> {
  for (const { path, status, contains } of probes) {
    const response = await fetch(`${baseUrl}${path}`, { signal: AbortSignal.timeout(probeTimeoutMs) });
    const body = await response.text();
    if (response.status !== status || !body.includes(contains))
      throw new Error(`${path} answered ${response.status}, expected ${status} with ${contains}`);
    if (status === 401 && !response.headers.has('www-authenticate'))
      throw new Error(`${path} answered 401 without WWW-Authenticate`);
  }
}
