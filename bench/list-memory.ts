import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import * as v from 'valibot';
import { collectRows } from '#shared/facts/datasets/collect-rows.ts';
import { listReader } from '#shared/facts/datasets/dataset-records.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { headSort, packPages, packQueries } from '#shared/facts/own-sites/console-items.ts';
import { createOwnSites } from '#shared/facts/own-sites/read-own-sites.ts';
import { marketKey } from '#shared/facts/ports/fact.ts';
import type { WholeList } from '#shared/facts/ports/search-index.ts';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import {
  ownPartPartition,
  rankingSort,
  referringSort,
  volumeSort,
} from '#shared/facts/stored-index/items/keys.ts';
import { packSite } from '#shared/facts/stored-index/items/link-items.ts';
import { packPosting, packTokenRow } from '#shared/facts/stored-index/items/posting.ts';
import { storedIndexOn } from '#shared/facts/stored-index/stored-index.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';

/**
 * `npm run bench -- list-memory [50000,200000,1000000]`: the most memory that the
 * export of each long list takes, by its rows. The rows are generated as they
 * are read, a megabyte at a time as the table gives them, so that what is
 * measured is the export. Every list has a process of its own, with the heap
 * of a function of 1 GB.
 */
const run = promisify(execFile);
const heapMegabytes = 800;
const rowsInRead = 6_000;
const market = resolveMarket();
const account = 'acct_memory';
const measured = v.object({ rows: v.number(), seconds: v.number(), megabytes: v.number() });

const unknown = { cpc: null, level: null, difficulty: null, intent: null, basis: null, previous: null };
const seen = { at: 1_763_000_000, isSample: false, importNumber: null, others: [] };

/** Every fifth keyword shares its page with the four behind it. */
function postingOf(number: number, domain: string): Item {
  const keyword = `a thing of some kind ${number}`;
  const url = `https://${domain}/catalogue/shelf-${number % 997}/article-${Math.floor(number / 5)}`;
  const posting = { ...unknown, ...seen, keyword, position: 1 + (number % 97), url, volume: number % 9_973 };
  return { pk: '', sk: rankingSort(number, 1, keyword), d: packPosting(posting, domain) };
}

function tokenRowOf(number: number): Item {
  const keyword = `thing of kind ${number}`;
  const facts = { ...unknown, volume: number, at: seen.at, isSample: false };
  return {
    pk: '',
    sk: volumeSort(number, keyword),
    d: packTokenRow({ ...facts, keyword, trend: [], trendStart: null }),
  };
}

function siteOf(number: number, target: string): Item {
  const domain = `linking-site-${number}.example`;
  const link = {
    url_from: `https://${domain}/post`,
    url_to: `https://${target}/`,
    anchor: 'a thing',
    dofollow: true,
    first_seen: '2026-01-01',
    last_seen: null,
  };
  const site = { domain, domain_rank: number % 1000, backlinks: 1, spam_score: 3, first_seen: null };
  return {
    pk: '',
    sk: referringSort(number, domain),
    d: packSite({ ...site, lost: false, links: [link] }),
  };
}

const rowsOfBlock = 400;
const numbers = (block: number) => Array.from({ length: rowsOfBlock }, (_, at) => block * rowsOfBlock + at);
const counted = (number: number) => ({ clicks: number % 7_919, impressions: number, position: 7 });
const queriesOf = (block: number): Item => ({
  pk: '',
  sk: `q#${block}`,
  d: packQueries(
    numbers(block).map((number) => ({
      ...counted(number),
      query: `a query of some words ${number}`,
      isBrand: false,
      page: null,
    })),
  ),
});
const pagesOf = (block: number): Item => ({
  pk: '',
  sk: `p#${block}`,
  d: packPages(numbers(block).map((number) => ({ ...counted(number), url: `https://a.example/${number}` }))),
});

function headOf(rows: number): Item {
  const d = {
    ...{ site: 'a.example', import_id: 'imp_1', imported_at: '2026-11-01', from: null, to: null },
    ...{ search_type: 'web', country: null, device: null, filters: [], clicks: 0, impressions: 0 },
    ...{ position: null, counted_from: 'queries', queries: rows, pages: rows, pairs: 0, compared_with: null },
    ...{ opportunities: {}, brand: { queries: 0, clicks: 0, impressions: 0 } },
  };
  return { pk: '', sk: headSort('a.example', 'imp_1'), d };
}

interface Partition {
  readonly items: number;
  readonly item: (number: number) => Item;
}

/** What lies where: a domain, its two rivals with half of its keywords and others, a word, links and an export. */
function partitionsOf(rows: number) {
  const key = marketKey(market);
  const half = Math.floor(rows / 2);
  return new Map<string, Partition>([
    [`D#${key}#a.example`, { items: rows, item: (number) => postingOf(number, 'a.example') }],
    [`D#${key}#b.example`, { items: rows, item: (number) => postingOf(number + half, 'b.example') }],
    [`D#${key}#c.example`, { items: rows, item: (number) => postingOf(number + rows, 'c.example') }],
    [`T#${key}#thing`, { items: rows, item: tokenRowOf }],
    ['L#a.example', { items: rows, item: (number) => siteOf(number, 'a.example') }],
    ['L#b.example', { items: rows, item: (number) => siteOf(number + half, 'b.example') }],
    [`O#${account}`, { items: 1, item: () => headOf(rows) }],
    [`${ownPartPartition(account, 'imp_1')} q`, { items: rows / rowsOfBlock, item: queriesOf }],
    [`${ownPartPartition(account, 'imp_1')} p`, { items: rows / rowsOfBlock, item: pagesOf }],
  ]);
}

/** A table whose items are made when they are read; where to continue is the number of the next item. */
function generatedTable(rows: number): IndexTable {
  const partitions = partitionsOf(rows);
  const readOnly = () => Promise.reject(new Error('Nothing is written.'));
  return {
    get: async () => undefined,
    getMany: async (keys) => keys.map(() => undefined),
    async range({ pk, prefix = '', limit = rowsInRead, after }) {
      const found = partitions.get(pk) ?? partitions.get(`${pk} ${prefix.slice(0, 1)}`);
      if (!found || prefix.startsWith('!')) return { items: [], next: undefined };
      const start = after ? Number(after.sk) : 0;
      const mostAtOnce = found.items < rows ? Math.ceil(rowsInRead / rowsOfBlock) : rowsInRead;
      const end = Math.min(found.items, start + Math.min(limit, mostAtOnce));
      const items = Array.from({ length: end - start }, (_, at) => ({ ...found.item(start + at), pk }));
      return { items, next: end < found.items ? { pk, sk: String(end) } : undefined };
    },
    put: readOnly,
    putMany: readOnly,
    putGuarded: readOnly,
    change: readOnly,
  };
}

const compared = { domain: 'a.example', competitors: ['b.example', 'c.example'] };
const lists: readonly WholeList[] = [
  { list: 'ranked-keywords', domain: 'a.example' },
  { list: 'top-pages', domain: 'a.example' },
  { list: 'keyword-gaps', ...compared },
  { list: 'losing-keywords', ...compared },
  { list: 'strong-keywords', ...compared },
  { list: 'keyword-ideas', seed: 'thing', mode: 'ideas' },
  { list: 'referring-domains', domain: 'a.example' },
  { list: 'backlinks', domain: 'a.example' },
  { list: 'backlink-gaps', domain: 'a.example', competitors: ['b.example'], maxSpamScore: 30 },
  { list: 'own-queries', domain: 'a.example' },
  { list: 'own-pages', domain: 'a.example' },
];

/** In a process of its own: one list, read and spooled for a file as an export does. */
async function measure(name: string, size: number): Promise<void> {
  const list = lists.find((known) => known.list === name);
  if (!list) throw new Error(`No list ${name}.`);
  const table = generatedTable(size);
  const { wholeList } = storedIndexOn(table);
  const sources = { wholeList, own: createOwnSites(table, account), liveListings: undefined };
  const start = performance.now();
  const parts = await listReader(sources)(list, market);
  if (!parts) throw new Error(`${name} cannot be read.`);
  const selection = { uri: '', offset: 0, limit: 1, format: 'csv' } as const;
  const { total } = await collectRows(parts, selection, () => false);
  const seconds = (performance.now() - start) / 1000;
  // `maxRSS` is in kilobytes.
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ rows: total, seconds, megabytes }));
}

async function inOwnProcess(name: string, size: number): Promise<string> {
  const args = [`--max-old-space-size=${heapMegabytes}`, import.meta.filename, '--list', name, String(size)];
  try {
    const { stdout } = await run(process.execPath, args);
    const { rows, seconds, megabytes } = v.parse(measured, JSON.parse(stdout));
    return `${rows} | ${megabytes} | ${seconds.toFixed(1)}`;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return text.includes('heap') ? `more than ${heapMegabytes} MB of heap | |` : Promise.reject(error);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' }, only: { type: 'string' } },
});
if (values.list !== undefined) await measure(values.list, Number(positionals[0]));
else {
  process.stdout.write(
    '| list | rows there | rows in the file | most memory, MB | seconds |\n| --- | --- | --- | --- | --- |\n',
  );
  const sizes = (positionals[0] ?? '50000,200000,1000000').split(',').map(Number);
  for (const { list } of lists.filter(({ list: name }) => (values.only ?? name) === name))
    for (const size of sizes)
      process.stdout.write(`| \`${list}\` | ${size} | ${await inOwnProcess(list, size)} |\n`);
}
