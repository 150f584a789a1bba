import { parseArgs } from 'node:util';
import { stageTables } from '#local/admin/stage-foundation.ts';
import { createTables, tableNames } from '#local/data/create-tables.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { shareStorage } from '#local/data/storage.ts';
import { findDemoAccount } from '#local/first-start.ts';
import { createProgressLine } from '#local/progress-line.ts';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import { parseColumnNames } from '#shared/facts/imports/column-names.ts';
import { createImportServices } from '#shared/facts/imports/create-import-services.ts';
import type { ImportReport } from '#shared/facts/imports/import-report.ts';
import type { ImportOptions, ImportServices } from '#shared/facts/imports/import-services.ts';
import { openBundle } from '#shared/facts/imports/open-sources.ts';
import { importBundle, undoImport } from '#shared/facts/imports/run-import.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const usage = `npm run import -- FILE… [--location NAME] [--language NAME] [--domain SITE]
                       [--column NAME=HEADER]… [--account ID] [--stage STAGE]
npm run import -- --list [--account ID] [--stage STAGE]
npm run import -- --undo ID [--account ID] [--stage STAGE]

Brings files into the stored index of this machine (DATA_DIR), whether or not
the server runs; with --stage into that of a deployed stage, with the AWS
credentials and region of the shell. A FILE may be a folder or a zip archive.
Formats are detected from the content: docs/stored-index.md lists them. --location
and --language hold for rows that name none (default: United States, English);
--domain is the site that an export without URLs is about. --column says which
column of a table or member of a JSON row is which where their names are not
known, for example --column "keyword=Search phrase" --column position=Rank.
What a site counts of itself (Search Console) and links to it belong to one
account, --account, and only that account ever sees them; on this machine it is
the demo account unless another is named. Listings and metrics are shared by all accounts.
The report is JSON on stdout; the command exits 1 where nothing was imported.
`;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      account: { type: 'string' },
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
  const given = {
    market: { location: values.location, language: values.language },
    domain: siteOf(values.domain),
    columns: parseColumnNames(values.column ?? []),
  };
  resolveMarket(given.market);
  const services = await openServices(values.stage);
  try {
    const owner = await services.owner(values.account);
    print(await run(values, positionals, { ...given, owner }, services));
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
  const { owner } = options;
  if (list)
    return {
      imports: [
        ...(owner === undefined ? [] : await services.register(owner).list()),
        ...(await services.register(null).list()),
      ],
    };
  if (undo !== undefined) return undoImport(undo, owner, services);
  const reports: ImportReport[] = [];
  for (const path of paths) reports.push(...(await importPath(path, options, services)));
  if (reports.every(({ status }) => status === 'nothing_imported')) process.exitCode = 1;
  return { imports: reports };
}

async function importPath(
  path: string,
  options: ImportOptions,
  services: ImportServices,
): Promise<readonly ImportReport[]> {
  const bundle = await openBundle(path);
  try {
    return await importBundle(bundle, options, services);
  } finally {
    await bundle.close();
  }
}

/** The index table that is written to, and whose what belongs to an account is. */
interface Target extends IndexTableOptions {
  /** The account named, checked; the one that stands for none named, if any. */
  owner(named: string | undefined): Promise<string | undefined>;
  close(): Promise<void>;
}

interface CommandServices extends ImportServices, Pick<Target, 'owner' | 'close'> {}

async function openServices(stage: string | undefined): Promise<CommandServices> {
  const target = stage === undefined ? await openLocalIndex() : openStageIndex(stage);
  const progress = createProgressLine(process.stderr);
  const services = createImportServices({ ...target, clock: Date.now, onProgress: progress.show });
  return {
    ...services,
    owner: target.owner,
    async close() {
      progress.end();
      await target.close();
    },
  };
}

async function openLocalIndex(): Promise<Target> {
  const folder = await openDataFolder(process.env.DATA_DIR || '.data');
  const storage = await shareStorage(folder);
  const documents = createDocuments(storage.database.clientConfig);
  await createTables(storage.database.clientConfig);
  const tables = tableNames();
  const accounts = createAccountRepository({ documents, tables, clock: Date.now });
  return {
    documents,
    table: tables.index,
    commitsTogether: storage.commitsTogether,
    putAll: storage.database.putAll,
    async owner(named) {
      if (named !== undefined) return (await accounts.get(named)).accountId;
      const demo = (await findDemoAccount(folder))?.account_id;
      if (demo !== undefined)
        process.stderr.write(
          `Figures of your own sites and links to them belong to the demo account, ${demo}; --account names another.\n`,
        );
      return demo;
    },
    async close() {
      documents.destroy();
      await storage.close();
    },
  };
}

function openStageIndex(stage: string): Target {
  const documents = createDocuments();
  const tables = stageTables(stage);
  const accounts = createAccountRepository({ documents, tables, clock: Date.now });
  return {
    documents,
    table: tables.index,
    owner: async (named) => (named === undefined ? undefined : (await accounts.get(named)).accountId),
    close: async () => documents.destroy(),
  };
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
