import { ownPartPartition } from '#shared/facts/stored-index/items/keys.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { createConnectionStore } from './connection-store.ts';
import { dateOf } from './day-ranges.ts';
import { readIndexStatus } from './index-status.ts';
import { type KeptProperty, propertyIdOf, type RowList, rowListNames, rowLists } from './kept-items.ts';
import { createRowReader, type KeptRow, pairMark, type RowReader } from './kept-rows.ts';
import { daysWithin } from './roll-up.ts';

/** Rows of one copy: about a megabyte of JSON beside the rest of a download. */
const mostRows = 10_000;

/**
 * What an account's connection has synced, without its tokens: totals of every
 * day, what URL Inspection said, and rows by day from the newest day back as far
 * as there is room. The slices of the API and their datasets have all of them.
 */
export async function copyConnection(table: IndexTable, accountId: string) {
  const store = createConnectionStore(table);
  const connection = await store.connection(accountId);
  const room = { rows: mostRows };
  const properties = [];
  for (const { data } of await store.properties(accountId))
    properties.push(await copyProperty(table, accountId, { data, room }));
  if (!connection && properties.length === 0) return null;
  return {
    state: connection?.data.state ?? 'not_connected',
    connectedAt: connection ? isoTime(connection.data.connected_at) : null,
    properties,
  };
}

async function copyProperty(
  table: IndexTable,
  accountId: string,
  { data, room }: { readonly data: KeptProperty; readonly room: { rows: number } },
) {
  const rows = createRowReader(table, ownPartPartition(accountId, propertyIdOf(data.property)));
  const last = data.last_final;
  const totals = [];
  for (const type of Object.keys(data.types))
    for (const { day, ...counts } of await rows.totals(type, data.first_day, last ?? data.first_day))
      totals.push({ type, day: dateOf(day), ...counts });
  return {
    property: data.property,
    site: data.site,
    permission: data.permission,
    chosen: data.is_chosen,
    totals,
    indexStatus: await readIndexStatus(table, accountId, data.property),
    ...(await rowsByDay(rows, data, room)),
  };
}

/** Whole days only: once one has no room nothing more is copied, and how many days are left out is said. */
async function rowsByDay(rows: RowReader, { types }: KeptProperty, room: { rows: number }) {
  const days = Object.entries(types).flatMap(([type, state]) =>
    daysWithin(state.days, 0, Number.MAX_SAFE_INTEGER).map((day) => ({ type, day })),
  );
  const found = [];
  let copied = 0;
  for (const { type, day } of days.toSorted((a, b) => b.day - a.day)) {
    const lists = await listsOf(rows, type, day);
    room.rows -= lists.reduce((sum, list) => sum + list.rows.length, 0);
    if (room.rows < 0) break;
    found.push(...lists);
    copied += 1;
  }
  return { rowsByDay: found, daysLeftOut: days.length - copied };
}

async function listsOf(rows: RowReader, type: string, day: number) {
  const lists = [];
  for (const list of rowListNames) {
    const read = await rows.read(type, list, { kind: 'd', from: day, to: day });
    for (const found of read.values())
      lists.push({ type, day: dateOf(day), by: rowLists[list].join(','), rows: found.map(shownRow(list)) });
  }
  return lists;
}

const shownRow =
  (list: RowList) =>
  ({ key, ...counts }: KeptRow) => {
    const parts = key.split(pairMark);
    const keys = Object.fromEntries(rowLists[list].map((name, at) => [name, parts[at] ?? '']));
    return { ...keys, ...counts };
  };
