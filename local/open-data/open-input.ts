import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import * as v from 'valibot';
import { NotAGraphFile } from '#shared/facts/web-graph/graph-lines.ts';

/** A file or address, plain or gzip, as it is read. */
export interface OpenedInput {
  /** Unpacked. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Of the file as it lies there, so far. */
  readonly bytesRead: () => number;
  /** Bytes in all; undefined where a server does not say. */
  readonly size: () => number | undefined;
}

/**
 * Opens a file or an address. What an address gives is kept below `folder`
 * while it is read, so that a run that was killed goes on where it ended: it
 * reads what is there and asks for the rest.
 */
export function openInput(source: string, folder: string): OpenedInput {
  const counted: Counted = { read: 0, size: undefined };
  const raw = isAddress(source) ? downloaded(source, folder, counted) : ofFile(source, counted);
  return { chunks: unpacked(raw, source), bytesRead: () => counted.read, size: () => counted.size };
}

export function isAddress(source: string): boolean {
  return /^https?:\/\//u.test(source);
}

interface Counted {
  read: number;
  size: number | undefined;
}

async function* ofFile(path: string, counted: Counted): AsyncGenerator<Buffer> {
  counted.size = (await stat(path)).size;
  yield* countedChunks(createReadStream(path, { highWaterMark: 1 << 20 }), counted);
}

async function* countedChunks(stream: AsyncIterable<unknown>, counted: Counted): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('A file is read as bytes.');
    counted.read += chunk.length;
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

const gzipMark = Buffer.from([0x1f, 0x8b]);

async function* unpacked(raw: AsyncGenerator<Buffer>, source: string): AsyncGenerator<Buffer> {
  const first = await raw.next();
  const start = first.done ? Buffer.alloc(0) : first.value;
  const whole = async function* () {
    yield start;
    yield* raw;
  };
  if (!start.subarray(0, gzipMark.length).equals(gzipMark)) return yield* whole();
  const input = Readable.from(whole(), { objectMode: false, highWaterMark: 1 << 20 });
  const gunzip = createGunzip({ chunkSize: 1 << 20 });
  // Not a pipeline: where reading ends early, nothing has failed.
  input.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of input.pipe(gunzip)) if (chunk instanceof Buffer) yield chunk;
  } catch (error) {
    throw readableFault(error, source);
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}

/** What zlib says of a broken file, in words. */
function readableFault(error: unknown, source: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'Z_BUF_ERROR') return new NotAGraphFile(`${source} ends in the middle.`);
  if (typeof code !== 'string' || !code.startsWith('Z_')) return error;
  return new NotAGraphFile(`${source} is damaged: it cannot be unpacked.`);
}

/** What identifies the version of a file that a server has. */
const version = v.object({ version: v.nullable(v.string()), size: v.optional(v.number()) });

const mostTries = 5;
const pauseMs = 2_000;

interface Download {
  readonly address: string;
  /** What is kept of it. */
  readonly path: string;
  readonly known: v.InferOutput<typeof version>;
  readonly kept: number;
  readonly response: Response;
}

/** The bytes that are here, then those that are still there; every byte is kept before it is given. */
async function* downloaded(address: string, folder: string, counted: Counted): AsyncGenerator<Buffer> {
  const download = await takeUp(address, folder);
  const { path, kept, known } = download;
  counted.size = known.size;
  if (kept > 0)
    yield* countedChunks(createReadStream(path, { end: kept - 1, highWaterMark: 1 << 20 }), counted);
  yield* remaining(download, counted);
}

/** Asks for what is not here; begins anew where there was nothing, the file is another one, or the server gives no ranges. */
async function takeUp(address: string, folder: string): Promise<Download> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${createHash('sha256').update(address).digest('hex').slice(0, 16)}.part`);
  // Of a run that was killed it may be empty.
  const known = await readFile(`${path}.json`, 'utf8')
    .then((text) => v.parse(version, JSON.parse(text)))
    .catch(() => undefined);
  // Without a version nobody can tell whether the rest belongs to what is here.
  const kept = known?.version ? await sizeOf(path) : 0;
  const response = await ask(address, kept, known?.version ?? null);
  if (known && kept > 0 && (response.status === 206 || response.status === 416))
    return { address, path, known, kept, response };
  await rm(path, { force: true });
  const found = versionOf(response);
  await writeFile(`${path}.json`, JSON.stringify(found));
  return { address, path, known: found, kept: 0, response };
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function* remaining(download: Download, counted: Counted): AsyncGenerator<Buffer> {
  const { path, known } = download;
  let { response, kept } = download;
  const isWhole = () => known.size !== undefined && kept >= known.size;
  for (let tries = 1; !isWhole(); tries += 1) {
    const before = kept;
    for await (const chunk of untilBroken(keptChunks(response, path))) {
      kept += chunk.length;
      counted.read += chunk.length;
      yield chunk;
    }
    if (known.size === undefined || isWhole()) return;
    if (kept > before) tries = 1;
    response = await askAgain(download, kept, tries);
  }
}

async function askAgain({ address, known }: Download, kept: number, tries: number): Promise<Response> {
  if (tries >= mostTries)
    throw new Error(`${address} broke off after ${kept} bytes. The same command goes on from there.`);
  await pause(pauseMs);
  const response = await ask(address, kept, known.version);
  if (kept === 0 || response.status === 206) return response;
  throw new Error(`${address} changed while it was read. Give the command again: it begins anew.`);
}

/** What came before the connection was lost. */
async function* untilBroken(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* chunks;
  } catch (error) {
    // What fetch says of a lost connection; a full disk is another kind.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function* keptChunks(response: Response, path: string): AsyncGenerator<Buffer> {
  if (!response.body) return;
  const file = createWriteStream(path, { flags: 'a' });
  try {
    for await (const bytes of response.body) {
      const chunk = Buffer.from(bytes);
      await new Promise<void>((done, reject) => {
        file.write(chunk, (error) => (error ? reject(error) : done()));
      });
      yield chunk;
    }
  } finally {
    await new Promise<void>((done) => {
      file.end(done);
    });
  }
}

async function ask(address: string, from: number, known: string | null): Promise<Response> {
  const headers = {
    'accept-encoding': 'identity',
    ...(from > 0 && { range: `bytes=${from}-`, ...(known !== null && { 'if-range': known }) }),
  };
  const response = await fetch(address, { headers }).catch((cause: unknown) => {
    throw new Error(`${address} cannot be reached. The same command goes on where it ended.`, { cause });
  });
  if (response.ok || response.status === 416) return response;
  throw new Error(`${address} answers ${response.status}.`);
}

function versionOf({ headers }: Response): v.InferOutput<typeof version> {
  const etag = headers.get('etag');
  // A weak tag does not promise the same bytes.
  const tag = etag !== null && !etag.startsWith('W/') ? etag : headers.get('last-modified');
  const length = headers.get('content-length');
  return { version: tag, ...(length !== null && { size: Number(length) }) };
}
