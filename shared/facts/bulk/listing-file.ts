import { join } from 'node:path';
import type { ChangedListing } from '#shared/facts/stored-index/items/rival-list.ts';
import { createLineReader, createLineWriter } from './line-files.ts';
import { spooled } from './spool-lines.ts';

const fileOf = (folder: string, shard: number) => join(folder, `listings-${shard}`);

/** Who stands where in the listing of each keyword, for counting the rivals of its sites. */
export function createListingWriter(folder: string, shard: number) {
  const lines = createLineWriter(fileOf(folder, shard));
  return {
    /** Where it lies: shard, first byte and length. */
    add(places: ReadonlyMap<string, number>): string {
      const line = spooled(JSON.stringify([...places].flat()));
      return `${shard}:${lines.add(line)}:${line.length}`;
    },
    close: lines.close,
  };
}

const noneGone: ReadonlySet<string> = new Set();

/** Reads listings by where they lie. */
export function createListingReader(folder: string, shards: number) {
  const files = Array.from({ length: shards }, (_, shard) => createLineReader(fileOf(folder, shard)));
  return {
    read(place: string): ChangedListing {
      const [shard = 0, offset = 0, length = 0] = place.split(':').map(Number);
      const text = files[shard]?.read(offset, length).toString() ?? '[]';
      const flat: (string | number)[] = JSON.parse(text);
      const sites = new Map<string, number>();
      for (let index = 0; index < flat.length; index += 2)
        sites.set(String(flat[index]), Number(flat[index + 1]));
      return { sites, gone: noneGone };
    },
    close(): void {
      for (const file of files) file.close();
    },
  };
}
