import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';

/** What any reading of these files begins with: unpacked, and every byte looked at once. */
let lines = 0;
let sum = 0;
function look(chunk: Buffer): void {
  // Twice as fast as an iteration over the bytes.
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (byte === 10) lines += 1;
    else sum = (sum * 10 + byte) | 0;
  }
}

for (const path of process.argv.slice(2))
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }).pipe(
    createGunzip({ chunkSize: 1 << 20 }),
  ))
    if (chunk instanceof Buffer) look(chunk);
process.stdout.write(`${lines} ${sum}\n`);
