import { crc32 } from 'node:zlib';

/**
 * Lines of intermediate files: fields between tabs. Their text is UTF-8 with one
 * byte to a character, so that strings sort as the database sorts keys (by
 * bytes), take half the memory, and are cut out of a file without decoding it.
 */
const separator = '\t';

/** A text as the lines hold it. */
export function spooled(text: string): string {
  return Buffer.byteLength(text) === text.length ? text : Buffer.from(text).toString('latin1');
}

/** The text of a field; a copy, since what is cut out of a chunk would keep all of it in memory. */
export function unspooled(field: string): string {
  return Buffer.from(field, 'latin1').toString();
}

/** The same text by itself: a part of a line keeps the whole chunk of the file in memory that it was cut out of. */
export function detached(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** Keys hold neither tabs nor line ends: keywords have single spaces, and addresses escape both. */
export function spoolLine(...fields: readonly string[]): string {
  return spooled(fields.join(separator));
}

/** The first fields of a line, and all that follows them as the last. */
export function spoolFields(line: string, count: number): string[] {
  const fields: string[] = [];
  let start = 0;
  while (fields.length < count - 1) {
    const end = line.indexOf(separator, start);
    if (end < 0) throw new Error('A line of an intermediate file is cut short.');
    fields.push(line.slice(start, end));
    start = end + 1;
  }
  return [...fields, line.slice(start)];
}

/** Which of so many shards a partition belongs to. */
export function shardOf(pk: string, shards: number): number {
  return crc32(pk) % shards;
}
