import { tableCreation, tables } from '#shared/platform/dynamo/tables.ts';
import { synthesize } from './support/synthesize.ts';

describe('the table that an import makes for a generation of the index', () => {
  it('is the one that the stack makes, but for what is set up afterwards', () => {
    const deployed = synthesize({ stage: 'prod' })
      .data.ofType('AWS::DynamoDB::GlobalTable')
      .map(({ Properties }) => Properties)
      .find(({ TableName }) => TableName === 'oriel-prod-index');
    // Ceilings are set up afterwards, from those of this table.
    const { TableName: _, WriteOnDemandThroughputSettings: ____, Replicas, ...made } = deployed ?? {};
    expect(made).toEqual(tableCreation(tables.index));
    const [{ Region: __, Tags: ___, ReadOnDemandThroughputSettings: _____, ...setUp }] = Replicas;
    expect(setUp).toEqual({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  });
});
