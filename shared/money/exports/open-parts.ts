import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { type ShardRunner, shardsHere } from '#shared/money/shards/shard-runner.ts';
import { createShardWorker } from '#shared/money/shards/shard-worker.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { createExportLease } from './export-lease.ts';
import type { ExporterParts } from './exporter.ts';
import { defaultPartRows } from './part-writer.ts';

interface Place extends Pick<ExporterParts, 'objects' | 'clock'> {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: TableNames;
  /** Others that do the parts; this process does them where it is left out. */
  readonly runner?: ShardRunner | undefined;
}

/** What an export reads and writes, on the tables and objects of one stage or one machine. */
export function openExporterParts({ runner, ...place }: Place): ExporterParts {
  const { documents, tables, objects, clock } = place;
  return {
    objects,
    accounts: createAccountRepository({ documents, tables, clock }),
    lease: createExportLease({ documents, table: tables.billing, clock }),
    clock,
    partRows: defaultPartRows,
    runner: runner ?? shardsHere(createShardWorker(place)),
  };
}
