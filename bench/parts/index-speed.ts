import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStoredIndex } from '#test/support/index/stored-index.ts';
import { median, type Part, rounded, type Table } from '../harness/report.ts';
import { buildIndex } from '../index/build-index.ts';
import { questions } from '../index/generated-market.ts';
import { openSqliteMarket } from '../index/sqlite-market.ts';

interface Measured {
  /** Postings in the index, in words. */
  readonly size: string;
  /** Milliseconds, the median of all rounds, by question. */
  readonly stored: readonly number[];
  readonly sqlite: readonly number[];
}

const rounds = 15;

async function measureSize(postings: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-speed-'));
  const sqlite = openSqliteMarket(join(folder, 'market.sqlite'), postings);
  const built = await buildIndex(postings);
  const stored = createStoredIndex(built.index);
  const found = questions.map((): Record<'stored' | 'sqlite', number[]> => ({ stored: [], sqlite: [] }));
  for (let round = 0; round <= rounds; round += 1)
    for (const [at, [name, , ask]] of questions.entries()) {
      const storedMs = await milliseconds(() => Promise.all(ask(stored)));
      const sqliteMs = await milliseconds(async () => sqlite.ask(name));
      // The first round warms up what both keep in memory.
      if (round === 0) continue;
      found[at]?.stored.push(storedMs);
      found[at]?.sqlite.push(sqliteMs);
    }
  sqlite.close();
  await built.remove();
  await rm(folder, { recursive: true });
  return {
    size: postings.toLocaleString('en-US'),
    stored: found.map((question) => median(question.stored)),
    sqlite: found.map((question) => median(question.sqlite)),
  };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function shown(value = Number.NaN): number {
  return rounded(value, value < 10 ? 2 : 0);
}

async function measure(isLong: boolean): Promise<readonly Table[]> {
  const results: Measured[] = [];
  for (const postings of isLong ? [10_000, 100_000, 1_000_000] : [10_000, 100_000])
    results.push(await measureSize(postings));
  const rows = questions.map(([name], at) => ({
    milliseconds: name,
    ...Object.fromEntries(
      results.flatMap(({ size, stored, sqlite }) => [
        [`stored index, ${size}`, shown(stored[at])],
        [`SQLite, ${size}`, shown(sqlite[at])],
      ]),
    ),
  }));
  return [
    {
      title: 'Stored index beside SQLite',
      method: `Milliseconds of each question to the same rows, the median of ${rounds}, taken in turns. The stored index is asked over a socket and answers from what was counted when it was written; SQLite is read in the process and counts when it is asked.`,
      rows,
    },
  ];
}

/** Questions to the stored index, and the same questions to one SQLite file. */
export const indexSpeed: Part = {
  isSlow: true,
  versionsOf: ['@dynoxide/linux-x64', 'sqlite'],
  measure,
};
