import type { IncomingMessage } from 'node:http';

/**
 * The URL that a request asks for, or undefined where its target is none. A
 * path is never read as an address: `//host/path` is a path that begins with
 * two slashes. A client may send a whole address (RFC 9112, 3.2.2); it is read
 * where its host is a name of this service.
 */
export function requestTarget(
  { url = '/' }: Pick<IncomingMessage, 'url'>,
  isOwnName: (host: string) => boolean,
): URL | undefined {
  if (url.startsWith('/')) return URL.parse(`http://localhost${url}`) ?? undefined;
  const target = /^https?:\/\//iu.test(url) ? URL.parse(url) : null;
  return target && isOwnName(target.host) ? target : undefined;
}
