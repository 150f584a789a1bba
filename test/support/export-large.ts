import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { DatasetRecord } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import type { ListPart } from '#shared/facts/ports/search-index.ts';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import { createObjectLinks } from '#shared/platform/object-store/object-links.ts';
import { generatedMarket } from './index/generated-market.ts';

/**
 * `node export-large.ts <folder> <rows>`: exports that many generated rows as CSV
 * into files below the folder, and prints what came of it. A process of its own,
 * so that its memory can be bounded.
 */

const [folder = '', count = '0'] = process.argv.slice(2);
const rows = Number(count);
const rowsInPart = 5_000;

async function* parts(): AsyncGenerator<ListPart> {
  for (let start = 0; start < rows; start += rowsInPart) {
    const part = Array.from({ length: Math.min(rowsInPart, rows - start) }, (_, at) => rowOf(start + at));
    yield { rows: part, next: start + rowsInPart < rows ? String(start + rowsInPart) : undefined };
  }
}

function rowOf(number: number) {
  return {
    keyword: `a keyword of some length ${number}`,
    monthly_volume: number % 5_000,
    cpc_usd: (number % 300) / 100,
    competition_level: 'low',
    difficulty: null,
    intent: 'commercial',
    position: 1 + (number % 100),
    url: `https://large.example/catalogue/shelf-${number % 997}/article-${number}`,
    estimated_traffic: number % 977,
  };
}

const kept = new Map<string, DatasetRecord>();
const datasets = createDatasets({
  records: {
    keep: async (record) => void kept.set(record.id, record),
    find: async (_accountId, id) => kept.get(id),
  },
  objects: createFileObjectStore({
    folder,
    links: createObjectLinks({ baseUrl: () => 'http://localhost', secret: 'secret', clock: Date.now }),
  }),
  clock: () => 1_763_600_000_000,
});
const list = { list: 'ranked-keywords', domain: 'large.example' } as const;
const planned = datasets.plan(
  { accountId: 'acct_large', tool: 'inspect_domain', args: {} },
  {
    name: 'ranked-keywords',
    description: 'All of them.',
    rows: [],
    whole: { list, market: generatedMarket, rows },
  },
);
await planned.store();
const answer = await datasets
  .reader('acct_large', async () => parts())
  .read({ uri: planned.resource.uri, offset: 0, limit: 1, format: 'csv' });
if (!answer.available) throw new Error(answer.note);
const { total, download_url } = answer.dataset;
const key = new URL(download_url ?? '').pathname.replace('/objects/', '');
let lines = 0;
for await (const chunk of createReadStream(join(folder, ...key.split('/')), 'utf8'))
  lines += String(chunk).split('\n').length - 1;
process.stdout.write(JSON.stringify({ total, lines }));
