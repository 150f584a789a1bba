import { NotAGraphFile } from './graph-lines.ts';

const tab = 9;
const lineFeed = 10;
const carriageReturn = 13;
const zero = 48;
const mostDigits = 10;

/**
 * Goes over the edges of a release, `from` and `to` by the ids of vertices,
 * and refuses what is not in the order of such a file: by `from`, then `to`,
 * each pair once, no domain to itself. Told chunk by chunk.
 */
export function createEdgeScan(vertices: number, visit: (from: number, to: number) => void) {
  let lastFrom = -1;
  let lastTo = -1;
  let edges = 0;
  let value = 0;
  /** Where the number that begins at `start` ends; it is in `value` then. */
  function endOfNumber(chunk: Buffer, start: number): number {
    let at = start;
    value = 0;
    let digit = (chunk[at] ?? 0) - zero;
    while (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      at += 1;
      digit = (chunk[at] ?? 0) - zero;
    }
    if (at === start || at - start > mostDigits) throw notAnEdge(chunk, start);
    return at;
  }
  function take(from: number, to: number): void {
    if (from >= vertices || to >= vertices)
      throw new NotAGraphFile(`The edge ${from} ${to} names a domain beyond the ${vertices} of the release.`);
    if (from < lastFrom || (from === lastFrom && to <= lastTo))
      throw new NotAGraphFile(`Edges are not in order: ${from} ${to} after ${lastFrom} ${lastTo}.`);
    if (from === to) throw new NotAGraphFile(`The edge ${from} ${to} links a domain to itself.`);
    lastFrom = from;
    lastTo = to;
    edges += 1;
    visit(from, to);
  }
  return {
    /** Takes a chunk of whole lines. */
    scan(chunk: Buffer): void {
      let at = 0;
      while (at < chunk.length) {
        const start = at;
        at = endOfNumber(chunk, at);
        const from = value;
        if (chunk[at] !== tab) throw notAnEdge(chunk, start);
        at = endOfNumber(chunk, at + 1);
        at = endOfLine(chunk, at, start);
        take(from, value);
      }
    },
    get edges(): number {
      return edges;
    },
  };
}

function endOfLine(chunk: Buffer, at: number, start: number): number {
  const end = chunk[at] === carriageReturn ? at + 1 : at;
  if (chunk[end] !== lineFeed) throw notAnEdge(chunk, start);
  return end + 1;
}

function notAnEdge(chunk: Buffer, start: number): NotAGraphFile {
  const end = chunk.indexOf(lineFeed, start);
  return new NotAGraphFile(
    `An edge is two ids with a tab: ${chunk.toString('latin1', start, Math.min(end, start + 80))}`,
  );
}
