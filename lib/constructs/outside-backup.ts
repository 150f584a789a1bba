import { Aws, Duration, Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

interface OutsideBackupProps {
  /** Vault of another account. */
  readonly vaultArn: string;
  readonly tables: readonly TableV2[];
}

/** As long as tables can be restored to any second. */
const keptFor = Duration.days(35);

const rolePolicy = 'service-role/AWSBackupServiceRolePolicyForBackup';

/**
 * Copies the tables to a vault of another account once a day: what restores a
 * stage whose account is lost, or was deleted in by somebody who could.
 */
export class OutsideBackup extends Construct {
  constructor(scope: Construct, id: string, { vaultArn, tables }: OutsideBackupProps) {
    super(scope, id);
    // A vault with backups in it cannot be deleted. Its name is of this stack alone: one that stays is in no later stack's way.
    const vault = new BackupVault(this, 'vault', {
      backupVaultName: Fn.join('-', ['oriel', Fn.select(2, Fn.split('/', Aws.STACK_ID))]),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const plan = new BackupPlan(this, 'plan', {
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'daily',
          backupVault: vault,
          scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
          startWindow: Duration.hours(1),
          completionWindow: Duration.hours(12),
          deleteAfter: keptFor,
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'outside', vaultArn),
              deleteAfter: keptFor,
            },
          ],
        }),
      ],
    });
    const role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      description: 'Backs up the tables and copies the backups',
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(rolePolicy)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${rolePolicy}]`,
      reason: "AWS Backup's own role for backing up and copying, as AWS documents it.",
    });
    plan.addSelection('tables', {
      role,
      disableDefaultBackupPolicy: true,
      resources: tables.map(({ tableArn }) => BackupResource.fromArn(tableArn)),
    });
  }
}
