import * as v from 'valibot';
import { createOrderRepository } from '#shared/money/billing/order.ts';
import { addUpAccounts, addUpOrder } from '#shared/money/exports/account-figures.ts';
import { countOrder, countRows, writeOrder, writeShard } from '#shared/money/exports/day-shards.ts';
import { createExportLease } from '#shared/money/exports/export-lease.ts';
import { focusOrder, writeFocus } from '#shared/money/exports/focus.ts';
import { checkOrder, compareFiles } from '#shared/money/exports/written-files.ts';
import { createReconciler } from '#shared/money/ledger/reconciler.ts';
import { marginOrder, tallyAccounts } from '#shared/money/margin/margin.ts';
import { createCountedRecords } from '#shared/money/usage/call-sums.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import type { TableAccess, TableName } from '#shared/platform/dynamo/tables.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';

interface WorkerParts extends TableAccess<TableName> {
  readonly objects: ObjectStore;
}

const shardOrder = v.variant('do', [countOrder, writeOrder, checkOrder, addUpOrder, focusOrder, marginOrder]);

/** Does one part of a run over the calls of all accounts, as it is ordered; gives its outcome. */
export function createShardWorker({
  documents,
  tables,
  objects,
  clock,
}: WorkerParts): (order: unknown) => Promise<object> {
  const usage = { ...createUsageLog({ documents, tables }), ...createCountedRecords({ documents, tables }) };
  const lease = createExportLease({ documents, table: tables.billing, clock });
  const orders = createOrderRepository(documents, tables.billing);
  const reconciler = createReconciler({ documents, tables, clock });
  return async (given) => {
    const order = v.parse(shardOrder, given);
    switch (order.do) {
      case 'count':
        return countRows(usage, order);
      case 'write':
        return writeShard({ objects: lease.join(order.owner, objects), usage }, order);
      case 'check':
        return compareFiles(objects, order);
      case 'add up':
        return addUpAccounts({ objects, orders, reconciler }, order);
      case 'focus':
        return writeFocus(lease.join(order.owner, objects), order);
      case 'margin':
        return tallyAccounts(usage, order);
    }
  };
}
