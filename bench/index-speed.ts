import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createStoredIndex } from '#shared/index/stored-index.ts';
import { buildIndex } from './index/build-index.ts';
import { questions } from './index/generated-market.ts';
import { openSqliteMarket } from './index/sqlite-market.ts';
import { median, rounded } from './report.ts';

/**
 * `npm run index-speed [-- --postings 10000,100000]`: milliseconds of each
 * question through the embedded database, and of the same question to the
 * same rows in one SQLite file that is read in the process. The stored index
 * pays for requests over a socket, and answers from what was counted when it
 * was written; SQLite pays for neither, and counts when it is asked.
 */
interface Measured {
  readonly postings: number;
  /** Milliseconds, the median of all rounds, by question. */
  readonly stored: readonly number[];
  readonly sqlite: readonly number[];
}

const rounds = 15;

async function measure(postings: number): Promise<Measured> {
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
    postings,
    stored: found.map((question) => median(question.stored)),
    sqlite: found.map((question) => median(question.sqlite)),
  };
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function table(results: readonly Measured[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  const header = results.flatMap(({ postings }) => {
    const size = postings.toLocaleString('en-US');
    return [`stored index, ${size}`, `SQLite, ${size}`];
  });
  const rows = questions.map(([name], at) =>
    line([name, ...results.flatMap(({ stored, sqlite }) => [shown(stored[at]), shown(sqlite[at])])]),
  );
  return [line(['milliseconds', ...header]), line(['---', ...header.map(() => '---:')]), ...rows].join('');
}

function shown(value = Number.NaN): number {
  return rounded(value, value < 10 ? 2 : 0);
}

const { values } = parseArgs({ options: { postings: { type: 'string', default: '10000,100000' } } });
const results: Measured[] = [];
for (const postings of values.postings.split(',').map(Number)) results.push(await measure(postings));
process.stdout.write(table(results));
