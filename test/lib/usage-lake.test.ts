import { readFileSync } from 'node:fs';
import { financeQueries } from '#lib/constructs/usage-lake.ts';
import { accountMonthColumns } from '#shared/money/exports/account-month.ts';
import { usageColumns } from '#shared/money/exports/columns.ts';
import { synthesize } from './support/synthesize.ts';

describe('the exported files as tables', () => {
  const { data } = synthesize({ stage: 'prod' });
  const table = (name: string) =>
    data.ofType('AWS::Glue::Table').find(({ Properties }) => Properties.TableInput.Name === name)?.Properties
      .TableInput;
  const columnsOf = (name: string) =>
    table(name).StorageDescriptor.Columns.map(({ Name }: { Name: string }) => Name);

  it('have the columns of the files, with money as exact decimals', () => {
    expect(columnsOf('usage')).toEqual(usageColumns.map(({ name }) => name));
    expect([...columnsOf('account_month'), 'month'].sort()).toEqual(
      accountMonthColumns.map(({ name }) => name).sort(),
    );
    expect(table('usage').StorageDescriptor.Columns).toContainEqual({
      Name: 'upstream_cost_usd',
      Type: 'decimal(18,6)',
    });
  });

  it('are found by date without a crawler, in the folder that holds only Parquet', () => {
    const { Parameters, PartitionKeys } = table('usage');
    expect(PartitionKeys).toEqual([{ Name: 'dt', Type: 'string' }]);
    expect(Parameters).toMatchObject({
      'projection.enabled': 'true',
      'projection.dt.type': 'date',
      'projection.dt.format': 'yyyy-MM-dd',
    });
    expect(JSON.stringify(Parameters['storage.location.template'])).toContain(`/usage/dt=\${dt}/parquet/`);
    expect(JSON.stringify(table('account_month').Parameters['storage.location.template'])).toContain(
      `/usage/month=\${month}/parquet/`,
    );
  });

  it('come with every question of the finance page, word for word', () => {
    const page = readFileSync(new URL('../../docs/finance.md', import.meta.url), 'utf8');
    const named = data.ofType('AWS::Athena::NamedQuery').map(({ Properties }) => Properties.QueryString);
    expect(named.sort()).toEqual(financeQueries.map(({ sql }) => sql).sort());
    for (const { sql } of financeQueries) expect(page).toContain(sql);
  });

  it('are answered with encryption that no query can leave out', () => {
    const [group] = data.ofType('AWS::Athena::WorkGroup');
    expect(group?.Properties.WorkGroupConfiguration).toMatchObject({
      EnforceWorkGroupConfiguration: true,
      ResultConfiguration: { EncryptionConfiguration: { EncryptionOption: 'SSE_KMS' } },
    });
  });
});
