/**
 * Readers of the graph's text files. They take chunks that end with a line
 * (`wholeLines`) and look at bytes, not at texts: a release has billions of
 * lines. What cannot be a line of such a file is a `NotAGraphFile`.
 */
export class NotAGraphFile extends Error {
  override readonly name = 'NotAGraphFile';
}

export interface RankRow {
  /** 1 is the most central. */
  readonly position: number;
  readonly harmonic: number;
  readonly pagerankPosition: number;
  readonly pagerank: number;
  readonly domain: string;
  readonly hosts: number;
}

export interface VertexRow {
  readonly id: number;
  readonly domain: string;
  readonly hosts: number;
}

/** Rows that were left out, by reason, with the first of each. */
export interface SkippedRows {
  readonly counts: ReadonlyMap<string, { count: number; readonly example: string }>;
  add(reason: string, example: string): void;
}

export function createSkippedRows(): SkippedRows {
  const counts = new Map<string, { count: number; readonly example: string }>();
  return {
    counts,
    add(reason, example) {
      const known = counts.get(reason);
      if (known) known.count += 1;
      else counts.set(reason, { count: 1, example: example.slice(0, 100) });
    },
  };
}

const lineFeed = 10;
const carriageReturn = 13;
const longestLine = 64 * 1024;

/** Chunks cut behind their last line feed. A file of the graph ends with a line; of others the last line may lack its end. */
export async function* wholeLines(
  chunks: AsyncIterable<Buffer>,
  { endsWithLine }: { readonly endsWithLine: boolean },
): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const joined = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = joined.lastIndexOf(lineFeed) + 1;
    rest = Buffer.from(joined.subarray(end));
    if (rest.length > longestLine) throw new NotAGraphFile(`A line is longer than ${longestLine} bytes.`);
    if (end > 0) yield joined.subarray(0, end);
  }
  if (rest.length === 0) return;
  if (endsWithLine) throw new NotAGraphFile('The file ends in the middle of a line.');
  yield Buffer.concat([rest, Buffer.from('\n')]);
}

/** Makes a row of a line; undefined for a header and for what is skipped. */
export type ParseLine<Row> = (line: string) => Row | undefined;

/** Rows of a text file, one array a chunk. Names are ASCII; other bytes become what no name has. */
export async function* readRows<Row>(
  chunks: AsyncIterable<Buffer>,
  parse: ParseLine<Row>,
): AsyncGenerator<readonly Row[]> {
  for await (const chunk of chunks) {
    const rows: Row[] = [];
    let from = 0;
    while (from < chunk.length) {
      const at = chunk.indexOf(lineFeed, from);
      const end = at > from && chunk[at - 1] === carriageReturn ? at - 1 : at;
      const row = parse(chunk.toString('latin1', from, end));
      if (row !== undefined) rows.push(row);
      from = at + 1;
    }
    yield rows;
  }
}

const rankHeader = ['#harmonicc_pos', '#harmonicc_val', '#pr_pos', '#pr_val', '#host_rev', '#n_hosts'];

/**
 * Rows of a ranks file, best first. Positions run 1, 2, 3 …; a header that
 * lacks hosts is that of the graph of hosts, and refused.
 */
export function ranksParser(skipped: SkippedRows): ParseLine<RankRow> {
  let last = -1;
  return (line) => {
    const cells = line.split('\t');
    last += 1;
    if (last === 0) return requireRankHeader(cells);
    const row = rankRow(cells, last, line);
    if (row.domain !== '') return row;
    skipped.add('not a domain name', cells[4] ?? '');
    return undefined;
  };
}

/** Where the first row begins; refuses what is no header of ranks. */
export function endOfRankHeader(chunk: Buffer): number {
  const end = chunk.indexOf(lineFeed) + 1;
  requireRankHeader(chunk.toString('latin1', 0, end).trimEnd().split('\t'));
  return end;
}

function requireRankHeader(cells: readonly string[]): undefined {
  if (cells.length === rankHeader.length && rankHeader.every((name, at) => cells[at] === name)) return;
  const isOfHosts = cells.length === 5 && cells[4] === '#host_rev';
  throw new NotAGraphFile(
    isOfHosts
      ? 'These are the ranks of hosts. Take the file of domains, whose header ends with #n_hosts.'
      : `This is no ranks file of a domain graph: its first line is not ${rankHeader.join(', ')}, tab-separated.`,
  );
}

/** A row of ranks by its cells; its `domain` is empty where the name is none. */
export function rankRow(cells: readonly string[], position: number, line: string): RankRow {
  const [at = '', harmonic = '', pagerankAt = '', pagerank = '', name = '', hosts = ''] = cells;
  if (cells.length !== rankHeader.length)
    throw new NotAGraphFile(`A row has ${cells.length} cells and not six: ${line.slice(0, 80)}`);
  if (wholeNumber(at) !== position)
    throw new NotAGraphFile(`Position ${at.slice(0, 20)} stands where ${position} is expected.`);
  return {
    position,
    harmonic: javaNumber(harmonic),
    pagerankPosition: wholeNumber(pagerankAt),
    pagerank: javaNumber(pagerank),
    domain: domainOf(name) ?? '',
    hosts: wholeNumber(hosts),
  };
}

/** Rows of a vertices file: ids run 0, 1, 2 …, names in strict byte order. Names of no domain are skipped. */
export function verticesParser(skipped: SkippedRows): ParseLine<VertexRow> {
  let next = 0;
  let before = '';
  return (line) => {
    const [id = '', name = '', hosts = '', ...more] = line.split('\t');
    if (hosts === '' || more.length > 0)
      throw new NotAGraphFile(`A vertex is id, name and hosts: ${line.slice(0, 80)}`);
    if (wholeNumber(id) !== next)
      throw new NotAGraphFile(`Vertex ${id.slice(0, 20)} stands where ${next} is expected.`);
    requireOrder(before, name);
    next += 1;
    before = name;
    const domain = domainOf(name);
    if (domain !== undefined) return { id: next - 1, domain, hosts: wholeNumber(hosts) };
    skipped.add('not a domain name', name);
    return undefined;
  };
}

/** Latin-1 texts compare as their bytes do. */
function requireOrder(before: string, name: string): void {
  if (name > before) return;
  throw new NotAGraphFile(
    name === before
      ? `The vertex ${name.slice(0, 80)} comes twice.`
      : `Vertices are not in order: ${name.slice(0, 80)} after ${before.slice(0, 80)}.`,
  );
}

const longestName = 253;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** `com.example` as `example.com`; undefined for what names no domain, such as names with `?` in old releases. */
export function domainOf(reversed: string): string | undefined {
  if (reversed.length > longestName) return undefined;
  const labels = reversed.split('.');
  if (!labels.every((text) => label.test(text))) return undefined;
  return labels.reverse().join('.');
}

const mostDigits = 15;

function wholeNumber(text: string): number {
  if (text.length <= mostDigits && /^\d+$/.test(text)) return Number(text);
  throw new NotAGraphFile(`${JSON.stringify(text.slice(0, 20))} is no whole number.`);
}

/** A float or double as Java writes it: `2.9799486E7`, `8543210.0`, `8.5E-4`. */
export function javaNumber(text: string): number {
  if (text.length <= 32 && /^\d+(?:\.\d+)?(?:E-?\d{1,3})?$/.test(text)) return Number(text);
  throw new NotAGraphFile(`${JSON.stringify(text.slice(0, 20))} is not a number.`);
}
