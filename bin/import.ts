import { parseArgs } from 'node:util';
import { stageTables } from '#local/admin/stage-foundation.ts';
import { findDemoAccount, openDataFolder } from '#local/data/data-folder.ts';
import { createTables, tableNames } from '#local/data/database.ts';
import { shareStorage } from '#local/data/storage.ts';
import { createProgressLine, importFlags, printJson, readImportFlags, runCommand } from '#local/terminal.ts';
import { createGenerationRegister } from '#shared/facts/generations/generations.ts';
import { importBundle, undoImport } from '#shared/facts/imports/import-bundle.ts';
import type { ImportReport } from '#shared/facts/imports/import-register.ts';
import {
  createImportServices,
  type ImportOptions,
  type ImportServices,
} from '#shared/facts/imports/import-services.ts';
import { openBundle } from '#shared/facts/imports/open-bundle.ts';
import {
  firstGeneration,
  readPointer,
  tableOfGeneration,
} from '#shared/facts/stored-index/generations/shared-index.ts';
import type { IndexTableOptions } from '#shared/facts/stored-index/items/index-items.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';

const usage = `npm run import -- FILE… [--location NAME] [--language NAME] [--domain SITE]
                       [--column NAME=HEADER]… [--account ID]
                       [--stage STAGE [--generation NAME]]
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
Those of a stage go into its index's generation in force, or into --generation.
The report is JSON on stdout; the command exits 1 where nothing was imported.
`;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...importFlags,
      account: { type: 'string' },
      generation: { type: 'string' },
      list: { type: 'boolean' },
      stage: { type: 'string' },
      undo: { type: 'string' },
    },
  });
  if (values.help || (positionals.length === 0 && !values.list && values.undo === undefined)) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const given = readImportFlags(values);
  const services = await openServices(values.stage, values.generation);
  try {
    const owner = await services.owner(values.account);
    printJson(await run(values, positionals, { ...given, owner }, services));
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
  readonly ownTable?: string;
  /** The account named, checked; the one that stands for none named, if any. */
  owner(named: string | undefined): Promise<string | undefined>;
  close(): Promise<void>;
}

interface CommandServices extends ImportServices, Pick<Target, 'owner' | 'close'> {}

async function openServices(
  stage: string | undefined,
  generation: string | undefined,
): Promise<CommandServices> {
  if (stage === undefined && generation !== undefined)
    throw new Error('--generation needs --stage: this machine has one index.');
  const target = stage === undefined ? await openLocalIndex() : await openStageIndex(stage, generation);
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

/** Shared listings go into a generation, what belongs to accounts into the table that all of them have. */
async function openStageIndex(stage: string, named: string | undefined): Promise<Target> {
  const documents = createDocuments();
  const tables = stageTables(stage);
  const accounts = createAccountRepository({ documents, tables, clock: Date.now });
  const home = createIndexTable({ documents, table: tables.index });
  const inForce = async () => (await readPointer(home, true)).generation;
  const generation = named ?? (await inForce());
  if (generation !== firstGeneration) await createGenerationRegister(home).get(generation);
  return {
    documents,
    table: tableOfGeneration(tables.index, generation),
    ownTable: tables.index,
    owner: async (account) => (account === undefined ? undefined : (await accounts.get(account)).accountId),
    async close() {
      const now = await inForce();
      documents.destroy();
      if (named === undefined && now !== generation)
        throw new Error(
          `The index was switched to ${now} meanwhile. Import the files again: what went in is in ${generation}.`,
        );
    },
  };
}

runCommand(main);
