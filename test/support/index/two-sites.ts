import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIndex, runBulkStep } from '#shared/facts/bulk/build-index.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import {
  type ComparisonBounds,
  createCoverageQuestions,
} from '#shared/facts/stored-index/questions/coverage-questions.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import type { IndexReader } from '#shared/facts/stored-index/table/index-reads.ts';

const market = resolveMarket();
const [larger, smaller] = ['larger.example', 'smaller.example'];

/** Two sites by their keywords: those of the larger alone, those of both, those of the smaller alone. */
export interface TwoSites {
  readonly alone: number;
  readonly shared: number;
  readonly other: number;
}

/** Listings of all keywords of two sites. On every third that they share the larger one stands first. */
function csvOf({ alone, shared, other }: TwoSites): string {
  const lines = Array.from({ length: alone + shared + other }, (_, number) => {
    const sites = [number < alone + shared ? [larger] : [], number < alone ? [] : [smaller]].flat();
    const urls = (number % 3 === 0 ? sites : sites.toReversed()).map(
      (site) => `https://${site}/${number % 97}`,
    );
    return urls.map((url, at) => `keyword number ${number},${at + 1},${url},${number % 9_973},2026-11-10`);
  });
  return `${['keyword,position,url,volume,observed_at', ...lines.flat()].join('\n')}\n`;
}

/** What an index of the two sites says of them, from both sides, and the read units of all that. */
export async function comparedSites(sites: TwoSites, bounds?: ComparisonBounds) {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-two-'));
  const path = join(folder, 'listings.csv');
  await writeFile(path, csvOf(sites));
  const { items } = await buildIndex({
    ...{ paths: [path], shards: 2, withSample: false, clock: Date.now, run: runBulkStep, onPhase: () => {} },
    ...{ options: { market: {}, columns: [] }, folder: join(folder, 'work'), output: join(folder, 'items') },
  });
  const reader = await readerOf(items);
  await rm(folder, { recursive: true });
  const { index } = storedIndexOn(reader);
  const { coverage } = createCoverageQuestions(reader, bounds);
  const of = async (domain: string, rival: string) => {
    const { value, notices } = await coverage(domain, [rival], market, 20);
    const { value: overview } = await index.domainOverview(domain, market);
    const { value: rivals } = await index.competitors(domain, market, 10);
    const totals = { gaps: value.gaps.total, losing: value.losing.total, strong: value.strong.total };
    const { estimate } = value;
    return { totals, estimate, notices, keywords: overview.organic_keywords, rival: rivals.rows[0] };
  };
  return { larger: await of(larger, smaller), smaller: await of(smaller, larger), units: reader.units() };
}

/** What a plain count gives. */
export function countedSites({ alone, shared, other }: TwoSites) {
  const places = Array.from({ length: shared }, (_, at) => alone + at);
  const first = places.filter((number) => number % 3 === 0).length;
  return {
    larger: { gaps: other, losing: shared - first, strong: first },
    smaller: { gaps: alone, losing: first, strong: shared - first },
  };
}

/** A line of DynamoDB's export as the item it stands for. */
function itemOf(line: string): Item {
  const { Item: attributes } = JSON.parse(line);
  return read({ M: attributes }) as Item;
}

function read(attribute: Readonly<Record<string, unknown>>): unknown {
  const [[kind, value] = ['NULL', true]] = Object.entries(attribute);
  if (kind === 'N') return Number(value);
  if (kind === 'B') return Buffer.from(String(value), 'base64');
  if (kind === 'L') return (value as Readonly<Record<string, unknown>>[]).map(read);
  if (kind === 'M')
    return Object.fromEntries(
      Object.entries(value as Readonly<Record<string, Readonly<Record<string, unknown>>>>).map(
        ([name, each]) => [name, read(each)],
      ),
    );
  return kind === 'NULL' ? null : value;
}

const megabyte = 1024 ** 2;
/** Half a unit for each 4 KB begun, as the table counts an eventual read. */
const unitsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / 4_096)) / 2;

/** The items of a build as the table gives them: a megabyte at a time. */
async function readerOf(files: readonly string[]): Promise<IndexReader & { units(): number }> {
  const partitions = new Map<
    string,
    { readonly sk: string; readonly item: Item; readonly bytes: number }[]
  >();
  for (const file of files)
    for (const line of (await readFile(file, 'utf8')).split('\n').filter((text) => text !== '')) {
      const item = itemOf(line);
      const rows = partitions.get(String(item.pk)) ?? [];
      rows.push({ sk: String(item.sk), item, bytes: line.length * 0.75 });
      partitions.set(String(item.pk), rows);
    }
  for (const rows of partitions.values()) rows.sort((a, b) => (a.sk < b.sk ? -1 : 1));
  let units = 0;
  const find = ({ pk, sk }: { readonly pk: string; readonly sk: string }) => {
    const found = partitions.get(pk)?.find((row) => row.sk === sk);
    units += unitsOf(found?.bytes ?? 0);
    return found?.item;
  };
  return {
    units: () => units,
    get: async (key) => find(key),
    getMany: async (keys) => keys.map(find),
    async range({ pk, prefix = '', from = '', to = '\uffff', limit = Number.POSITIVE_INFINITY, after }) {
      const rows = (partitions.get(pk) ?? []).filter(
        ({ sk }) => sk.startsWith(prefix) && sk >= from && sk <= to && (after === undefined || sk > after.sk),
      );
      let bytes = 0;
      const over = rows.findIndex((row, at) => {
        if (at >= limit || bytes >= megabyte) return true;
        bytes += row.bytes;
        return false;
      });
      units += unitsOf(bytes);
      const given = over < 0 ? rows : rows.slice(0, over);
      const last = given.at(-1);
      return {
        items: given.map(({ item }) => item),
        next: over < 0 || !last ? undefined : { pk, sk: last.sk },
      };
    },
  };
}
