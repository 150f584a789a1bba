import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import * as v from 'valibot';
import { createTables, startDatabase } from '#local/data/database.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { openBundle } from '#shared/facts/imports/open-bundle.ts';
import { openText } from '#shared/facts/imports/read-records.ts';
import { createSeededRandom } from '#shared/facts/stored-index/sample/sample-topics.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { importSource } from '#test/support/index/import-source.ts';

/**
 * `npm run bench -- import-memory [--read 1000 --write 20,80]`: the most memory that
 * an import takes, by the size of the file in megabytes. Large files are only
 * read and parsed; smaller ones are imported whole. Every file is generated
 * (listings of ten results with titles and snippets), gets a process of its
 * own with a bounded heap, and is deleted afterwards. The database is another
 * process.
 */
const run = promisify(execFile);
const megabyte = 1024 ** 2;
const resultsInListing = 10;
/**
 * The heap that the measured process gets. Without a bound Node lets garbage
 * lie as long as the machine has room, which would tell nothing; an import
 * that needed more as the file grows would end with an error.
 */
const heapMegabytes = 192;

const measured = v.object({ rows: v.number(), seconds: v.number(), peakMegabytes: v.number() });

function* csvText(bytes: number): Generator<string> {
  const random = createSeededRandom('import-memory');
  let written = 0;
  let chunk = 'keyword,position,url,title,snippet,volume,cpc,observed_at\n';
  for (let number = 0; written < bytes; number += 1) {
    chunk += listingLines(number, random);
    if (chunk.length < 64 * 1024) continue;
    written += chunk.length;
    yield chunk;
    chunk = '';
  }
}

function listingLines(number: number, random: ReturnType<typeof createSeededRandom>): string {
  const keyword = `coffee grinder model ${number}`;
  const volume = Math.max(10, Math.round(500_000 / (number + 1)));
  const lines = Array.from({ length: resultsInListing }, (_, index) => {
    const site = `site-${Math.floor(random.share() ** 3 * 20_000)}.example`;
    const text = 'Ground evenly, said plainly and at some length, as snippets are. '.repeat(4);
    const title = `"Model ${number}, place ${index + 1}: what it costs and who should buy it"`;
    return `${keyword},${index + 1},https://${site}/category/page-${number % 4_000},${title},"${text}",${volume},1.25,2026-11-10`;
  });
  return `${lines.join('\n')}\n`;
}

/** Reads and parses a file as an import does, without writing. */
async function readOnly(path: string): Promise<number> {
  const text = await openText(createReadStream(path, { highWaterMark: 256 * 1024 }));
  if (text.detected.kind !== 'csv') throw new Error('The file was not understood.');
  let rows = 0;
  for await (const record of text.records({ domain: undefined })) rows += record.kind === 'rank' ? 1 : 0;
  return rows;
}

async function importWhole(path: string, folder: string): Promise<number> {
  const database = await startDatabase({ folder: join(folder, 'database'), env: {} });
  const { index: table } = await createTables(database.clientConfig);
  const documents = createDocuments(database.clientConfig);
  const commitsTogether = database.engine === 'dynoxide';
  const target = { documents, table, commitsTogether, putAll: database.putAll };
  const bundle = await openBundle(path);
  let rows = 0;
  for (const source of bundle.sources) {
    const services = createImportServices({ ...target, clock: Date.now });
    rows += (await importSource(source, { market: {} }, services)).rows;
  }
  documents.destroy();
  await database.stop();
  return rows;
}

/** In a process of its own: one file, made, taken and deleted. */
async function measure(part: string, megabytes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-import-'));
  const path = join(folder, 'listings.csv');
  await pipeline(Readable.from(csvText(megabytes * megabyte)), createWriteStream(path));
  if ((await stat(path)).size < megabytes * megabyte) throw new Error('The file came out too small.');
  const start = performance.now();
  const rows = part === 'read' ? await readOnly(path) : await importWhole(path, folder);
  const seconds = (performance.now() - start) / 1000;
  await rm(folder, { recursive: true });
  // `maxRSS` is in kilobytes.
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  process.stdout.write(JSON.stringify({ rows, seconds, peakMegabytes }));
}

async function inOwnProcess(part: string, megabytes: number) {
  const args = [
    `--max-old-space-size=${heapMegabytes}`,
    import.meta.filename,
    '--part',
    part,
    String(megabytes),
  ];
  const { stdout } = await run(process.execPath, args);
  return v.parse(measured, JSON.parse(stdout));
}

async function compare(sizes: Readonly<Record<'read' | 'write', string>>): Promise<void> {
  process.stdout.write(
    '| import | file, MB | rows | rows a second | most memory, MB |\n| --- | --- | --- | --- | --- |\n',
  );
  for (const part of ['read', 'write'] as const)
    for (const megabytes of sizes[part].split(',').filter(Boolean).map(Number)) {
      const { rows, seconds, peakMegabytes } = await inOwnProcess(part, megabytes);
      const name = part === 'read' ? 'read and parsed' : 'written whole';
      process.stdout.write(
        `| ${name} | ${megabytes} | ${rows} | ${Math.round(rows / seconds)} | ${peakMegabytes} |\n`,
      );
    }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string' },
    read: { type: 'string', default: '10,1000' },
    write: { type: 'string', default: '10,40' },
  },
});
await (values.part === undefined
  ? compare({ read: values.read, write: values.write })
  : measure(values.part, Number(positionals[0])));
