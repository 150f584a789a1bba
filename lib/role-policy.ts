import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import { type Grants, type ObjectGrant, type SecretName, tableEntries } from '#shared/contract/grants.ts';
import { tablesOfGenerations } from '#shared/facts/stored-index/generations/shared-index.ts';
import type { TableName } from '#shared/platform/dynamo/tables.ts';
import {
  calledFunction,
  deliveryQueueName,
  type FunctionSpec,
  lowBalanceFunctionName,
} from './function-spec.ts';
import { apiFunctions } from './service-functions.ts';
import type { Stage } from './stage.ts';

/** The deployed things that grants name. */
export interface GrantedResources {
  readonly tableArn: (table: TableName) => string;
  readonly secretArn: (secret: SecretName) => string;
  readonly bucketArn: string;
  /** Name under which the data stack exports the bucket's ARN. */
  readonly bucketArnExport: string;
  /** Key that the secrets and objects are encrypted with. */
  readonly keyArn: string;
  readonly region: string;
}

const objectActions = { get: 's3:GetObject', put: 's3:PutObject', delete: 's3:DeleteObject' } as const;

/**
 * A role's statements from what its contract declares, one for each table,
 * secret and kind of object access: removing any of them takes exactly one
 * thing away. No statement names more than it must.
 */
export function grantStatements(grants: Grants, resources: GrantedResources): PolicyStatement[] {
  return [
    ...tableStatements(grants, resources),
    ...secretStatements(grants, resources),
    ...objectStatements(grants, resources),
    ...keyStatements(grants, resources),
  ];
}

function tableStatements({ tables, sharedIndex }: Grants, { tableArn }: GrantedResources): PolicyStatement[] {
  return tableEntries(tables).map(([table, operations]) => {
    const arn = tableArn(table);
    const generations = table === 'index' && sharedIndex ? [tablesOfGenerations(arn)] : [];
    return new PolicyStatement({
      sid: `Table${capitalized(table)}`,
      actions: operations.map((operation) => `dynamodb:${operation}`),
      resources: [arn, ...generations],
    });
  });
}

function secretStatements({ secrets }: Grants, { secretArn }: GrantedResources): PolicyStatement[] {
  return secrets.map(
    (secret) =>
      new PolicyStatement({
        sid: `Secret${capitalized(secret)}`,
        actions: ['secretsmanager:GetSecretValue'],
        resources: [secretArn(secret)],
      }),
  );
}

function objectStatements({ objects }: Grants, { bucketArn }: GrantedResources): PolicyStatement[] {
  return objects.map((grant) => {
    const { folder, access } = partsOf(grant);
    const sid = `Objects${capitalized(folder)}${capitalized(access)}`;
    return access === 'list'
      ? new PolicyStatement({
          sid,
          actions: ['s3:ListBucket'],
          resources: [bucketArn],
          conditions: { StringLike: { 's3:prefix': `${folder}/*` } },
        })
      : new PolicyStatement({
          sid,
          actions: [objectActions[access]],
          resources: [`${bucketArn}/${folder}/*`],
        });
  });
}

/** Use of the key through the service that holds what it encrypts, never directly. */
function keyStatements(
  { secrets, objects }: Grants,
  { keyArn, region }: GrantedResources,
): PolicyStatement[] {
  const use = (sid: string, actions: string[], service: 'secretsmanager' | 's3') =>
    actions.length === 0
      ? []
      : [
          new PolicyStatement({
            sid,
            actions,
            resources: [keyArn],
            conditions: { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } },
          }),
        ];
  const allows = (wanted: string) => objects.some((grant) => partsOf(grant).access === wanted);
  return [
    // The origin secret belongs to the API's own stack and is not encrypted with this key.
    ...use(
      'KeyForSecrets',
      secrets.some((name) => name !== 'origin') ? ['kms:Decrypt'] : [],
      'secretsmanager',
    ),
    ...use(
      'KeyForObjects',
      [...(allows('get') ? ['kms:Decrypt'] : []), ...(allows('put') ? ['kms:GenerateDataKey'] : [])],
      's3',
    ),
  ];
}

/** Everything that the secret store asks of a function that renews a secret. */
const rotationActions = [
  'secretsmanager:DescribeSecret',
  'secretsmanager:GetSecretValue',
  'secretsmanager:PutSecretValue',
  'secretsmanager:UpdateSecretVersionStage',
];

/** Renewing secrets and looking at their age, for the functions whose contract says so. */
export function secretCareStatements(
  { rotatesSecrets = [], seesSecrets = [] }: FunctionSpec,
  { secretArn, keyArn, region }: GrantedResources,
): PolicyStatement[] {
  const renewals = rotatesSecrets.map(
    (secret) =>
      new PolicyStatement({
        sid: `Rotate${capitalized(secret)}`,
        actions: rotationActions,
        resources: [secretArn(secret)],
      }),
  );
  const looks = seesSecrets.map(
    (secret) =>
      new PolicyStatement({
        sid: `See${capitalized(secret)}`,
        actions: ['secretsmanager:DescribeSecret'],
        resources: [secretArn(secret)],
      }),
  );
  const key = new PolicyStatement({
    sid: 'KeyForRotation',
    actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
    resources: [keyArn],
    conditions: { StringEquals: { 'kms:ViaService': `secretsmanager.${region}.amazonaws.com` } },
  });
  return [...renewals, ...looks, ...(renewals.length > 0 ? [key] : [])];
}

const accesses = ['get', 'put', 'delete', 'list'] as const;

function partsOf(grant: ObjectGrant): { folder: string; access: (typeof accesses)[number] } {
  const [folder = '', name] = grant.split(':');
  const access = accesses.find((candidate) => candidate === name);
  if (!access) throw new Error(`${grant} is no access to a folder.`);
  return { folder, access };
}

/** Sending from the stage's one address, for the functions whose contract says that they send. */
export function mailStatements(
  stack: Stack,
  { sendsMail = false }: Pick<RoutedFunction, 'sendsMail'>,
  { mailFrom }: Stage,
): PolicyStatement[] {
  if (!sendsMail || !mailFrom) return [];
  return [
    new PolicyStatement({
      sid: 'SendMail',
      actions: ['ses:SendEmail'],
      resources: [
        stack.formatArn({ service: 'ses', resource: 'identity', resourceName: mailDomainOf(mailFrom) }),
      ],
      conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
    }),
  ];
}

/** Calling other functions by their names, for those whose contract says so. */
export function invocationStatements(stack: Stack, spec: FunctionSpec, stage: Stage): PolicyStatement[] {
  const called = calledFunction(spec, stage);
  const calls = [
    ...(called ? [called] : []),
    ...(spec.tellsLowBalance ? [{ sid: 'TellLowBalance', name: lowBalanceFunctionName(stage) }] : []),
  ];
  const inLambda = { service: 'lambda', resource: 'function', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
  return calls.map(
    ({ sid, name }) =>
      new PolicyStatement({
        sid,
        actions: ['lambda:InvokeFunction'],
        resources: [stack.formatArn({ ...inLambda, resourceName: name })],
      }),
  );
}

/** Of the queue of deliveries: sending for the one function, and what Lambda does in the name of the other. */
export function queueStatements(
  stack: Stack,
  { queuesDeliveries, readsQueue }: FunctionSpec,
  stage: Stage,
): PolicyStatement[] {
  const resources = [stack.formatArn({ service: 'sqs', resource: deliveryQueueName(stage) })];
  const read = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
  return [
    ...(queuesDeliveries
      ? [new PolicyStatement({ sid: 'QueueDeliveries', actions: ['sqs:SendMessage'], resources })]
      : []),
    ...(readsQueue ? [new PolicyStatement({ sid: 'ReadQueue', actions: read, resources })] : []),
  ];
}

const checkedGroups = [...new Set(apiFunctions.map(({ group }) => group))];

/** The application of CodeDeploy that holds the deployment groups of such a group; each of those is called as its function. */
export function applicationName({ name }: Pick<Stage, 'name'>, group: string): string {
  return `oriel-${name}-${group}`;
}

/** Deployment groups and functions that a check of deployments has to do with. */
export function checkedPlaces(stage: Pick<Stage, 'name'>) {
  return checkedGroups.flatMap((group) => {
    const name = applicationName(stage, group);
    return [
      { service: 'codedeploy', resource: 'deploymentgroup', resourceName: `${name}/*` },
      { service: 'lambda', resource: 'function', resourceName: `${name}-*` },
    ];
  });
}

/** Calling new code past its alias, and telling CodeDeploy what came of it. */
export function deploymentStatements(
  stack: Stack,
  { checksDeployments = false }: Pick<RoutedFunction, 'checksDeployments'>,
  stage: Pick<Stage, 'name'>,
): PolicyStatement[] {
  if (!checksDeployments) return [];
  const arnsIn = (wanted: string) =>
    checkedPlaces(stage)
      .filter(({ service }) => service === wanted)
      .map((place) => stack.formatArn({ ...place, arnFormat: ArnFormat.COLON_RESOURCE_NAME }));
  return [
    new PolicyStatement({
      sid: 'AnswerDeployments',
      actions: ['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'],
      resources: arnsIn('codedeploy'),
    }),
    new PolicyStatement({
      sid: 'CallNewCode',
      actions: ['lambda:InvokeFunction'],
      resources: arnsIn('lambda'),
    }),
  ];
}

/** For the name of a statement, which is made of letters and digits. */
function capitalized(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** SES verifies domains, and every address of one may then send. */
export function mailDomainOf(address: string): string {
  return address.slice(address.indexOf('@') + 1);
}
