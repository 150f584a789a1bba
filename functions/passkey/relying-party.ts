const loopback = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Who we are to an authenticator. */
export interface RelyingParty {
  /** A domain name; authenticators take no IP addresses. */
  readonly id: string;
  /** Pages that may ask for our passkeys. */
  readonly origins: string[];
}

/** On one machine passkeys belong to `localhost`, under whatever loopback address the service is announced. */
export function relyingParty(dashboardUrl: string): RelyingParty {
  const url = new URL(dashboardUrl);
  if (!loopback.has(url.hostname)) return { id: url.hostname, origins: [url.origin] };
  const local = new URL(url);
  local.hostname = 'localhost';
  return { id: 'localhost', origins: [local.origin] };
}
