import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createOrderRepository } from '#shared/money/billing/order-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/dynamo-credit-entries.ts';
import { createReconciler } from '#shared/money/ledger/reconciler.ts';
import { createUsageLog } from '#shared/money/usage/usage-log.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { createExportLease } from './export-lease.ts';
import type { ExporterParts } from './exporter.ts';
import { defaultPartRows } from './part-writer.ts';

/** What an export reads and writes, on the tables and objects of one stage or one machine. */
export function openExporterParts({
  documents,
  tables,
  objects,
  clock,
}: Pick<ExporterParts, 'objects' | 'clock'> & {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
}): ExporterParts {
  return {
    objects,
    accounts: createAccountRepository({ documents, tables, clock }),
    usage: createUsageLog({ documents, tables }),
    entries: createCreditEntries({ documents, tables, clock }),
    orders: createOrderRepository(documents, tables.billing),
    reconciler: createReconciler({ documents, tables, clock }),
    lease: createExportLease({ documents, table: tables.billing, clock }),
    clock,
    partRows: defaultPartRows,
  };
}
