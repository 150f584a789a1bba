import { parseArgs } from 'node:util';
import { exportUsage, openExports } from '#local/exports.ts';
import { ServiceError } from '#shared/errors.ts';

const usage = `npm run export-usage -- --month 2026-11
npm run export-usage -- --day 2026-11-19

Writes the files of finance below objects/usage/ in the data folder of this machine (DATA_DIR), whether or not the
server runs. Prints what was written as JSON. Ends with status 1 where the month does not add up. See docs/finance.md.
`;

async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    options: { day: { type: 'string' }, month: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help || (values.day === undefined) === (values.month === undefined)) {
    process.stderr.write(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const opened = await openExports(process.env);
  try {
    const report = await exportUsage(opened, values);
    if (!report.proven) process.exitCode = 1;
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  } finally {
    await opened.close();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ServiceError ? `${error.code}: ` : ''}${message}\n`);
  process.exitCode = 1;
});
