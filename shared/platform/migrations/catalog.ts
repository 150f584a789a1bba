import type { TableName } from '#shared/platform/dynamo/tables.ts';

/** When a low balance was last told is named like every other attribute. */
const alertNames: Migration = {
  id: '2026-11-alert-names',
  table: 'billing',
  summary: 'Alerts about low balances: notifiedAt becomes notified_at.',
  change: ({ sk, notifiedAt, notified_at: already }) =>
    sk === 'alert' && notifiedAt !== undefined
      ? {
          set: { schema: 2, notified_at: already ?? notifiedAt },
          remove: ['notifiedAt'],
          from: ['notifiedAt', 'notified_at'],
        }
      : undefined,
};

/** Every migration, oldest first. `docs/storage.md` says how the next one is added. */
export const migrations: readonly Migration[] = [alertNames];

/** An item as stored, of any shape that it ever had. */
export type StoredItem = Readonly<Record<string, unknown>>;

/** What one item's attributes become. */
export interface ItemChange {
  readonly set: StoredItem;
  readonly remove: readonly string[];
  /** Attributes that the change was made from: it is only written while they are what they were. */
  readonly from: readonly string[];
}

/**
 * Brings the items of one table from one shape to the next. Before one runs,
 * the released code reads both shapes and writes the new one; so it can run
 * while the service serves, be stopped at any item, and run again.
 */
export interface Migration {
  /** Never changed once it was released. */
  readonly id: string;
  readonly table: TableName;
  /** One sentence for the operator. */
  readonly summary: string;
  /** Undefined where the item has the new shape already, or is of another kind. Pure. */
  change(item: StoredItem): ItemChange | undefined;
}
