const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Schemes of editors and agents that predate the rule that a private scheme is
 * a reversed domain name (RFC 8252, 7.1). Any other scheme without a dot belongs
 * to the system or to a program that never asked for a code.
 */
const editorSchemes = new Set([
  'antigravity',
  'claude',
  'code-oss',
  'cursor',
  'goose',
  'jetbrains',
  'kiro',
  'lmstudio',
  'positron',
  'raycast',
  'trae',
  'vscode',
  'vscode-insiders',
  'vscodium',
  'warp',
  'windsurf',
  'zed',
]);

/** Why a redirect URI is not taken, or undefined. Web addresses are left to the library's own rules. */
export function redirectFault(uri: unknown): string | undefined {
  const scheme = typeof uri === 'string' ? URL.parse(uri)?.protocol.slice(0, -1) : undefined;
  if (scheme === undefined || scheme === 'http' || scheme === 'https') return undefined;
  if (scheme.includes('.') || editorSchemes.has(scheme)) return undefined;
  return `redirect_uris: the scheme "${scheme.slice(0, 40)}" is not accepted. Use https, a loopback address or a scheme that is a reversed domain name, such as com.example.app.`;
}

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
