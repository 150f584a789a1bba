import type { IndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import type { ConnectionStore, Versioned } from './connection-store.ts';
import type { KeptProperty } from './kept-items.ts';
import type { KeptRows } from './kept-rows.ts';
import type { SearchConsoleApi } from './search-console-api.ts';

/** One property of one account in work. */
export interface SyncParts {
  readonly accountId: string;
  readonly table: IndexTable;
  readonly store: ConnectionStore;
  readonly rows: KeptRows;
  readonly api: SearchConsoleApi;
  readonly clock: () => number;
  /** Whether to stop at the next step: a function's time is over, or a server ends. */
  isOver(): boolean;
  /** Called after each step, so that a lease is kept. */
  onStep(): Promise<void>;
}

export async function saved(
  { store, accountId, onStep }: Pick<SyncParts, 'store' | 'accountId' | 'onStep'>,
  before: Versioned<KeptProperty>,
  data: KeptProperty,
): Promise<Versioned<KeptProperty>> {
  const after = await store.saveProperty(accountId, before, data);
  await onStep();
  return after;
}
