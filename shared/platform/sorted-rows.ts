import { type SpooledLines, spoolLines } from './spooled-lines.ts';

/** Rows that are sorted in memory at once: some tens of megabytes. */
const rowsOfRun = 50_000;
/** Rows given at a time. */
const rowsAtOnce = 5_000;
/** Rows between two compressions of a run. */
const rowsBetweenPacks = 500;
/** Of each run this much is unpacked while runs are merged; a million rows are twenty runs. */
const charactersAtOnce = 100_000;

/** A row as a line of text and back. */
export interface LineFormat<Row> {
  write(row: Row): string;
  read(line: string): Row;
}

type Order<Row> = (a: Row, b: Row) => number;

/**
 * Rows in order, however many there are: what does not fit into one run is
 * sorted run by run, kept compressed, and merged as it is read. Rows that are
 * alike keep their order. A million rows of a hundred bytes take some 40 MB
 * beside what one run takes.
 */
export async function* sortedRows<Row>(
  parts: AsyncIterable<readonly Row[]>,
  order: Order<Row>,
  format: LineFormat<Row>,
  runLength = rowsOfRun,
): AsyncGenerator<readonly Row[]> {
  const runs: SpooledLines[] = [];
  let open: Row[] = [];
  for await (const part of parts)
    for (const row of part) {
      open.push(row);
      if (open.length < runLength) continue;
      runs.push(await spooled(open.sort(order), format));
      open = [];
    }
  open.sort(order);
  if (runs.length === 0) yield* slices(open);
  else yield* merged([...runs.map((run) => rowsOf(run, format)), ofMemory(open)], order);
}

function* slices<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce);
}

async function spooled<Row>(rows: readonly Row[], { write }: LineFormat<Row>): Promise<SpooledLines> {
  const run = spoolLines(charactersAtOnce);
  for (const [at, row] of rows.entries()) {
    run.add(write(row));
    if (at % rowsBetweenPacks === 0) await run.pack();
  }
  return run;
}

async function* rowsOf<Row>(run: SpooledLines, { read }: LineFormat<Row>): AsyncGenerator<readonly Row[]> {
  for await (const lines of run.lines()) yield lines.map(read);
}

async function* ofMemory<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** A run while it is merged: its next row stands at `at` of `rows`. */
interface OpenRun<Row> {
  rows: readonly Row[];
  at: number;
  readonly rest: AsyncIterator<readonly Row[]>;
}

async function* merged<Row>(
  runs: readonly AsyncGenerator<readonly Row[]>[],
  order: Order<Row>,
): AsyncGenerator<readonly Row[]> {
  let open = await Promise.all(
    runs.map((rest): Promise<OpenRun<Row> | undefined> => filled({ rows: [], at: 0, rest })),
  );
  let given: Row[] = [];
  for (;;) {
    const first = firstOf(open, order);
    if (!first) break;
    given.push(first.row);
    first.run.at += 1;
    if (first.run.at === first.run.rows.length && !(await filled(first.run)))
      open = open.filter((run) => run !== first.run);
    if (given.length < rowsAtOnce) continue;
    yield given;
    given = [];
  }
  yield given;
}

/** The run with rows to give; undefined at its end. */
async function filled<Row>(run: OpenRun<Row>): Promise<OpenRun<Row> | undefined> {
  for (;;) {
    const { done, value } = await run.rest.next();
    if (done) return undefined;
    if (value.length === 0) continue;
    run.rows = value;
    run.at = 0;
    return run;
  }
}

/** The run whose next row comes first; of rows that are alike that of the earliest run. */
function firstOf<Row>(open: readonly (OpenRun<Row> | undefined)[], order: Order<Row>) {
  let first: { readonly run: OpenRun<Row>; readonly row: Row } | undefined;
  for (const run of open) {
    const row = run?.rows[run.at];
    if (run && row !== undefined && (!first || order(row, first.row) < 0)) first = { run, row };
  }
  return first;
}
