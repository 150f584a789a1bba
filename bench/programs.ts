import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Part } from './report.ts';

const run = promisify(execFile);

/** A program of `bench/` that prints its own tables, and is run alone by its path as well. */
async function printed(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['bin/launch.mjs', `bench/${program}`, ...args]);
  return stdout.trim();
}

/** Read units of every question on indexes of several sizes, and what writing costs. */
export const indexBench: Part = {
  name: 'index',
  measure: async (isLong) => [
    {
      title: 'Stored index',
      method:
        '`bench/index-cost.ts`: read units of each question on generated indexes, beside its budget; rows a second and write units of an import.',
      markdown: await printed('index-cost.ts', '--postings', isLong ? '10000,100000,1000000' : '10000'),
    },
  ],
};

/** The same questions to the same rows in one SQLite file. */
export const indexSpeedBench: Part = {
  name: 'index-speed',
  isSlow: true,
  measure: async (isLong) => [
    {
      title: 'Stored index beside SQLite',
      method:
        '`bench/index-speed.ts`: milliseconds of each question, the median of 15, taken in turns. The stored index is asked over a socket and answers from what was counted when it was written; SQLite is read in the process and counts when it is asked.',
      markdown: await printed(
        'index-speed.ts',
        '--postings',
        isLong ? '10000,100000,1000000' : '10000,100000',
      ),
    },
  ],
};

/** The auditor beside link checkers and crawlers, on the same site. */
export const auditBench: Part = {
  name: 'audit',
  isSlow: true,
  measure: async (isLong) => [
    {
      title: 'Site audit',
      method:
        '`bench/audit.ts`: one generated site served by a process of its own; the peers are installed from `bench/peers` the first time.',
      markdown: await printed('audit.ts', isLong ? '5' : '1'),
    },
  ],
};
