import { toolCatalog } from '#functions/tools/catalog.ts';
import { type PartName, rounded, type Table } from './report.ts';
import type { Result } from './results.ts';

/** What is aimed at, and what the stored results say to it. */
interface Aim {
  readonly aim: string;
  readonly part: PartName;
  readonly column: string;
  /** Which rows it is about; all that have the column otherwise. */
  readonly rows?: (row: Table['rows'][number]) => boolean;
  readonly atMost: number;
  readonly unit?: string;
}

const toolFunctions = new Set(toolCatalog.map(({ name }) => name.replaceAll('_', '-')));
const isTool = (row: Table['rows'][number]) => toolFunctions.has(String(row.function));

const aims: readonly Aim[] = [
  {
    aim: "a tool's import within 0.9 of the bare default build",
    part: 'cold-start',
    column: 'of the default build',
    rows: isTool,
    atMost: 0.9,
  },
  {
    aim: 'a tool within 420 kB',
    part: 'cold-start',
    column: 'size (kB)',
    rows: isTool,
    atMost: 420,
    unit: ' kB',
  },
  {
    aim: 'a metered call within 1.3 of the processor time of a bare handler on the same SDK',
    part: 'warm-path',
    column: 'call to bare',
    atMost: 1.3,
  },
  {
    aim: '3 write units for a charge (`inspect_keyword`, which keeps nothing else)',
    part: 'call-cost',
    column: 'write units',
    rows: ({ tool }) => tool === 'inspect_keyword',
    atMost: 3,
  },
  {
    aim: '`tools/list` within 5,000 tokens',
    part: 'agents',
    column: 'tokens',
    rows: ({ list }) => String(list).startsWith('Oriel'),
    atMost: 5_000,
  },
  {
    aim: 'an answer within 3,000 tokens, as text and as the whole envelope',
    part: 'agents',
    column: 'whole envelope as JSON (tokens)',
    atMost: 3_000,
  },
  { aim: 'no violation of the ledger', part: 'faults', column: 'violations', atMost: 0 },
  {
    aim: 'the largest paint of a page within 2 s, processor ÷ 4 and 1.6 Mbit/s',
    part: 'pages',
    column: 'largest paint (s)',
    atMost: 2,
    unit: ' s',
  },
  {
    aim: 'no task of a page over 200 ms there',
    part: 'pages',
    column: 'longest task (ms)',
    atMost: 200,
    unit: ' ms',
  },
  {
    aim: 'links of named sites in 1.5 times the processor time of a scan of the release',
    part: 'open-graph',
    column: 'to the scan',
    rows: ({ what }) => what === 'sites',
    atMost: 1.5,
  },
  {
    aim: 'a whole release in 4 times that',
    part: 'open-graph',
    column: 'to the scan',
    rows: ({ what }) => what === 'graph',
    atMost: 4,
  },
  {
    aim: 'a whole release kept in twice its packed files',
    part: 'open-graph',
    column: 'kept to the packed files',
    rows: ({ what }) => what === 'graph',
    atMost: 2,
  },
];

/** The aims as rows of a table, each judged by the stored results alone. */
export function judgedAims(results: readonly Result[]): Table['rows'] {
  return aims.map(({ aim, part, column, rows = () => true, atMost, unit = '' }) => {
    const found = (results.find((result) => result.part === part)?.tables ?? [])
      .flatMap((table) => table.rows)
      .filter((row) => column in row && rows(row))
      .map((row) => Number(row[column]));
    if (found.length === 0) return { aim, found: 'not measured', holds: '' };
    const [least, most] = [Math.min(...found), Math.max(...found)];
    return { aim, found: `${span(least, most)}${unit}`, holds: most <= atMost ? 'yes' : 'no' };
  });
}

function span(least: number, most: number): string {
  const words = (value: number) => rounded(value, 2).toLocaleString('en-US');
  return least === most ? words(least) : `${words(least)} to ${words(most)}`;
}
