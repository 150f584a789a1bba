import { pipeline, type Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

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

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};

/**
 * Reads and inflates a body of at most `maxBytes`. The cap holds after every
 * stage, so neither a bomb nor a bomb within a bomb is ever inflated past it.
 * Throws a BodyError, or the stream's own error.
 */
export async function readBody(body: Readable, encodings: string, maxBytes: number): Promise<Uint8Array> {
  const stages = decodingStages(encodings);
  const caps = stages.flatMap((stage) => [capBytes(maxBytes), stage()]);
  const last = capBytes(maxBytes);
  const done = new Promise<void>((resolve, reject) => {
    pipeline([body, ...caps, last], (error) => (error ? reject(error) : resolve()));
  });
  const chunks: Uint8Array[] = [];
  last.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  try {
    await done;
  } catch (error) {
    throw asBodyError(error);
  }
  return Buffer.concat(chunks);
}

function decodingStages(encodings: string): (() => Transform)[] {
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

function capBytes(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, callback) {
      seen += chunk.byteLength;
      if (seen <= maxBytes) callback(null, chunk);
      else callback(new BodyError('too_large', 'The body is larger than the cap.'));
    },
  });
}

/** zlib's own errors carry codes that start with `Z_` (gzip, deflate) or `ERR_` and `ERR__ERROR_` (brotli). */
function asBodyError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (/^(?:Z_|ERR__ERROR_|ERR_BROTLI|ERR_PADDING|ERR_ZLIB)/u.test(code))
    return new BodyError('bad_encoding', 'The body cannot be inflated.');
  return error;
}
