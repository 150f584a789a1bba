import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Change, type Item, readPacked } from '#shared/facts/stored-index/items/index-items.ts';
import { pack, unpack } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import { type IndexTable, removeItems } from '#shared/facts/stored-index/table/index-table.ts';
import { type Day, dateOf, dayOf } from './day-ranges.ts';
import type { RowList } from './kept-items.ts';

/** Counts of one key: a query, an address, a query and an address joined by `pairMark`, a country, a device. */
export interface KeptRow {
  readonly key: string;
  readonly clicks: number;
  readonly impressions: number;
  /** Mean over the impressions, to two places. */
  readonly position: number;
}

export const pairMark = '\n';

/** What blocks of rows are of: a day, a week from its Monday, a month from its first. */
export type PeriodKind = 'd' | 'w' | 'm';

export interface KeptPeriod {
  readonly kind: PeriodKind;
  readonly day: Day;
}

/** Counts of a day as Google gives them for the property: whole, with what no row tells. */
export interface DayTotal {
  readonly day: Day;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

/** Rows of one block: some hundred kilobytes packed; an item ends at 400. */
const rowsOfBlock = 4_000;
const largestBlock = 350_000;

const columns = v.object({
  k: v.array(v.string()),
  c: v.array(v.number()),
  i: v.array(v.number()),
  p: v.array(v.number()),
});
/** `n` blocks of one writing `g` make a list: what another writing left is not read. */
const blockItem = v.object({ sk: v.string(), g: v.string(), n: v.number() });

const total = v.pipe(
  v.tuple([v.number(), v.number(), v.number(), v.number()]),
  v.transform(([day, clicks, impressions, position]): DayTotal => ({ day, clicks, impressions, position })),
);

export const periodSort = (type: string, list: RowList, { kind, day }: KeptPeriod) =>
  `r#${type}#${list}#${kind}${dateOf(day)}#`;
const totalsSort = (type: string, month: string) => `t#${type}#${month}`;
const freshSort = (type: string) => `f#${type}`;

export type RowReader = ReturnType<typeof createRowReader>;

export function createRowReader(table: IndexReader, pk: string) {
  return {
    /** Rows of the periods of one kind from one day to another, both included; periods whose blocks are not whole are left out. */
    async read(
      type: string,
      list: RowList,
      { kind, from, to }: { readonly kind: PeriodKind; readonly from: Day; readonly to: Day },
    ): Promise<ReadonlyMap<Day, readonly KeptRow[]>> {
      const bounds = {
        from: periodSort(type, list, { kind, day: from }),
        to: `${periodSort(type, list, { kind, day: to })}~`,
      };
      const items = await readAll(table, pk, { ...bounds, consistent: true });
      const byPeriod = Map.groupBy(items, ({ sk }) => String(sk).slice(0, -3));
      return new Map(
        [...byPeriod].flatMap(([prefix, blocks]) => {
          const rows = wholeRows(blocks);
          return rows ? [[dayOf(prefix.slice(-11, -1)), rows] as const] : [];
        }),
      );
    },
    /** Totals of the days that have any, oldest first. */
    async totals(type: string, from: Day, to: Day): Promise<readonly DayTotal[]> {
      const bounds = {
        from: totalsSort(type, dateOf(from).slice(0, 7)),
        to: totalsSort(type, dateOf(to).slice(0, 7)),
      };
      const items = await readAll(table, pk, { ...bounds, consistent: true });
      return items.flatMap(totalsOf).filter(({ day }) => day >= from && day <= to);
    },
    async fresh(type: string): Promise<readonly DayTotal[]> {
      const item = await table.get({ pk, sk: freshSort(type) });
      return item ? totalsOf(item) : [];
    },
  };
}

export type KeptRows = ReturnType<typeof createKeptRows>;

export function createKeptRows(table: IndexTable, pk: string) {
  const reader = createRowReader(table, pk);
  return {
    ...reader,
    /**
     * Replaces a list of a period. Safe to repeat; its first block comes last and decides.
     * What is there already is left: to read it costs a fortieth of writing it again.
     */
    async write(type: string, list: RowList, period: KeptPeriod, rows: readonly KeptRow[]): Promise<void> {
      const prefix = periodSort(type, list, period);
      const known = await readAll(table, pk, { prefix });
      const blocks = blocksOf(rows);
      if (isSame(known, blocks)) return;
      const before = known.map(({ sk }) => String(sk));
      const items = itemsOf(pk, prefix, blocks);
      const [first, ...others] = items;
      const kept = new Set(items.map(({ sk }) => String(sk)));
      await table.change(others.map((put): Change => ({ put })));
      if (first) await table.put(first);
      await table.change(before.filter((sk) => !kept.has(sk)).map((sk): Change => ({ remove: { pk, sk } })));
    },
    removePeriod: (prefix: string) => removeItems(table, pk, { prefix }),
    /** Puts the totals of these days in the place of all that were kept between the two. */
    async writeTotals(type: string, from: Day, to: Day, totals: readonly DayTotal[]): Promise<void> {
      const months = new Set<string>();
      for (let day = from; day <= to; day += 1) months.add(dateOf(day).slice(0, 7));
      const kept = await reader.totals(type, dayOf(`${dateOf(from).slice(0, 7)}-01`), to + 31);
      const outside = kept.filter(({ day }) => day < from || day > to);
      const byMonth = Map.groupBy([...outside, ...totals], ({ day }) => dateOf(day).slice(0, 7));
      await table.change(
        [...months].map((month): Change => {
          const rows = (byMonth.get(month) ?? []).toSorted((a, b) => a.day - b.day);
          return { put: { pk, sk: totalsSort(type, month), d: packTotals(rows) } };
        }),
      );
    },
    /** Days that are still being counted, in the place of those before. */
    writeFresh: (type: string, totals: readonly DayTotal[]) =>
      table.put({ pk, sk: freshSort(type), d: packTotals(totals) }),
    removeAll: () => removeItems(table, pk),
  };
}

function itemsOf(pk: string, prefix: string, blocks: readonly Uint8Array[]): Item[] {
  const g = randomBytes(6).toString('base64url');
  return blocks.map((d, at) => ({
    pk,
    sk: `${prefix}${String(at).padStart(3, '0')}`,
    d,
    g,
    n: blocks.length,
  }));
}

function isSame(known: readonly Item[], blocks: readonly Uint8Array[]): boolean {
  const [first] = known;
  if (!first || known.length !== blocks.length) return false;
  const { g, n } = v.parse(blockItem, first);
  return (
    n === known.length &&
    known.every((item, at) => {
      const block = blocks[at];
      return item.g === g && block !== undefined && Buffer.compare(readPacked(item), block) === 0;
    })
  );
}

function blocksOf(rows: readonly KeptRow[]): Uint8Array[] {
  const sorted = rows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < Math.max(1, sorted.length); at += rowsOfBlock)
    blocks.push(...packed(sorted.slice(at, at + rowsOfBlock)));
  return blocks;
}

/** By columns, whose neighbours are alike; halved where addresses are so long that an item would not hold them. */
function packed(rows: readonly KeptRow[]): Uint8Array[] {
  const block = pack({
    k: rows.map(({ key }) => key),
    c: rows.map(({ clicks }) => clicks),
    i: rows.map(({ impressions }) => impressions),
    p: rows.map(({ position }) => Math.round(position * 100) / 100),
  });
  if (block.length <= largestBlock || rows.length < 2) return [block];
  const half = Math.ceil(rows.length / 2);
  return [...packed(rows.slice(0, half)), ...packed(rows.slice(half))];
}

/** Rows of a list; undefined where a block is missing or of another writing. */
function wholeRows(items: readonly Item[]): readonly KeptRow[] | undefined {
  const [first] = items;
  if (!first) return undefined;
  const { g, n } = v.parse(blockItem, first);
  const blocks = items.filter((item) => v.parse(blockItem, item).g === g);
  return blocks.length === n ? blocks.flatMap((item) => rowsOf(readPacked(item))) : undefined;
}

function rowsOf(bytes: Uint8Array): KeptRow[] {
  const { k, c, i, p } = v.parse(columns, unpack(bytes));
  return k.map((key, at) => ({
    key,
    clicks: c[at] ?? 0,
    impressions: i[at] ?? 0,
    position: p[at] ?? 0,
  }));
}

const packTotals = (rows: readonly DayTotal[]) =>
  pack(rows.map(({ day, clicks, impressions, position }) => [day, clicks, impressions, position]));

const totalsOf = (item: Item): DayTotal[] => v.parse(v.array(total), unpack(readPacked(item)));
