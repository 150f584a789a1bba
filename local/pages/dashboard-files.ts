import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { takes } from '#local/http/gateway.ts';
import { dashboardHeaders } from '#shared/contract/dashboard-headers.ts';
import { dashboardDocument, dashboardSection } from '#shared/contract/dashboard-pages.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves the built dashboard as the distribution does when deployed: files
 * under their name, and for every other address that a browser opens the
 * document of its page, or with 404 that of unknown addresses. Waits until
 * `prepare` has built them. False where the request is none of the dashboard's.
 */
export function serveDashboard(folder: string, prepare: () => Promise<unknown>) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> => {
    const path = dashboardPath(request, url);
    if (!path) return false;
    await prepare();
    const file = await findFile(folder, path);
    if (!file) return false;
    response.statusCode = path === dashboardDocument(undefined) ? 404 : 200;
    sendFile(file, request, response);
    return true;
  };
}

interface FoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Packed where the browser takes it, as the distribution does: scripts travel at a third of their size. */
function sendFile(
  { path, bytes, headers }: FoundFile,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const packing = packingFor(request);
  const size = packing ? { 'content-encoding': packing } : { 'content-length': bytes };
  response.writeHead(response.statusCode, {
    ...dashboardHeaders(),
    ...headers,
    vary: 'accept-encoding',
    ...size,
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const content = createReadStream(path);
  if (packing) content.pipe(packings[packing]()).pipe(response);
  else content.pipe(response);
}

/** Quality 5 packs as fast as gzip and a twentieth smaller; 11 would take a hundred times as long. */
const packings = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};

function packingFor(request: IncomingMessage): keyof typeof packings | undefined {
  return (['br', 'gzip'] as const).find((packing) => takes(packing, request));
}

/** Which file a request is for. A program that asks a wrong address gets our problem body, not a page. */
function dashboardPath({ method, headers }: IncomingMessage, { pathname }: URL): string | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const section = dashboardSection(pathname);
  // The page of a site ends in its domain: what is below a page is never a file.
  if (section === undefined && extname(pathname) !== '') return pathname;
  const isPage = pathname === '/' || headers.accept?.includes('text/html');
  return isPage ? dashboardDocument(section) : undefined;
}

async function findFile(folder: string, pathname: string): Promise<FoundFile | undefined> {
  const path = normalize(join(folder, pathname));
  if (!path.startsWith(normalize(folder + sep))) return undefined;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return undefined;
  const headers = {
    'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
    // Names under /assets/ carry a hash of their content.
    'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  return { path, bytes: found.size, headers };
}
