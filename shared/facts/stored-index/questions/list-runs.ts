import * as v from 'valibot';
import { type LineFormat, sortedRows } from '#shared/platform/sorted-rows.ts';

/** Something read from the index, with what it belongs to: a keyword, a page, a linking host. */
export interface Member<Data> {
  readonly group: string;
  readonly data: Data;
}

/** What belongs together, in the order in which it was read. */
export interface Group<Data> {
  readonly group: string;
  readonly members: Data[];
}

/** A finished row, with what it is sorted by: larger numbers first, then the alphabet. */
export interface RankedRow {
  readonly rank: readonly number[];
  readonly name: string;
  readonly row: object;
}

const rankedTuple = v.tuple([v.array(v.number()), v.string(), v.record(v.string(), v.unknown())]);
const rankedFormat: LineFormat<RankedRow> = {
  write: ({ rank, name, row }) => JSON.stringify([rank, name, row]),
  read(line) {
    const [rank, name, row] = v.parse(rankedTuple, JSON.parse(line));
    return { rank, name, row };
  },
};

/**
 * Brings together what belongs together, however much is read: in little
 * memory, but for one group at a time. `schema` is of a member's JSON value;
 * `runLength` as that of `sortedRows`. No group is given before all is read.
 */
export async function* groupsOf<Data>(
  parts: AsyncIterable<readonly Member<Data>[]>,
  schema: v.GenericSchema<Data>,
  runLength?: number,
): AsyncGenerator<readonly Group<Data>[]> {
  const line = v.tuple([v.string(), schema]);
  const format: LineFormat<Member<Data>> = {
    write: ({ group, data }) => JSON.stringify([group, data]),
    read(text) {
      const [group, data] = v.parse(line, JSON.parse(text));
      return { group, data };
    },
  };
  let open: Group<Data> | undefined;
  for await (const members of sortedRows(parts, byGroup, format, runLength)) {
    const groups = together(members, open);
    open = groups.pop();
    yield groups;
  }
  if (open) yield [open];
}

/** Members that stand behind each other, by their groups; the first may go on with the `open` one. */
function together<Data>(members: readonly Member<Data>[], open: Group<Data> | undefined): Group<Data>[] {
  const groups = open ? [open] : [];
  for (const { group, data } of members) {
    const last = groups.at(-1);
    if (last?.group === group) last.members.push(data);
    else groups.push({ group, members: [data] });
  }
  return groups;
}

/** Finished rows in their order, in little memory. */
export async function* rankedRows(
  parts: AsyncIterable<readonly RankedRow[]>,
  runLength?: number,
): AsyncGenerator<readonly object[]> {
  for await (const rows of sortedRows(parts, byRank, rankedFormat, runLength))
    yield rows.map(({ row }) => row);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function byGroup(a: Member<unknown>, b: Member<unknown>): number {
  return compare(a.group, b.group);
}

function byRank(a: RankedRow, b: RankedRow): number {
  for (const [at, number] of a.rank.entries()) {
    const difference = (b.rank[at] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return compare(a.name, b.name);
}
