import { join } from 'node:path';
import type { FindIntent } from '#shared/facts/intent/intent-model.ts';
import { bestPlaces } from '#shared/facts/stored-index/items/competitor-ranking.ts';
import { domainPartition, keywordPartition, marketOfKey } from '#shared/facts/stored-index/items/keys.ts';
import {
  type FoldedKeyword,
  foldUpdates,
  type RunUpdate,
} from '#shared/facts/stored-index/writing/bulk-items.ts';
import type { Market } from '../ports/fact.ts';
import { createItemFile, type WrittenItems } from './item-files.ts';
import { createScratch, type ScratchRow, shardOf, shardTables, sortedRows } from './scratch.ts';

/** Columns of the updates of keywords, which are told in the order in which they came. */
export const updateColumns = 'pk TEXT, file INTEGER, number INTEGER, body TEXT';

export function updateRow({ update, run, keepsHistory }: RunUpdate, file: number, number: number) {
  const { market, keyword, ...given } = update;
  return [
    keywordPartition(market, keyword),
    file,
    number,
    JSON.stringify([run, keepsHistory, given]),
  ] as const;
}

/** What each step of a build that belongs to one shard is given. */
export interface ShardPass {
  /** For intermediate files, the same for all steps of a build. */
  readonly folder: string;
  readonly output: string;
  readonly shards: number;
  readonly shard: number;
  readonly rows: readonly string[];
}

export interface FoldResult extends WrittenItems {
  /** Its file of derived rows, by the shards of their partitions. */
  readonly rows: string;
  readonly keywords: number;
  /** Results that rank, one for each keyword and domain. */
  readonly postings: number;
  /** Changes of keywords by the run that made them. */
  readonly changes: Readonly<Record<string, number>>;
}

/** Who stands where in each keyword's listing, by the shard that made it. */
export const listingsFile = (folder: string, shard: number) => join(folder, `listings-${shard}.sqlite`);

/** Makes each keyword's own items from its updates, and the rows that follow from it. */
export function foldKeywords(pass: ShardPass, findIntent: FindIntent): FoldResult {
  const { output, shard, rows } = pass;
  const items = createItemFile(join(output, `keywords-${shard}.json`));
  const derived = createDerivedRows(pass);
  const changes: Record<string, number> = {};
  for (const { market, keyword, updates } of keywordsIn(
    sortedRows(rows, `shard${shard}`, 'pk, file, number'),
  )) {
    const folded = foldUpdates({ market, keyword }, updates, findIntent);
    if (!folded) continue;
    for (const run of folded.changes) changes[run] = (changes[run] ?? 0) + 1;
    for (const item of [...folded.items, ...folded.history]) items.add(item);
    derived.add(market, folded);
  }
  return { changes, ...derived.close(), ...items.close() };
}

/** Keeps the rows that follow from keywords, and where the listing of each lies. */
function createDerivedRows({ folder, shards, shard }: Omit<ShardPass, 'rows'>) {
  const rows = join(folder, `rows-${shard}.sqlite`);
  const derived = createScratch(rows, shardTables(shards, 'pk TEXT, sk TEXT, data TEXT, listing INTEGER'));
  const listings = createScratch(listingsFile(folder, shard), {
    listings: 'id INTEGER PRIMARY KEY, places TEXT',
  });
  let [keywords, postings] = [0, 0];
  return {
    add(market: Market, { state, rows: found }: FoldedKeyword): void {
      // So that it tells the shard too.
      const listing = keywords * shards + shard;
      listings.add('listings', listing, JSON.stringify([...bestPlaces(state.rows)]));
      keywords += 1;
      const domains = domainPartition(market, '');
      for (const { pk, sk, data } of found) {
        const isOfDomain = pk.startsWith(domains);
        derived.add(`shard${shardOf(pk, shards)}`, pk, sk, data, isOfDomain ? listing : null);
        postings += isOfDomain ? 1 : 0;
      }
    },
    close() {
      derived.close();
      listings.close();
      return { rows, keywords, postings };
    },
  };
}

function* keywordsIn(rows: Iterable<ScratchRow>) {
  let key = '';
  const bodies: string[] = [];
  for (const { pk, body } of rows) {
    if (pk !== key && bodies.length > 0) yield keywordOf(key, bodies.splice(0));
    key = String(pk);
    bodies.push(String(body));
  }
  if (bodies.length > 0) yield keywordOf(key, bodies);
}

function keywordOf(key: string, bodies: readonly string[]) {
  const { market, name: keyword } = marketOfKey(key);
  const updates = bodies.map((body): RunUpdate => {
    // Written by `updateRow` of this same build.
    const [run, keepsHistory, given] = JSON.parse(body);
    return { run, keepsHistory, update: { ...given, market, keyword } };
  });
  return { market, keyword, updates };
}
