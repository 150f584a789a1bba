import {
  Aws,
  CfnOutput,
  Duration,
  Fn,
  RemovalPolicy,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import * as v from 'valibot';
import { asBucket, DataBucket } from '#lib/constructs/data-bucket.ts';
import { logHelpers } from '#lib/constructs/service-function.ts';
import { UsageLake } from '#lib/constructs/usage-lake.ts';
import type { KeptSecretName } from '#shared/contract/grants.ts';
import {
  byTable,
  type TableDefinition,
  type TableName,
  tableList,
  tables,
} from '#shared/platform/dynamo/tables.ts';
import { type GrantedResources, mailDomainOf } from './role-policy.ts';
import type { Stage } from './stage.ts';

interface DataStackProps extends StackProps {
  readonly stage: Stage;
}

/** Made by nobody else: without them no key is recognized, even where every table is there. */
const seeds: readonly KeptSecretName[] = ['service', 'signing'];

/** What must survive: tables, the bucket of datasets and exports, secrets, and the key they are encrypted with. */
export class DataStack extends Stack {
  readonly tables: Readonly<Record<TableName, TableV2>>;
  readonly secrets: Readonly<Record<KeptSecretName, Secret>>;
  readonly objects: DataBucket;
  readonly key: Key;

  constructor(scope: Construct, id: string, { stage, ...props }: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: stage.keepData });
    // What a first deployment made and could not finish goes again, so that its names are free for the next try.
    const removalPolicy = stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    this.key = new Key(this, 'key', {
      alias: `oriel-${stage.name}`,
      description: `Secrets and files of Oriel ${stage.name}`,
      enableKeyRotation: true,
      removalPolicy,
    });
    this.tables = this.createTables(stage, removalPolicy);
    this.objects = new DataBucket(this, 'objects', { stage, key: this.key });
    this.secrets = this.createSecrets(stage);
    if (stage.mailFrom && stage.makesMailDomain)
      new MailDomain(this, 'mail-domain', { domain: mailDomainOf(stage.mailFrom), removalPolicy });
    new UsageLake(this, 'usage-lake', { stage, bucket: asBucket(this.objects.bucket), key: this.key });
    if (stage.backupVaultArn) {
      const kept = tableList.filter(isNotMadeAgain).map(({ name }) => this.tables[name]);
      new OutsideBackup(this, 'backup', { vaultArn: stage.backupVaultArn, tables: kept });
    }
    logHelpers(this, stage);
    this.exportAll();
  }

  /**
   * Whether or not another stack reads it now: an export that ended with its last reader would end
   * before that reader is deployed without it, and CloudFormation refuses to end one that is in use.
   */
  private exportAll(): void {
    const { bucketName, bucketArn } = this.objects.bucket;
    const ofTables = Object.values(this.tables).flatMap(({ tableArn, tableName }) => [tableArn, tableName]);
    const ofSecrets = Object.values(this.secrets).map(({ secretArn }) => secretArn);
    for (const value of [...ofTables, ...ofSecrets, bucketArn, bucketName, this.key.keyArn])
      this.exportValue(value);
  }

  /** What the functions' roles may be granted, by the names their contracts use. The origin secret is not kept here. */
  grantedResources(originSecretArn: string | undefined): GrantedResources {
    return {
      tableArn: (table) => this.tables[table].tableArn,
      secretArn: (secret) => (secret === 'origin' ? ofApi(originSecretArn) : this.secrets[secret].secretArn),
      bucketArn: this.objects.bucket.bucketArn,
      bucketArnExport: exportName(this, this.objects.bucket.bucketArn),
      keyArn: this.key.keyArn,
      region: this.region,
    };
  }

  /** The definitions that the one-machine server creates too; on demand, since the load is the callers' to choose. */
  private createTables(stage: Stage, removalPolicy: RemovalPolicy): Record<TableName, TableV2> {
    return byTable((name) => {
      const { partitionKey, ...definition }: TableDefinition = tables[name];
      return new TableV2(this, `${name}-table`, {
        tableName: `oriel-${stage.name}-${name}`,
        billing: Billing.onDemand({
          maxReadRequestUnits: stage.tableReadUnits,
          maxWriteRequestUnits: stage.tableWriteUnits,
        }),
        partitionKey: { name: partitionKey, type: AttributeType.STRING },
        ...(definition.sortKey ? { sortKey: { name: definition.sortKey, type: AttributeType.STRING } } : {}),
        ...(definition.timeToLive ? { timeToLiveAttribute: definition.timeToLive } : {}),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: isNotMadeAgain({ name }) },
        deletionProtection: stage.keepData,
        removalPolicy,
      });
    });
  }

  private createSecrets(stage: Stage): Record<KeptSecretName, Secret> {
    const create = (name: KeptSecretName, description: string, rotation: string) => {
      const secret = new Secret(this, `${name}-secret`, {
        secretName: `oriel/${stage.name}/${name}`,
        description,
        encryptionKey: this.key,
        ...(stage.replicaRegion &&
          seeds.includes(name) && { replicaRegions: [{ region: stage.replicaRegion }] }),
        generateSecretString: {
          secretStringTemplate: '{}',
          generateStringKey: 'seed',
          passwordLength: 64,
          excludePunctuation: true,
        },
        removalPolicy: stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      });
      Validations.of(secret).acknowledge({ id: 'AwsSolutions-SMG4', reason: rotation });
      return secret;
    };
    const byOperator = 'Issued by another company: an operator replaces it as docs/operations.md says.';
    const byCanary =
      'Can spend what its own account has and nothing else; docs/operations.md says how it is replaced.';
    const byItself = 'Rotated every 30 days by a schedule in the upkeep stack, where its function is.';
    return {
      service: create('service', 'Peppers of the API keys, keys of cursors and codes', byItself),
      signing: create('signing', 'Keys that sign session and agent tokens', byItself),
      upstream: create(
        'upstream',
        'Login at the upstream data provider; filled in by an operator',
        byOperator,
      ),
      stripe: create('stripe', 'Stripe API key and webhook secret; filled in by an operator', byOperator),
      google: create('google', 'Client at Google for Search Console; filled in by an operator', byOperator),
      crux: create('crux', 'Key of the Chrome UX Report; filled in by an operator', byOperator),
      canary: create('canary', "API key of the canary's own account; filled in by an operator", byCanary),
    };
  }
}

/** Answers of sources come again with the next question; in the index are the accounts' own figures as well. */
const isNotMadeAgain = ({ name }: { readonly name: TableName }) => name !== 'facts';

function ofApi(originSecretArn: string | undefined): string {
  if (originSecretArn === undefined) throw new Error('Only functions of the API read the origin secret.');
  return originSecretArn;
}

const ImportedValue = v.object({ 'Fn::ImportValue': v.string() });

/** The name under which other stacks see a value of this one; findings name the value so. */
function exportName(stack: Stack, value: string): string {
  return v.parse(ImportedValue, stack.resolve(stack.exportValue(value)))['Fn::ImportValue'];
}

interface MailDomainProps {
  readonly domain: string;
  readonly removalPolicy: RemovalPolicy;
}

/** The domain that mail comes from, verified by DKIM: the outputs are the three records that its DNS needs. */
class MailDomain extends Construct {
  constructor(scope: Construct, id: string, { domain, removalPolicy }: MailDomainProps) {
    super(scope, id);
    const identity = new EmailIdentity(this, 'identity', { identity: Identity.domain(domain) });
    identity.applyRemovalPolicy(removalPolicy);
    for (const [place, { name, value }] of identity.dkimRecords.entries())
      new CfnOutput(this, `dkim-${place + 1}`, { value: `${name} CNAME ${value}` });
  }
}

interface OutsideBackupProps {
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
class OutsideBackup extends Construct {
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
