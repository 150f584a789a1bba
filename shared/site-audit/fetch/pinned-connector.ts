import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { isPublicAddress } from './target-url.ts';

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

/** All addresses of a name, as `dns.lookup` with `all` gives them. */
export type AddressLookup = (host: string) => Promise<readonly LookupAddress[]>;

/** A connection that was not made, or not kept, because of where it would lead. */
export class UnsafeAddressError extends Error {
  override readonly name = 'UnsafeAddressError';
}

interface ConnectorOptions {
  readonly lookup?: AddressLookup | undefined;
  readonly resolve?: ResolveMap | undefined;
  /** Certificates (PEM) that mapped test sites must show; without them, theirs are not verified. */
  readonly ca?: string | undefined;
  readonly connectTimeoutMs: number;
}

const lookupAll: AddressLookup = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/**
 * Connects only to addresses that were checked. The certificates that are trusted are read once: doing it for each
 * connection takes as long as the handshake. The look-up runs once for
 * each connection and its answers are what the socket dials, so no second
 * answer (DNS rebinding) can slip in between; one closed address among the
 * answers closes the whole name.
 */
export function createPinnedConnector(options: ConnectorOptions): buildConnector.connector {
  const shared = { allowH2: false, timeout: options.connectTimeoutMs };
  const connectPublic = buildConnector({
    ...shared,
    secureContext: createSecureContext(),
    lookup: checkedLookup(options.lookup ?? lookupAll),
    autoSelectFamily: true,
  });
  const connectMapped = buildConnector({
    ...shared,
    secureContext: createSecureContext(options.ca === undefined ? {} : { ca: options.ca }),
    rejectUnauthorized: options.ca !== undefined,
  });

  return (target, callback) => {
    const port = target.port === '' ? (target.protocol === 'https:' ? '443' : '80') : target.port;
    const mapped = options.resolve?.get(`${target.hostname}:${port}`);
    if (mapped !== undefined) {
      const { address, port: mappedPort } = mapped;
      connectMapped(
        { ...target, hostname: address, port: String(mappedPort), servername: target.hostname },
        callback,
      );
      return;
    }
    connectPublic(target, (error, socket) => {
      if (error !== null) return callback(error, null);
      // The last line: whatever resolved the name, this is where the socket is.
      if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(new UnsafeAddressError('The connection led to an address that is not public.'), null);
    });
  };
}

function checkedLookup(lookup: AddressLookup): LookupFunction {
  return (host, options, callback) => {
    const answer = isIP(host)
      ? Promise.resolve([{ address: host, family: isIP(host) }])
      : Promise.resolve().then(() => lookup(host));
    answer.then(requirePublic).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family ?? 4);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''),
    );
  };
}

function requirePublic(addresses: readonly LookupAddress[]): readonly LookupAddress[] {
  if (addresses.length === 0) throw Object.assign(new Error('No address.'), { code: 'ENOTFOUND' });
  if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
  throw new UnsafeAddressError('The name resolves to an address that is not public.');
}
