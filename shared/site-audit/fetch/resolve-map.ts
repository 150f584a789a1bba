/** Where connections to `host:port` really go; a test seam, honored on one machine only. */
export type ResolveMap = ReadonlyMap<string, { readonly address: string; readonly port: number }>;

/**
 * Reads `shop.example:443=127.0.0.1:8443,…`, as curl's `--resolve` does it.
 * Throws a RangeError that names the part which cannot be read.
 */
export function parseResolveMap(text: string): ResolveMap {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return new Map(parts.map(parsePart));
}

function parsePart(part: string): [string, { address: string; port: number }] {
  const match = /^([^:=]+):(\d{1,5})=(\[[^\]]+\]|[^:]+):(\d{1,5})$/u.exec(part);
  const [, host, port, address, targetPort] = match ?? [];
  if (host === undefined || address === undefined)
    throw new RangeError(`"${part}" is not of the form host:port=address:port.`);
  return [
    `${host.toLowerCase()}:${Number(port)}`,
    { address: address.replace(/^\[|\]$/gu, ''), port: Number(targetPort) },
  ];
}

/** The key of the map under which a URL's connection would be listed. */
export function resolveKey(url: URL): string {
  return `${url.hostname}:${url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port}`;
}
