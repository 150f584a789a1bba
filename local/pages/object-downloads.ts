import type { IncomingMessage, ServerResponse } from 'node:http';
import { openObjectLink } from '#shared/platform/object-store/object-links.ts';
import type { LocalFoundation } from '../foundation.ts';

/** Downloads by signed link, which S3 serves when deployed. */
export function serveObjects({
  links,
  objects,
  baseUrl,
}: Pick<LocalFoundation, 'links' | 'objects' | 'baseUrl'>) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> => {
    if (request.method !== 'GET') return false;
    const download = await openObjectLink(new URL(`${baseUrl}${url.pathname}${url.search}`), links, objects);
    if (!download) return false;
    response.writeHead(200, download.headers);
    response.end(download.body);
    return true;
  };
}
