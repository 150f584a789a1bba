const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Where a redirect URI leads. */
export interface RedirectTarget {
  /** For the connection's record: a host, or a scheme of an app. */
  readonly host: string;
  /** For the person who consents. */
  readonly words: string;
  /** For the page's policy on where its form may end. */
  readonly source: string;
}

export function describeRedirect(uri: string): RedirectTarget {
  const { protocol, hostname, host } = new URL(uri);
  const scheme = protocol.slice(0, -1);
  if (protocol !== 'http:' && protocol !== 'https:')
    return { host: `${scheme}:`, words: `the app “${scheme}” on this device`, source: protocol };
  if (loopbackHosts.has(hostname))
    return { host: hostname, words: `a program on this computer (${host})`, source: `${protocol}//${host}` };
  return { host: hostname, words: host, source: `${protocol}//${host}` };
}
