import { parseArgs } from 'node:util';
import { exportUsage, openExports } from '#local/exports.ts';
import { printJson, runCommand } from '#local/terminal.ts';

const usage = `npm run export-usage -- --month 2026-11 [--stage prod]
npm run export-usage -- --day 2026-11-19 [--stage prod]

Writes the files of finance: for a month all its days and every month before it, for a day every day before it that
is missing. What is final is checked and not written again. Without --stage below objects/usage/ in the data folder
of this machine (DATA_DIR), whether or not the server runs; with it from the tables to the bucket of a deployed stage,
with the AWS credentials of the shell (AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN).
One export runs at a time. Prints what was written as JSON. Ends with status 1 where a month does not add up or the
export failed, and with 2 where the command was wrong. See docs/finance.md.
`;

/** The command was wrong: says what, and how it is written. */
function refuse(reason: string): void {
  process.stderr.write(`${reason}\n\n${usage}`);
  process.exitCode = 2;
}

function parse(args: string[]) {
  return parseArgs({
    args,
    strict: true,
    options: {
      day: { type: 'string' },
      month: { type: 'string' },
      stage: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

async function main(args: string[]): Promise<void> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
    return;
  }
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  if ((values.day === undefined) === (values.month === undefined)) {
    refuse('Ask for one day or one month.');
    return;
  }
  const opened = await openExports(values.stage, process.env);
  try {
    const report = await exportUsage(opened, values);
    if (!report.proven) process.exitCode = 1;
    printJson(report);
  } finally {
    await opened.close();
  }
}

runCommand(main);
