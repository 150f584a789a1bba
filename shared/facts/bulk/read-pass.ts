import { siteOfArchive } from '#shared/facts/imports/console-domain.ts';
import { importIdOf } from '#shared/facts/imports/import-entries.ts';
import { gather, rowsAtOnce } from '#shared/facts/imports/import-index.ts';
import type { ImportOptions } from '#shared/facts/imports/import-services.ts';
import type { ImportSource } from '#shared/facts/imports/import-source.ts';
import { openBundle } from '#shared/facts/imports/open-sources.ts';
import { type OpenedFile, openFile } from '#shared/facts/imports/opened-file.ts';
import { createUpdateBuffer } from '#shared/facts/imports/record-updates.ts';
import { createRowCounter, type RowCounts } from '#shared/facts/imports/row-counter.ts';
import type { MarketText } from '#shared/facts/markets/markets.ts';
import { marketKey } from '#shared/facts/ports/market.ts';
import { sampleSource } from '#shared/facts/stored-index/items/index-source.ts';
import { keywordPartition } from '#shared/facts/stored-index/items/keys.ts';
import { sampleUpdates } from '#shared/facts/stored-index/sample/sample-market.ts';
import type { RunUpdate } from '#shared/facts/stored-index/writing/fold-updates.ts';
import type { KeywordUpdate } from '#shared/facts/stored-index/writing/keyword-update.ts';
import { updateLine } from './keyword-pass.ts';
import { createRunSpool, type RunSpool } from './sorted-runs.ts';
import { shardOf } from './spool-lines.ts';

/** One text of those that were named: a file, or an entry of a folder or archive. */
export interface BulkFile {
  readonly path: string;
  /** Which of the texts of the path it is. */
  readonly entry: number;
  /** Its place among all texts of the build, from 1; the sample market is 0. */
  readonly number: number;
}

/** A text with the id that it has as an import. */
export interface IdentifiedFile extends BulkFile {
  readonly id: string;
}

/** How texts are read: as `ImportOptions`, in a form that goes from one process to another. */
export interface BulkOptions {
  readonly market: MarketText;
  readonly domain?: string | undefined;
  readonly columns: readonly (readonly [string, string])[];
}

/** The outcome for a text. */
export interface ReadFile extends IdentifiedFile {
  readonly name: string;
  readonly format: string | null;
  readonly counts: RowCounts | undefined;
  /** Why nothing of it was taken. */
  readonly refusal: { readonly line: number; readonly reason: string } | undefined;
}

export interface ReadPass {
  readonly folder: string;
  readonly shards: number;
  /** What the names of its intermediate files begin with; another for each step. */
  readonly name: string;
  readonly files: readonly IdentifiedFile[];
  readonly options: BulkOptions;
  /** Whether the sample market is read too. */
  readonly withSample: boolean;
  readonly held?: number | undefined;
}

export interface ReadPassResult {
  /** Sorted files of updates, by the shard of their keywords. */
  readonly runs: readonly (readonly string[])[];
  readonly files: readonly ReadFile[];
  /** Keys of the markets that they name. */
  readonly markets: readonly string[];
}

/** Reads texts into the updates of keywords that an import makes of them. */
export async function readFiles(pass: ReadPass): Promise<ReadPassResult> {
  const spool = createRunSpool(pass);
  const target = createTarget(spool, pass.shards);
  if (pass.withSample) spoolSample(target);
  const files: ReadFile[] = [];
  for (const file of pass.files) files.push(await readBulkFile(file, pass.options, target));
  return { runs: spool.end(), files, markets: [...target.markets] };
}

type Target = ReturnType<typeof createTarget>;

function createTarget(spool: RunSpool, shards: number) {
  const markets = new Set<string>();
  return {
    markets,
    add(update: RunUpdate, order: readonly [file: number, number: number]): void {
      const { market, keyword } = update.update;
      markets.add(marketKey(market));
      spool.add(shardOf(keywordPartition(market, keyword), shards), updateLine(update, order));
    },
  };
}

function spoolSample(target: Target): void {
  for (const [number, update] of sampleUpdates().entries())
    target.add({ run: sampleSource, keepsHistory: false, update }, [0, number]);
}

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

function readBulkFile(file: IdentifiedFile, bulk: BulkOptions, target: Target): Promise<ReadFile> {
  return withSource(file, bulk, async (source, options) => {
    const opened = await openFile(source, options);
    const refusal = refusalOf(opened);
    const base = { ...file, name: source.name, refusal };
    if (refusal) {
      opened.bytes.destroy();
      return { ...base, format: opened.text.formatName() ?? null, counts: undefined };
    }
    const counts = await spoolRecords(opened, { ...options, id: file.id }, (update, number) =>
      target.add({ run: file.id, keepsHistory: true, update }, [file.number, number]),
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
  const buffer = createUpdateBuffer({ market, seenAt: source.changedAt, source: id });
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
