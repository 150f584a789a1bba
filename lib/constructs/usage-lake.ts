import { Aws } from 'aws-cdk-lib';
import { CfnNamedQuery, CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { Stage } from '#lib/stage.ts';
import { accountMonthColumns } from '#shared/money/exports/account-month.ts';
import { type ColumnKind, usageColumns } from '#shared/money/exports/columns.ts';
import { queryResultsPrefix } from './data-bucket.ts';

interface UsageLakeProps {
  readonly stage: Stage;
  readonly bucket: IBucket;
  readonly key: IKey;
}

interface LakeTable {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly { readonly name: string; readonly kind: ColumnKind }[];
  /** Name of the partition, which is also the first part of its folder, and how it is counted. */
  readonly partition: { readonly name: string; readonly format: string; readonly unit: 'DAYS' | 'MONTHS' };
  readonly first: string;
}

/** As the Parquet files hold them. */
const lakeTypes: Readonly<Record<ColumnKind, string>> = {
  text: 'string',
  whole: 'bigint',
  usd: 'decimal(18,6)',
  time: 'timestamp',
  second: 'timestamp',
  flag: 'boolean',
};

const lakeTables: readonly LakeTable[] = [
  {
    name: 'usage',
    description: 'One row for every call, in the files of the day that booked it',
    columns: usageColumns,
    partition: { name: 'dt', format: 'yyyy-MM-dd', unit: 'DAYS' },
    first: '2026-01-01',
  },
  {
    name: 'account_month',
    description: 'One row for every account and month',
    // The folder says the month; a column of a partition's name cannot be one of the file's.
    columns: accountMonthColumns.filter(({ name }) => name !== 'month'),
    partition: { name: 'month', format: 'yyyy-MM', unit: 'MONTHS' },
    first: '2026-01',
  },
];

/** The exported files as tables for Athena, with the questions of finance ready to run. No crawler: folders follow from dates. */
export class UsageLake extends Construct {
  constructor(scope: Construct, id: string, { stage, bucket, key }: UsageLakeProps) {
    super(scope, id);
    const databaseName = `oriel_${stage.name}`;
    const database = new CfnDatabase(this, 'database', {
      catalogId: Aws.ACCOUNT_ID,
      databaseInput: { name: databaseName, description: 'Usage and accounts, as exported for finance' },
    });
    for (const table of lakeTables)
      new CfnTable(this, table.name, {
        catalogId: Aws.ACCOUNT_ID,
        databaseName,
        tableInput: tableInput(table, bucket.bucketName),
      }).addResourceDependency(database);
    const workGroup = this.createWorkGroup(stage, bucket, key);
    for (const { name, description, sql } of financeQueries)
      new CfnNamedQuery(this, name, {
        name,
        description,
        database: databaseName,
        queryString: sql,
        workGroup: workGroup.name,
      }).addResourceDependency(workGroup);
  }

  /** Answers go to the data bucket, encrypted with its key; a query that would read more than 100 GB is stopped. */
  private createWorkGroup(stage: Stage, bucket: IBucket, key: IKey): CfnWorkGroup {
    return new CfnWorkGroup(this, 'work-group', {
      name: `oriel-${stage.name}-finance`,
      description: 'Queries of finance on the exported files',
      recursiveDeleteOption: !stage.keepData,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        publishCloudWatchMetricsEnabled: true,
        bytesScannedCutoffPerQuery: 100 * 1024 ** 3,
        resultConfiguration: {
          outputLocation: `s3://${bucket.bucketName}/${queryResultsPrefix}`,
          encryptionConfiguration: { encryptionOption: 'SSE_KMS', kmsKey: key.keyArn },
        },
      },
    });
  }
}

function tableInput({ name, description, columns, partition, first }: LakeTable, bucketName: string) {
  const projection = `projection.${partition.name}`;
  return {
    name,
    description,
    tableType: 'EXTERNAL_TABLE',
    partitionKeys: [{ name: partition.name, type: 'string' }],
    parameters: {
      classification: 'parquet',
      'projection.enabled': 'true',
      [`${projection}.type`]: 'date',
      [`${projection}.format`]: partition.format,
      [`${projection}.range`]: `${first},NOW`,
      [`${projection}.interval`]: '1',
      [`${projection}.interval.unit`]: partition.unit,
      'storage.location.template': `s3://${bucketName}/usage/${partition.name}=\${${partition.name}}/parquet/`,
    },
    storageDescriptor: {
      columns: columns.map((column) => ({ name: column.name, type: lakeTypes[column.kind] })),
      location: `s3://${bucketName}/usage/`,
      inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
      outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
      serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
    },
  };
}

/** A question of finance that is ready to run in the query engine; `docs/finance.md` shows each. */
interface FinanceQuery {
  readonly name: string;
  readonly description: string;
  readonly sql: string;
}

export const financeQueries: readonly FinanceQuery[] = [
  {
    name: 'margin-by-tool',
    description: 'What each tool took in at list price this month, and what it cost upstream.',
    sql: `SELECT tool,
       -- A row counts the refused calls of a minute.
       sum(calls) AS calls,
       sum(credits_charged) AS credits,
       sum(credits_charged) * DECIMAL '0.01' AS at_list_price_usd,
       sum(upstream_cost_usd) AS upstream_cost_usd,
       sum(credits_charged) * DECIMAL '0.01' - sum(upstream_cost_usd) AS margin_usd
FROM usage
WHERE dt >= date_format(date_trunc('month', current_date), '%Y-%m-%d')
  AND tool IS NOT NULL
GROUP BY tool
ORDER BY margin_usd`,
  },
  {
    name: 'top-accounts',
    description: 'The hundred accounts that earned most last month.',
    sql: `SELECT account_id, calls, spent, revenue, upstream_cost_usd, margin
FROM account_month
WHERE month = date_format(date_add('month', -1, current_date), '%Y-%m')
ORDER BY revenue DESC, account_id
LIMIT 100`,
  },
  {
    name: 'deferred-revenue',
    description: 'Money paid for credits that were not spent by the end of each month.',
    sql: `SELECT month,
       sum(deferred_revenue) AS deferred_revenue_usd,
       sum(closing) AS credits,
       sum(revenue) AS earned_usd
FROM account_month
WHERE month >= date_format(date_add('month', -13, current_date), '%Y-%m')
GROUP BY month
ORDER BY month`,
  },
];
