import { parseArgs } from 'node:util';
import { stageTables } from '#local/admin/stage-foundation.ts';
import { createTables, tableNames } from '#local/data/create-tables.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { createProgressLine } from '#local/progress-line.ts';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import { parseColumnNames } from '#shared/facts/imports/column-names.ts';
import { siteOfExport } from '#shared/facts/imports/console-domain.ts';
import { createImportRegister } from '#shared/facts/imports/import-register.ts';
import { openBundle } from '#shared/facts/imports/open-sources.ts';
import {
  type ImportOptions,
  type ImportReport,
  type ImportServices,
  importSource,
  undoImport,
} from '#shared/facts/imports/run-import.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { createIndexWriter } from '#shared/facts/stored-index/index-writer.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const usage = `npm run import -- FILE… [--location NAME] [--language NAME] [--domain SITE]
                       [--column NAME=HEADER]… [--stage STAGE]
npm run import -- --list [--stage STAGE]
npm run import -- --undo ID [--stage STAGE]

Brings files into the stored index of this machine (DATA_DIR), whether or not
the server runs; with --stage into that of a deployed stage, with the AWS
credentials and region of the shell. A FILE may be a folder or a zip archive.
Formats are detected from the content: docs/stored-index.md lists them. --location
and --language hold for rows that name none (default: United States, English);
--domain is the site that an export without URLs is about. --column says which
column of a table or member of a JSON row is which where their names are not
known, for example --column "keyword=Search phrase" --column position=Rank.
The report is JSON on stdout.
`;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      column: { type: 'string', multiple: true },
      domain: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      language: { type: 'string' },
      list: { type: 'boolean' },
      location: { type: 'string' },
      stage: { type: 'string' },
      undo: { type: 'string' },
    },
  });
  if (values.help || (positionals.length === 0 && !values.list && values.undo === undefined)) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const options = {
    market: { location: values.location, language: values.language },
    domain: siteOf(values.domain),
    columns: parseColumnNames(values.column ?? []),
  };
  resolveMarket(options.market);
  const services = await openServices(values.stage);
  try {
    print(await run(values, positionals, options, services));
  } finally {
    await services.close();
  }
}

async function run(
  { list, undo }: { readonly list?: boolean | undefined; readonly undo?: string | undefined },
  paths: readonly string[],
  options: ImportOptions,
  services: ImportServices,
): Promise<unknown> {
  if (list) return { imports: await services.register.list() };
  if (undo !== undefined) return undoImport(undo, services);
  const reports: ImportReport[] = [];
  for (const path of paths) reports.push(...(await importPath(path, options, services)));
  if (reports.every(({ status }) => status === 'unknown_format')) process.exitCode = 1;
  return { imports: reports };
}

async function importPath(
  path: string,
  options: ImportOptions,
  services: ImportServices,
): Promise<readonly ImportReport[]> {
  const bundle = await openBundle(path);
  try {
    const domain = options.domain ?? (await siteOfExport(bundle));
    const reports: ImportReport[] = [];
    for (const source of bundle.sources)
      reports.push(await importSource(source, { ...options, domain }, services));
    return reports;
  } finally {
    await bundle.close();
  }
}

/** The index table that is written to. */
interface Target extends IndexTableOptions {
  close(): Promise<void>;
}

async function openServices(stage: string | undefined): Promise<ImportServices & { close(): Promise<void> }> {
  const target = stage === undefined ? await openLocalIndex() : openStageIndex(stage);
  const progress = createProgressLine(process.stderr);
  return {
    writer: createIndexWriter({ ...target, clock: Date.now }),
    register: createImportRegister(createIndexTable(target)),
    clock: Date.now,
    onProgress: progress.show,
    async close() {
      progress.end();
      await target.close();
    },
  };
}

async function openLocalIndex(): Promise<Target> {
  const folder = await openDataFolder(process.env.DATA_DIR ?? '.data');
  const storage = await shareStorage(folder);
  const documents = createDocuments(storage.database.clientConfig);
  await createTables(storage.database.clientConfig);
  return {
    documents,
    table: tableNames().index,
    commitsTogether: storage.commitsTogether,
    async close() {
      documents.destroy();
      await storage.close();
    },
  };
}

function openStageIndex(stage: string): Target {
  const documents = createDocuments();
  return { documents, table: stageTables(stage).index, close: async () => documents.destroy() };
}

function siteOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const normalized = normalizeDomain(text);
  if (!normalized.ok) throw new Error(`--domain: ${normalized.message}`);
  return normalized.domain;
}

function print(answer: unknown): void {
  process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ServiceError ? `${error.code}: ` : ''}${message}\n`);
  process.exitCode = 1;
});
