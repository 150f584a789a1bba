import { join } from 'node:path';
import type { FindIntent } from '#shared/facts/intent/intent.ts';
import type { Market } from '#shared/facts/ports/market.ts';
import { bestPlaces } from '#shared/facts/stored-index/items/competitor-ranking.ts';
import { domainPartition, keywordPartition } from '#shared/facts/stored-index/items/keys.ts';
import {
  type FoldedKeyword,
  foldUpdates,
  type RunUpdate,
} from '#shared/facts/stored-index/writing/fold-updates.ts';
import { exportLine } from './export-lines.ts';
import { createLineWriter } from './line-files.ts';
import { createListingWriter } from './listing-file.ts';
import { marketOfKey } from './market-keys.ts';
import type { ShardPass, WrittenItems } from './shard-pass.ts';
import { createRunSpool, mergedLines } from './sorted-runs.ts';
import { shardOf, spooled, spoolFields, spoolLine, unspooled } from './spool-lines.ts';

/** Updates of keywords on their way to be sorted: by keyword, and for each in the order in which they came. */
export function updateLine({ update, ...run }: RunUpdate, order: readonly [file: number, number: number]) {
  const { market, keyword, ...given } = update;
  const place = order.map((number, index) => String(number).padStart(index === 0 ? 6 : 12, '0')).join('');
  const body = JSON.stringify([run.run, run.keepsHistory, given]);
  return spoolLine(keywordPartition(market, keyword), place, body);
}

export interface KeywordPass extends ShardPass {
  readonly shards: number;
  /** Sorted files of updates whose keywords belong to this shard. */
  readonly runs: readonly string[];
  readonly held?: number | undefined;
}

export interface KeywordPassResult extends WrittenItems {
  /** Sorted files of derived rows, by the shard of their partitions. */
  readonly rows: readonly (readonly string[])[];
  readonly keywords: number;
  /** Results that rank, one for each keyword and domain. */
  readonly postings: number;
  /** Changes of keywords by the run that made them. */
  readonly changes: Readonly<Record<string, number>>;
}

/** Makes each keyword's own items from its updates, and the rows that follow from it. */
export function foldKeywords(pass: KeywordPass, findIntent: FindIntent): KeywordPassResult {
  const { folder, output, shards, shard, runs, held } = pass;
  const itemsFile = join(output, `keywords-${shard}.json`);
  const items = createLineWriter(itemsFile);
  const listings = createListingWriter(folder, shard);
  const rows = createRunSpool({ folder, name: `rows-${shard}`, shards, held });
  const counts = { itemCount: 0, keywords: 0, postings: 0 };
  const changes: Record<string, number> = {};
  for (const { market, keyword, updates } of keywordsIn(runs)) {
    const folded = foldUpdates({ market, keyword }, updates, findIntent);
    if (!folded) continue;
    counts.keywords += 1;
    for (const run of folded.changes) changes[run] = (changes[run] ?? 0) + 1;
    for (const item of [...folded.items, ...folded.history]) {
      counts.itemCount += 1;
      items.add(spooled(exportLine(item)));
    }
    const place = listings.add(bestPlaces(folded.state.rows));
    counts.postings += addRows(folded, { market, place, rows, shards });
  }
  items.close();
  listings.close();
  return { rows: rows.end(), items: [itemsFile], changes, ...counts };
}

interface RowTarget {
  readonly market: Market;
  /** Where the keyword's listing lies. */
  readonly place: string;
  readonly rows: ReturnType<typeof createRunSpool>;
  readonly shards: number;
}

function addRows({ rows: derived }: FoldedKeyword, { market, place, rows, shards }: RowTarget): number {
  const domains = domainPartition(market, '');
  let postings = 0;
  for (const { pk, sk, data } of derived) {
    const isOfDomain = pk.startsWith(domains);
    rows.add(shardOf(pk, shards), spoolLine(pk, sk, isOfDomain ? place : '', data));
    postings += isOfDomain ? 1 : 0;
  }
  return postings;
}

interface SpooledKeyword {
  readonly market: Market;
  readonly keyword: string;
  readonly updates: readonly RunUpdate[];
}

function* keywordsIn(runs: readonly string[]): Generator<SpooledKeyword> {
  let key = '';
  let bodies: string[] = [];
  for (const line of mergedLines(runs)) {
    const [pk = '', , body = ''] = spoolFields(line, 3);
    if (pk !== key && bodies.length > 0) {
      yield keywordOf(key, bodies);
      bodies = [];
    }
    key = pk;
    bodies.push(body);
  }
  if (bodies.length > 0) yield keywordOf(key, bodies);
}

function keywordOf(key: string, bodies: readonly string[]): SpooledKeyword {
  const { market, name: keyword } = marketOfKey(unspooled(key));
  const updates = bodies.map((body) => {
    // Written by `updateLine` of this same build.
    const [run, keepsHistory, given] = JSON.parse(unspooled(body));
    return { run, keepsHistory, update: { ...given, market, keyword } };
  });
  return { market, keyword, updates };
}
