import { siteOfArchive } from '#shared/facts/imports/console-columns.ts';
import { gather, rowsAtOnce } from '#shared/facts/imports/import-index.ts';
import { createRowCounter, type RowCounts } from '#shared/facts/imports/import-record.ts';
import type { ImportOptions } from '#shared/facts/imports/import-services.ts';
import { type ImportSource, seenAtOf } from '#shared/facts/imports/import-source.ts';
import { openBundle } from '#shared/facts/imports/open-bundle.ts';
import { importIdOf } from '#shared/facts/imports/own-imports.ts';
import { type OpenedFile, openFile } from '#shared/facts/imports/read-records.ts';
import { createUpdateBuffer } from '#shared/facts/imports/record-updates.ts';
import type { MarketText } from '#shared/facts/markets/markets.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-items.ts';
import { keywordPartition } from '#shared/facts/stored-index/items/keys.ts';
import { sampleUpdates } from '#shared/facts/stored-index/sample/sample-market.ts';
import type { RunUpdate } from '#shared/facts/stored-index/writing/bulk-items.ts';
import type { KeywordUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { marketKey } from '../ports/fact.ts';
import { updateColumns, updateRow } from './fold-keywords.ts';
import { createScratch, shardOf, shardTables } from './scratch.ts';

/** One text of those that were named: a file, or an entry of a folder or archive. */
export interface BulkFile {
  readonly path: string;
  readonly entry: number;
  readonly bytes: number;
  /** Its place among all texts of the build, from 1; the sample market is 0. */
  readonly number: number;
}

export interface IdentifiedFile extends BulkFile {
  readonly id: string;
}

/** How texts are read: as `ImportOptions`, in a form that goes from one thread to another. */
export interface BulkOptions {
  readonly market: MarketText;
  readonly domain?: string | undefined;
  readonly columns: readonly (readonly [string, string])[];
}

export interface ReadFile extends IdentifiedFile {
  readonly name: string;
  readonly format: string | null;
  readonly counts: RowCounts | undefined;
  readonly refusal: { readonly line: number; readonly reason: string } | undefined;
}

export interface ReadPass {
  readonly rows: string;
  readonly shards: number;
  readonly files: readonly IdentifiedFile[];
  readonly options: BulkOptions;
  readonly withSample: boolean;
}

export interface ReadResult {
  /** Updates, by the shard of their keywords. */
  readonly rows: string;
  readonly files: readonly ReadFile[];
  /** Keys of the markets that they name. */
  readonly markets: readonly string[];
}

/** Reads texts into the updates of keywords that an import makes of them. */
export async function readFiles({ rows, shards, files, options, withSample }: ReadPass): Promise<ReadResult> {
  const scratch = createScratch(rows, shardTables(shards, updateColumns));
  const markets = new Set<string>();
  const add: AddUpdate = (update, file, number) => {
    const { market, keyword } = update.update;
    markets.add(marketKey(market));
    const shard = shardOf(keywordPartition(market, keyword), shards);
    scratch.add(`shard${shard}`, ...updateRow(update, file, number));
  };
  if (withSample)
    for (const [number, update] of sampleUpdates().entries())
      add({ run: sampleSource, keepsHistory: false, update }, 0, number);
  const read: ReadFile[] = [];
  for (const file of files) read.push(await readBulkFile(file, options, add));
  scratch.close();
  return { rows, files: read, markets: [...markets] };
}

type AddUpdate = (update: RunUpdate, file: number, number: number) => void;

/** The ids of texts as imports: from content and options, so that none is taken twice. */
export async function identifyFiles(
  files: readonly BulkFile[],
  options: BulkOptions,
): Promise<readonly IdentifiedFile[]> {
  const found: IdentifiedFile[] = [];
  for (const file of files) {
    const id = await withSource(file, options, (source, withSite) => importIdOf([source], withSite));
    found.push({ ...file, id });
  }
  return found;
}

async function withSource<Result>(
  { path, entry }: BulkFile,
  { columns, ...options }: BulkOptions,
  work: (source: ImportSource, options: ImportOptions) => Promise<Result>,
): Promise<Result> {
  const bundle = await openBundle(path);
  try {
    const source = bundle.sources[entry];
    if (!source) throw new Error(`${path} has changed while it was read.`);
    const domain = options.domain ?? siteOfArchive(bundle.name);
    return await work(source, {
      ...options,
      domain,
      ...(columns.length > 0 && { columns: new Map(columns) }),
    });
  } finally {
    await bundle.close();
  }
}

function readBulkFile(file: IdentifiedFile, bulk: BulkOptions, add: AddUpdate): Promise<ReadFile> {
  return withSource(file, bulk, async (source, options) => {
    const opened = await openFile(source, options);
    const refusal = refusalOf(opened);
    const base = { ...file, name: source.name, refusal };
    if (refusal) {
      opened.bytes.destroy();
      return { ...base, format: opened.text.formatName() ?? null, counts: undefined };
    }
    const counts = await spoolRecords(opened, { ...options, id: file.id }, (update, number) =>
      add({ run: file.id, keepsHistory: true, update }, file.number, number),
    );
    return { ...base, format: opened.text.formatName() ?? 'json', counts };
  });
}

const ownData =
  'What a site counts of itself and the links to it belong to one account: bring them in with npm run import.';

function refusalOf({ text: { detected } }: OpenedFile): ReadFile['refusal'] {
  if (detected.kind === 'unknown') return { line: detected.line, reason: detected.hint };
  const gives = detected.kind === 'csv' ? detected.format.gives : detected.gives;
  return gives === 'index' ? undefined : { line: 1, reason: ownData };
}

/** Gathers rows as an import does, and in the same portions, since rows of one portion become one listing. */
async function spoolRecords(
  { source, text }: OpenedFile,
  { id, market, domain }: ImportOptions & { readonly id: string },
  add: (update: KeywordUpdate, number: number) => void,
): Promise<RowCounts> {
  const buffer = createUpdateBuffer({ market, seenAt: seenAtOf(source, text.above), source: id });
  const counter = createRowCounter();
  let number = 0;
  const flush = () => {
    for (const update of buffer.take().flat()) add(update, number++);
  };
  for await (const record of text.records({ domain })) {
    gather(record, buffer, counter);
    if (buffer.rows >= rowsAtOnce) flush();
  }
  flush();
  return counter.counts();
}
