import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { buildLocalIndex, type LocalBuild } from '#local/bulk/build-local-index.ts';
import type { StagePhase } from '#local/bulk/stage-build.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { importFlags, printJson, readImportFlags, runCommand } from '#local/terminal.ts';
import { mostShards } from '#shared/facts/bulk/scratch.ts';

const usage = `npm run index-build -- FILE… [--location NAME] [--language NAME] [--domain SITE]
                            [--column NAME=HEADER]… [--threads N]
npm run index-build -- FILE… --stage STAGE [--no-switch] [--leave-imports]
npm run index-build -- --stage STAGE --resume GENERATION [FILE…]
npm run index-build -- --stage STAGE --list | --switch GENERATION | --back | --drop GENERATION

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

The work is divided among threads (as many as there are processors, at most 8,
unless --threads says how many), with intermediate files in DATA_DIR of about
three times the size of the database. The report is JSON on stdout; the command
exits 1 where nothing was taken.

With --stage the items become a new generation of a deployed stage's index, with
the AWS credentials and region of the shell: they go into its bucket, DynamoDB
imports them into a table of their own, that table is checked, and the index is
switched to it (not with --no-switch). Before that the generation in force
answers, whatever fails. A build that was interrupted is taken up with --resume,
with the same files where they had not all been sent. --switch puts a generation
in force, --back the one before, --drop removes one. A generation without the
imports of the one in force is put in force with --leave-imports only.
docs/stored-index.md tells more.
`;

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...importFlags,
      ...stageFlags,
      threads: { type: 'string' },
    },
  });
  const isOfStage = values.stage !== undefined;
  if (values.help || (positionals.length === 0 && !isOfStage)) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const { columns, ...given } = readImportFlags(values);
  const build: Build = {
    paths: positionals,
    options: { ...given, columns: [...columns] },
    threads: threadsOf(values.threads),
  };
  await (isOfStage ? buildForStage(values, build) : buildHere(values, build));
}

type Build = Pick<LocalBuild, 'paths' | 'options' | 'threads'>;

const stageFlags = {
  stage: { type: 'string' },
  resume: { type: 'string' },
  switch: { type: 'string' },
  drop: { type: 'string' },
  back: { type: 'boolean' },
  list: { type: 'boolean' },
  'no-switch': { type: 'boolean' },
  'leave-imports': { type: 'boolean' },
} as const;

type StageValues = ReturnType<typeof parseArgs<{ options: typeof stageFlags }>>['values'];

async function buildForStage(values: StageValues, build: Build): Promise<void> {
  const { stage = '', resume, drop, switch: target, back = false, list = false } = values;
  const deeds = [drop, target, back || undefined, list || undefined].filter((deed) => deed !== undefined);
  const builds = build.paths.length > 0 || resume !== undefined;
  if (deeds.length + Number(builds) !== 1)
    throw new Error(
      'With --stage name files to build of, or one of --resume, --list, --switch, --back and --drop.',
    );
  const say = progressOf();
  // With the clients of AWS, which a build on this machine has no memory for.
  const { openStageGenerations } = await import('#local/admin/stage-foundation.ts');
  const { runStageOrder } = await import('#local/bulk/stage-build.ts');
  const generations = await openStageGenerations(stage);
  try {
    const order = {
      ...{ ...build, list, back, drop, resume, switchTo: target },
      switches: !values['no-switch'],
      leavesImports: values['leave-imports'] ?? false,
      folder: process.env.DATA_DIR || '.data',
    };
    const report = await runStageOrder(generations, order, {
      onPhase: (phase) => say(phaseNames[phase]),
      onImported: (items, all) => say(`${items} of ${all} items processed`),
    });
    if (isEmpty(report)) process.exitCode = 1;
    printJson(report);
  } finally {
    await generations.close();
  }
}

const isEmpty = (report: object): boolean => 'generation' in report && report.generation === null;

/** Says things on stderr with the seconds since the start. */
function progressOf(): (text: string) => void {
  const startedAt = performance.now();
  return (text) => {
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    process.stderr.write(`${seconds} s: ${text}\n`);
  };
}

async function buildHere(values: StageValues, build: Build): Promise<void> {
  const others = Object.keys(stageFlags).filter((name) => name in values);
  if (others.length > 0) throw new Error(`--${others[0]} needs --stage: this machine has one index.`);
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10;
  const say = progressOf();
  const result = await buildLocalIndex({
    folder: await openDataFolder(process.env.DATA_DIR || '.data'),
    ...build,
    onPhase: (phase) => say(phaseNames[phase]),
  });
  if (result.files.every(({ status }) => status === 'nothing_imported')) process.exitCode = 1;
  const { itemCount, cpuSeconds, peakMegabytes, files, ...counts } = result;
  const used = { seconds: seconds(), cpu_seconds: Math.round(cpuSeconds), peak_megabytes: peakMegabytes };
  printJson({ items: itemCount, ...counts, ...used, files });
}

const phaseNames = {
  reading: 'reading files',
  keywords: 'putting keywords together',
  rows: 'sorting rows, counting domains',
  heads: 'finding competitors',
  uploading: 'sending items',
  importing: 'importing into the database',
  carrying: 'carrying live listings over',
  switched: 'switched; waiting until all calls know, then carrying over what came meanwhile',
} as const satisfies Record<StagePhase, string>;

function threadsOf(text: string | undefined): number {
  if (text === undefined) return Math.min(mostShards, availableParallelism());
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= mostShards) return count;
  throw new Error(`--threads is a whole number from 1 to ${mostShards}.`);
}

runCommand(main);
