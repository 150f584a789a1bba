import { tableList } from '#shared/platform/dynamo/tables.ts';
import { everything } from './support/stages.ts';
import { synthesize } from './support/synthesize.ts';

/** What sources answered; the index has the accounts' own figures in it as well. */
const againFromElsewhere = ['facts'];

describe('the backup outside the account', () => {
  const { data } = synthesize({ stage: 'prod', ...everything });

  it('copies every table that nothing else can make again, daily, to the vault that the stage names', () => {
    const [selection] = data.ofType('AWS::Backup::BackupSelection');
    const chosen: { 'Fn::GetAtt': [string, string] }[] = selection?.Properties.BackupSelection.Resources;
    const names = chosen.map(({ 'Fn::GetAtt': [id] }) => data.resources[id]?.Properties.TableName);
    expect(names.sort()).toEqual(
      tableList
        .filter(({ name }) => !againFromElsewhere.includes(name))
        .map(({ name }) => `oriel-prod-${name}`)
        .sort(),
    );
    const [plan] = data.ofType('AWS::Backup::BackupPlan');
    expect(plan?.Properties.BackupPlan.BackupPlanRule).toEqual([
      expect.objectContaining({
        ScheduleExpression: 'cron(0 2 * * ? *)',
        Lifecycle: { DeleteAfterDays: 35 },
        CopyActions: [
          { DestinationBackupVaultArn: everything.backupVaultArn, Lifecycle: { DeleteAfterDays: 35 } },
        ],
      }),
    ]);
  });

  it('stays when its stack goes, under a name that is in the way of no later one', () => {
    const [vault] = data.ofType('AWS::Backup::BackupVault');
    expect(JSON.stringify(vault?.Properties.BackupVaultName)).toContain('AWS::StackId');
    expect(data.ofType('AWS::Backup::BackupVault').map(({ DeletionPolicy }) => DeletionPolicy)).toEqual([
      'RetainExceptOnCreate',
    ]);
  });

  it('is not there where no vault is named, and what is no vault stops the synthesis', () => {
    expect(synthesize({ stage: 'prod' }).data.ofType('AWS::Backup::BackupPlan')).toEqual([]);
    for (const backupVaultArn of [
      'oriel',
      'arn:aws:s3:::oriel',
      'arn:aws:backup:eu-north-1:1:backup-vault:oriel',
    ])
      expect(() => synthesize({ backupVaultArn })).toThrow(
        'It is no vault of AWS Backup, such as arn:aws:backup:',
      );
  });
});
