import { pipeline, type Readable, type Transform } from 'node:stream';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzipSync,
  inflateSync,
} from 'node:zlib';

/** A body that cannot be taken: `too_large` or `bad_encoding`. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly reason: 'too_large' | 'bad_encoding';

  constructor(reason: BodyError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** More than one encoding is lawful (RFC 9110, 8.4) and rare; more than three is an attack. */
const mostEncodings = 3;

type Decode = (packed: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

interface Decoder {
  /** The whole at once. */
  readonly decode: Decode;
  /** Piece by piece, for a body of which only the start is wanted. */
  readonly open: () => Transform;
}

const gzip: Decoder = { decode: gunzipSync, open: createGunzip };
const decoders: Readonly<Record<string, Decoder>> = {
  gzip,
  'x-gzip': gzip,
  deflate: { decode: inflateSync, open: createInflate },
  br: { decode: brotliDecompressSync, open: createBrotliDecompress },
};

/**
 * Reads and inflates a body of at most `maxBytes`. The cap holds for what
 * comes and for what each stage gives, so neither a bomb nor a bomb within a
 * bomb is ever inflated past it. At once rather than as a stream: within the
 * cap it takes milliseconds, and a stream for each page takes as long as the
 * inflating. Throws a BodyError, or the stream's own error.
 */
export async function readBody(body: Readable, encodings: string, maxBytes: number): Promise<Uint8Array> {
  const stages = decodingStages(encodings);
  let bytes: Uint8Array = await collect(body, maxBytes);
  for (const { decode } of stages) bytes = inflate(decode, bytes, maxBytes);
  return bytes;
}

/** The first `maxBytes` of a body, inflated; what comes after them is not read. Throws as `readBody` does. */
export async function readBodyStart(
  body: Readable,
  encodings: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const stages = decodingStages(encodings).map(({ open }) => open());
  if (stages.length > 0) pipeline([body, ...stages], () => undefined);
  const chunks: Buffer[] = [];
  let missing = maxBytes;
  try {
    // Leaving the loop destroys the last stream, and so those before it.
    for await (const chunk of stages.at(-1) ?? body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, missing));
      missing -= bytes.byteLength;
      if (missing <= 0) break;
    }
  } catch (error) {
    throw asBodyError(error);
  }
  return Buffer.concat(chunks);
}

/** By events: most bodies come in one piece, for which an iterator takes longer than everything else here. */
function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  let seen = 0;
  body.on('data', (chunk: Buffer) => {
    seen += chunk.byteLength;
    chunks.push(chunk);
    if (seen > maxBytes) body.destroy(new BodyError('too_large', 'The body is larger than the cap.'));
  });
  body.on('end', () => resolve(Buffer.concat(chunks)));
  body.on('error', reject);
  body.on('close', () =>
    reject(Object.assign(new Error('The body broke off.'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })),
  );
  return promise;
}

function inflate(decode: Decode, packed: Uint8Array, maxBytes: number): Uint8Array {
  if (packed.byteLength === 0) return packed;
  try {
    return decode(packed, { maxOutputLength: maxBytes });
  } catch (error) {
    throw asBodyError(error);
  }
}

function decodingStages(encodings: string): Decoder[] {
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > mostEncodings)
    throw new BodyError('bad_encoding', 'The body is encoded more than three times.');
  return names.toReversed().map((name) => {
    const decoder = Object.hasOwn(decoders, name) ? decoders[name] : undefined;
    if (decoder === undefined)
      throw new BodyError('bad_encoding', 'The body has an encoding that was not asked for.');
    return decoder;
  });
}

/** zlib's own errors carry codes that start with `Z_` (gzip, deflate) or `ERR_` and `ERR__ERROR_` (brotli). */
function asBodyError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'ERR_BUFFER_TOO_LARGE') return new BodyError('too_large', 'The body is larger than the cap.');
  if (/^(?:Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING|ERR_ZLIB)/u.test(code))
    return new BodyError('bad_encoding', 'The body cannot be inflated.');
  return error;
}
