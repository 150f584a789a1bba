import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '#shared/facts/stored-index/items/index-items.ts';
import { broughtKey, ownPartition } from '#shared/facts/stored-index/items/keys.ts';
import { type IndexReader, readAll } from '#shared/facts/stored-index/table/index-reads.ts';
import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { Test } from '#shared/platform/dynamo/conditional-writes.ts';
import {
  connectionItem,
  connectionSort,
  dueItem,
  duePartition,
  dueSort,
  type KeptConnection,
  type KeptProperty,
  propertyIdOf,
  propertyItem,
  propertyPrefix,
} from './kept-items.ts';

/** Data with the number of its writing: who writes it again does so on the condition that it is still this. */
export interface Versioned<Data> {
  readonly data: Data;
  readonly version: number;
}

/** What somebody else has written or removed meanwhile is not written over. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

export interface DueProperty {
  readonly accountId: string;
  readonly propertyId: string;
  readonly dueAt: number;
  readonly leaseUntil: number;
}

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

/** Connections, their properties with how far each is, and the list of what is due. */
export function createConnectionStore(table: IndexTable) {
  const read = async <Schema extends v.GenericSchema>(pk: string, sk: string, schema: Schema) => {
    const item = await table.get({ pk, sk }, true);
    return item && versioned(item, schema);
  };
  return {
    connection: (accountId: string) => read(ownPartition(accountId), connectionSort, connectionItem),
    saveConnection: (
      accountId: string,
      before: Versioned<KeptConnection> | undefined,
      data: KeptConnection,
    ) => save(table, { pk: ownPartition(accountId), sk: connectionSort }, before, data),
    async removeConnection(accountId: string): Promise<void> {
      await table.change([{ remove: { pk: ownPartition(accountId), sk: connectionSort } }]);
    },
    property: (accountId: string, propertyId: string) =>
      read(ownPartition(accountId), `${propertyPrefix}${propertyId}`, propertyItem),
    properties: (accountId: string) => readProperties(table, accountId),
    async saveProperty(accountId: string, before: Versioned<KeptProperty> | undefined, data: KeptProperty) {
      if (!before) await table.put(broughtKey(accountId));
      const sk = `${propertyPrefix}${propertyIdOf(data.property)}`;
      return save(table, { pk: ownPartition(accountId), sk }, before, data);
    },
    async removeProperty(accountId: string, propertyId: string): Promise<void> {
      const sk = `${propertyPrefix}${propertyId}`;
      await table.change([{ remove: { pk: ownPartition(accountId), sk } }]);
    },
    async dueList(): Promise<readonly DueProperty[]> {
      const items = await readAll(table, duePartition);
      return items.map((item) => {
        const { due_at: dueAt, lease_until: leaseUntil } = v.parse(dueItem, item.d);
        const [accountId = '', propertyId = ''] = String(item.sk).split('#');
        return { accountId, propertyId, dueAt, leaseUntil };
      });
    },
    /** When a property is next looked at; gives up its lease. */
    async setDue(accountId: string, propertyId: string, dueAt: number): Promise<void> {
      await table.put(dueOf(accountId, propertyId, { due_at: dueAt, lease_until: 0 }));
    },
    async forgetDue(accountId: string, propertyId: string): Promise<void> {
      await table.change([{ remove: { pk: duePartition, sk: dueSort(accountId, propertyId) } }]);
    },
    /** Takes what is due for a while; false where another has it. */
    lease: (due: DueProperty, leaseUntil: number) =>
      table.put(dueOf(due.accountId, due.propertyId, { due_at: due.dueAt, lease_until: leaseUntil }), [
        { test: 'equals', path: ['d', 'lease_until'], value: due.leaseUntil },
      ]),
  };
}

export async function readProperties(
  table: IndexReader,
  accountId: string,
): Promise<readonly Versioned<KeptProperty>[]> {
  const items = await readAll(table, ownPartition(accountId), { prefix: propertyPrefix });
  return items.map((item) => versioned(item, propertyItem));
}

function dueOf(accountId: string, propertyId: string, d: v.InferOutput<typeof dueItem>): Item {
  return { pk: duePartition, sk: dueSort(accountId, propertyId), d };
}

function versioned<Schema extends v.GenericSchema>(item: Item, schema: Schema) {
  return { data: v.parse(schema, item.d), version: v.parse(v.number(), item.v) };
}

async function save<Data extends object>(
  table: IndexTable,
  key: { readonly pk: string; readonly sk: string },
  before: Versioned<Data> | undefined,
  data: Data,
): Promise<Versioned<Data>> {
  const checks: readonly Test[] = before
    ? [{ test: 'equals', path: ['v'], value: before.version }]
    : [{ test: 'absent', path: ['pk'] }];
  // By chance at first: what was removed and made again is not taken for what was read before.
  const version = (before?.version ?? randomInt(1_000_000_000)) + 1;
  if (await table.put({ ...key, d: data, v: version }, checks)) return { data, version };
  throw new Overtaken('Somebody else has written it meanwhile.');
}
