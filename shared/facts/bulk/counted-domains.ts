import { join } from 'node:path';
import type { PackedLists } from '#shared/facts/stored-index/counting/counted-head.ts';
import type { RivalTotals } from '#shared/facts/stored-index/items/competitor-ranking.ts';
import type { DomainSummary } from '#shared/facts/stored-index/items/domain-summary.ts';
import type { KeywordSet } from '#shared/facts/stored-index/items/keyword-set.ts';
import { createLineReader, createLineWriter, linesIn } from './line-files.ts';
import { detached, spooled, spoolFields, unspooled } from './spool-lines.ts';

/** A domain whose rows are counted and whose rivals are still to be found. */
export interface CountedDomain {
  readonly summary: DomainSummary;
  readonly keywords: KeywordSet;
  readonly lists: PackedLists;
  /** Where the listings of its keywords lie; of those in the set at least. */
  readonly listings: ReadonlyMap<string, string>;
}

const countedFile = (folder: string, shard: number) => join(folder, `counted-${shard}`);
const totalsFile = (folder: string, shard: number) => join(folder, `totals-${shard}`);

/** Keeps the counted domains of a shard in the order of their keys, and beside them their totals alone, to be looked up. */
export function createCountedWriter(folder: string, shard: number) {
  const lines = createLineWriter(countedFile(folder, shard));
  const totals = createLineWriter(totalsFile(folder, shard));
  return {
    /** The partition as the intermediate files hold it. */
    add(partition: string, domain: CountedDomain): void {
      const pk = detached(partition);
      const line = `${pk}\t${spooled(JSON.stringify(packed(domain)))}`;
      const offset = lines.add(line);
      const { keywords, traffic, withVolume } = domain.summary;
      const numbers = [keywords, traffic, withVolume, offset, line.length];
      totals.add(`${pk}\t${numbers.join('\t')}`);
    },
    close(): void {
      lines.close();
      totals.close();
    },
  };
}

function packed({ summary, keywords, lists, listings }: CountedDomain) {
  const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('base64');
  return {
    summary,
    share: keywords.share,
    places: [...keywords.places].map(([keyword, { position, volume }]) => [
      keyword,
      position,
      volume,
      listings.get(keyword) ?? '',
    ]),
    pages: text(lists.pages),
    further: text(lists.further),
    keywords: text(lists.keywords),
    check: lists.check,
  };
}

function unpacked(text: string): CountedDomain {
  const { summary, share, places, check, ...lists } = JSON.parse(text);
  const bytes = (base64: string | undefined) =>
    base64 === undefined ? undefined : new Uint8Array(Buffer.from(base64, 'base64'));
  const rows: readonly [string, number, number | null, string][] = places;
  return {
    summary,
    keywords: {
      share,
      places: new Map(rows.map(([keyword, position, volume]) => [keyword, { position, volume }])),
    },
    lists: {
      pages: bytes(lists.pages),
      further: bytes(lists.further),
      keywords: bytes(lists.keywords),
      check,
    },
    listings: new Map(rows.map(([keyword, , , place]) => [keyword, place])),
  };
}

/** The counted domains of a shard with their partitions, in the order of these. */
export function* countedDomains(
  folder: string,
  shard: number,
): Generator<CountedDomain & { readonly pk: string }> {
  for (const line of linesIn(countedFile(folder, shard))) {
    const [pk = '', body = ''] = spoolFields(line, 2);
    yield { pk: unspooled(pk), ...unpacked(unspooled(body)) };
  }
}

/** Totals of one domain, and its keywords where they are asked for. */
export interface FoundDomain {
  readonly totals: RivalTotals;
  keywords(): KeywordSet;
}

/** Of so many domains one key is held in memory; those up to the next are read where it lies. */
const domainsInBlock = 16;

/** Looks up single domains of a shard. Holds the keys of one in sixteen. */
export function createTotalsReader(folder: string, shard: number) {
  const path = totalsFile(folder, shard);
  const { keys, starts, end } = sparseIndex(path);
  const file = createLineReader(path);
  const counted = createLineReader(countedFile(folder, shard));
  return {
    find(partition: string): FoundDomain | undefined {
      const pk = spooled(partition);
      const block = lastNotAfter(keys, pk);
      const start = starts[block];
      if (start === undefined) return undefined;
      const text = file.read(start, (starts[block + 1] ?? end) - start).toString('latin1');
      const at = text.startsWith(`${pk}\t`) ? 0 : text.indexOf(`\n${pk}\t`) + 1;
      if (at === 0 && !text.startsWith(`${pk}\t`)) return undefined;
      const line = text.slice(at + pk.length + 1, text.indexOf('\n', at));
      const [keywords = 0, traffic = 0, withVolume = 0, offset = 0, length = 0] = line
        .split('\t')
        .map(Number);
      return {
        totals: { keywords, traffic, withVolume },
        keywords() {
          const [, body = ''] = spoolFields(counted.read(offset, length).toString('latin1'), 2);
          return unpacked(unspooled(body)).keywords;
        },
      };
    },
    close(): void {
      file.close();
      counted.close();
    },
  };
}

function sparseIndex(path: string) {
  const keys: string[] = [];
  const starts: number[] = [];
  let end = 0;
  let count = 0;
  for (const line of linesIn(path)) {
    if (count % domainsInBlock === 0) {
      const [pk = ''] = spoolFields(line, 2);
      keys.push(detached(pk));
      starts.push(end);
    }
    count += 1;
    end += line.length + 1;
  }
  return { keys, starts, end };
}

/** Index of the last key that does not sort after the one asked for; -1 where all do. */
function lastNotAfter(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
