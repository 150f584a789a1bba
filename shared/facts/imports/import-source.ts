import type { Readable } from 'node:stream';

/** One text to import: a file, or an entry of an archive. Opened again for each pass over it. */
export interface ImportSource {
  /** As the operator named it, with the entry's name where it is in an archive. */
  readonly name: string;
  readonly bytes: number;
  /** Unix seconds of its last change: when its rows were seen, where they do not say. */
  readonly changedAt: number;
  open(): Promise<Readable>;
}

/** A folder or archive counts as one; its files tell about each other. */
export interface ImportBundle {
  readonly name: string;
  readonly sources: readonly ImportSource[];
  close(): Promise<void>;
}

/** Names of files that may hold something to import, in a folder or an archive. */
export const readableNames = /\.(?:csv|tsv|txt|json|jsonl|ndjson)$/iu;
