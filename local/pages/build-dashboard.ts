import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { takes } from '#local/http/gateway.ts';
import { dashboardDocument, dashboardHeaders, dashboardSection } from '#shared/contract/dashboard-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'dashboard');
const bundler = join(root, 'node_modules/vite/bin/vite.js');
const cache = join(root, 'node_modules/.cache');

/** Where the built dashboard is; all of it is served as it lies there. */
export const dashboardFolder = join(source, 'dist');

/** Names the sources that the files were built from. */
const marker = '.built-from';

/**
 * Builds the dashboard when it is missing or its sources have changed since;
 * true where it had to be built. A check takes some 20 ms, a build about 2 s,
 * in a process of its own. Several at once may build, and each leaves a whole
 * dashboard behind.
 */
export async function buildDashboard(): Promise<boolean> {
  const wanted = await sourceDigest();
  if (await isBuiltFrom(wanted)) return false;
  const draft = join(cache, `oriel-dashboard-${process.pid}`);
  await mkdir(cache, { recursive: true });
  await runBundler(draft);
  await writeFile(join(draft, marker), wanted);
  // What another process built meanwhile may be in use already, and stays.
  if (!(await isBuiltFrom(wanted))) await replaceWith(draft);
  await rm(draft, { recursive: true, force: true });
  return true;
}

async function isBuiltFrom(wanted: string): Promise<boolean> {
  const built = await readFile(join(dashboardFolder, marker), 'utf8').catch(() => undefined);
  return built === wanted;
}

/** Puts a build in the place of the one before, which is removed once the new one is there: removing takes far longer than renaming. */
async function replaceWith(draft: string): Promise<void> {
  const former = `${draft}-former`;
  await rename(dashboardFolder, former).catch(unless('ENOENT'));
  // Another build of the same sources may have been put there in between.
  await rename(draft, dashboardFolder).catch(unless('ENOTEMPTY', 'EEXIST'));
  await rm(former, { recursive: true, force: true });
}

function unless(...codes: readonly string[]) {
  return (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };
}

async function runBundler(outDir: string): Promise<void> {
  const args = [bundler, 'build', source, '--outDir', outDir, '--emptyOutDir', '--logLevel', 'error'];
  // Whatever this process runs as, people get React without its development half.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const killWithUs = () => child.kill();
  process.once('exit', killWithUs);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.removeListener('exit', killWithUs);
  if (code !== 0) throw new Error(`The dashboard could not be built: ${complaint}`);
}

/** What the build takes from outside of its folder. */
const outside = [
  'package-lock.json',
  'functions/reference/example-answers.json',
  'shared/contract/dashboard-pages.ts',
  'shared/http/visitor-page.ts',
  'shared/platform/csv.ts',
];

/** A digest of everything that can change the build: the app, its settings and the locked dependencies. */
async function sourceDigest(): Promise<string> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(dashboardFolder))
    .toSorted();
  const hash = createHash('sha256');
  for (const path of [...outside.map((name) => join(root, name)), ...files]) {
    hash.update(relative(root, path)).update('\0');
    hash.update(await readFile(path)).update('\0');
  }
  return hash.digest('hex');
}

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
