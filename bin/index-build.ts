import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildLocalIndex } from '#local/bulk/build-local-index.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { normalizeDomain } from '#shared/contract/domain-name.ts';
import { parseColumnNames } from '#shared/facts/imports/column-names.ts';
import { resolveMarket } from '#shared/facts/markets/markets.ts';
import { ServiceError } from '#shared/platform/errors.ts';

const usage = `npm run index-build -- FILE… [--location NAME] [--language NAME] [--domain SITE]
                            [--column NAME=HEADER]… [--processes N]

Builds the stored index of a fresh data folder (DATA_DIR) from exports of any
size, before the server first starts in it: several times as fast as npm run
import, in memory that does not grow with the files, and with the same result as
importing them one after another. A FILE may be a folder or a zip
archive; formats and options are those of npm run import. The sample market is
in the index as in every fresh folder.

Not taken: figures of an account's own sites (Search Console) and links. Both
belong to accounts, which a fresh folder does not have; bring them in with npm run
import once it has. A folder that has a database is left as it is: what comes
day by day goes in with npm run import too.

The work is divided among processes (as many as there are processors, at most 8,
unless --processes says how many), with intermediate files in DATA_DIR of about
three times the size of the database. The report is JSON on stdout; the command
exits 1 where nothing was taken.
`;

const mostProcesses = 8;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      column: { type: 'string', multiple: true },
      domain: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      language: { type: 'string' },
      location: { type: 'string' },
      processes: { type: 'string' },
    },
  });
  if (values.help || positionals.length === 0) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const options = {
    market: { location: values.location, language: values.language },
    domain: siteOf(values.domain),
    columns: [...parseColumnNames(values.column ?? [])],
  };
  resolveMarket(options.market);
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const result = await buildLocalIndex({
    folder: await openDataFolder(process.env.DATA_DIR || '.data'),
    paths: positionals,
    options,
    processes: processesOf(values.processes),
    onPhase: (phase) => void process.stderr.write(`${seconds()} s: ${phaseNames[phase]}\n`),
  });
  if (result.files.every(({ status }) => status === 'nothing_imported')) process.exitCode = 1;
  const { itemCount, cpuSeconds, peakMegabytes, files, ...counts } = result;
  const used = { seconds: seconds(), cpu_seconds: Math.round(cpuSeconds), peak_megabytes: peakMegabytes };
  process.stdout.write(`${JSON.stringify({ items: itemCount, ...counts, ...used, files }, null, 2)}\n`);
}

const phaseNames = {
  reading: 'reading files',
  keywords: 'putting keywords together',
  rows: 'sorting rows, counting domains',
  heads: 'finding competitors',
  importing: 'importing into the database',
};

function processesOf(text: string | undefined): number {
  if (text === undefined) return Math.min(mostProcesses, availableParallelism());
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= mostProcesses) return count;
  throw new Error(`--processes is a whole number from 1 to ${mostProcesses}.`);
}

function siteOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const normalized = normalizeDomain(text);
  if (!normalized.ok) throw new Error(`--domain: ${normalized.message}`);
  return normalized.domain;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ServiceError ? `${error.code}: ` : ''}${message}\n`);
  process.exitCode = 1;
});
