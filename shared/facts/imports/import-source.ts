import type { Readable } from 'node:stream';
import { fileSeconds } from '#shared/facts/ports/fact.ts';

/** One text to import: a file, or an entry of an archive. Opened again for each pass over it. */
export interface ImportSource {
  /** As the operator named it, with the entry's name where it is in an archive. */
  readonly name: string;
  readonly bytes: number;
  /** Unix seconds of its last change. */
  readonly changedAt: number;
  open(): Promise<Readable>;
}

/** A folder or archive counts as one; its files tell about each other. */
export interface ImportBundle {
  readonly name: string;
  readonly sources: readonly ImportSource[];
  close(): Promise<void>;
}

/** A day such as `2025-09-26`, `2025_09_26` or `20250926`. */
const days = /(?<!\d)(20\d\d)([-_.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)/gu;

/**
 * When rows were seen that do not say so, in Unix seconds: on the last day that is named above the table, else
 * in the name of its file; else all that is known is the time of the file.
 */
export function seenAtOf({ name, changedAt }: Pick<ImportSource, 'name' | 'changedAt'>, above = ''): number {
  for (const text of [above, name]) {
    const times = [...text.matchAll(days)].map(([, year, , month, day]) =>
      Date.parse(`${year}-${month}-${day}`),
    );
    const said = times.findLast((time) => time / 1000 <= changedAt + daySeconds);
    if (said !== undefined) return said / 1000;
  }
  return fileSeconds(changedAt);
}

const daySeconds = 86_400;

/** Names of files that may hold something to import, in a folder or an archive. */
export const readableNames = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/iu;
