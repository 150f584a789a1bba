import { ArnFormat, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RoutedFunction } from '#shared/contract/function-contract.ts';
import {
  type Grants,
  type ObjectGrant,
  type SecretName,
  type TableOperation,
  tableEntries,
} from '#shared/contract/grants.ts';
import { tablesOfGenerations } from '#shared/facts/stored-index/generations/shared-index.ts';
import { type TableName, tableList } from '#shared/platform/dynamo/tables.ts';
import {
  calledFunction,
  deliveryQueueName,
  type FunctionSpec,
  lowBalanceFunctionName,
} from './function-spec.ts';
import { apiFunctions } from './service-functions.ts';
import type { Stage } from './stage.ts';

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
    const actions = operations.map((operation) => `dynamodb:${operation}`);
    return allow(`Table${capitalized(table)}`, actions, [arn, ...generations]);
  });
}

function secretStatements({ secrets }: Grants, { secretArn }: GrantedResources): PolicyStatement[] {
  return secrets.map((secret) =>
    allow(`Secret${capitalized(secret)}`, ['secretsmanager:GetSecretValue'], [secretArn(secret)]),
  );
}

function objectStatements({ objects }: Grants, { bucketArn }: GrantedResources): PolicyStatement[] {
  return objects.map((grant) => {
    const { folder, access } = partsOf(grant);
    const sid = `Objects${capitalized(folder)}${capitalized(access)}`;
    return access === 'list'
      ? allow(sid, ['s3:ListBucket'], [bucketArn], { StringLike: { 's3:prefix': `${folder}/*` } })
      : allow(sid, [objectActions[access]], [`${bucketArn}/${folder}/*`]);
  });
}

/** Use of the key through the service that holds what it encrypts, never directly. */
function keyUse(
  { keyArn, region }: GrantedResources,
  sid: string,
  service: 'secretsmanager' | 's3',
  actions: string[],
): PolicyStatement[] {
  const through = { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } };
  return actions.length === 0 ? [] : [allow(sid, actions, [keyArn], through)];
}

function keyStatements({ secrets, objects }: Grants, resources: GrantedResources): PolicyStatement[] {
  const allows = (wanted: string) => objects.some((grant) => partsOf(grant).access === wanted);
  // The origin secret belongs to the API's own stack and is not encrypted with this key.
  const ofSecrets = secrets.some((name) => name !== 'origin') ? ['kms:Decrypt'] : [];
  const ofObjects = [
    ...(allows('get') ? ['kms:Decrypt'] : []),
    ...(allows('put') ? ['kms:GenerateDataKey'] : []),
  ];
  return [
    ...keyUse(resources, 'KeyForSecrets', 'secretsmanager', ofSecrets),
    ...keyUse(resources, 'KeyForObjects', 's3', ofObjects),
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
  resources: GrantedResources,
): PolicyStatement[] {
  const { secretArn } = resources;
  const use = rotatesSecrets.length > 0 ? ['kms:Decrypt', 'kms:GenerateDataKey'] : [];
  return [
    ...rotatesSecrets.map((secret) =>
      allow(`Rotate${capitalized(secret)}`, rotationActions, [secretArn(secret)]),
    ),
    ...seesSecrets.map((secret) =>
      allow(`See${capitalized(secret)}`, ['secretsmanager:DescribeSecret'], [secretArn(secret)]),
    ),
    ...keyUse(resources, 'KeyForRotation', 'secretsmanager', use),
  ];
}

function allow(
  sid: string,
  actions: string[],
  resources: string[],
  conditions?: Record<string, Record<string, string>>,
): PolicyStatement {
  return new PolicyStatement({ sid, actions, resources, ...(conditions && { conditions }) });
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
  const identity = { service: 'ses', resource: 'identity', resourceName: mailDomainOf(mailFrom) };
  const fromAddress = { StringEquals: { 'ses:FromAddress': mailFrom } };
  return [allow('SendMail', ['ses:SendEmail'], [stack.formatArn(identity)], fromAddress)];
}

/** Calling other functions by their names, for those whose contract says so. */
export function invocationStatements(stack: Stack, spec: FunctionSpec, stage: Stage): PolicyStatement[] {
  const called = calledFunction(spec, stage);
  const calls = [
    ...(called ? [called] : []),
    ...(spec.tellsLowBalance ? [{ sid: 'TellLowBalance', name: lowBalanceFunctionName(stage) }] : []),
  ];
  const inLambda = { service: 'lambda', resource: 'function', arnFormat: ArnFormat.COLON_RESOURCE_NAME };
  return calls.map(({ sid, name }) =>
    allow(sid, ['lambda:InvokeFunction'], [stack.formatArn({ ...inLambda, resourceName: name })]),
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
    ...(queuesDeliveries ? [allow('QueueDeliveries', ['sqs:SendMessage'], resources)] : []),
    ...(readsQueue ? [allow('ReadQueue', read, resources)] : []),
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
  const answer = ['codedeploy:GetDeployment', 'codedeploy:PutLifecycleEventHookExecutionStatus'];
  return [
    allow('AnswerDeployments', answer, arnsIn('codedeploy')),
    allow('CallNewCode', ['lambda:InvokeFunction'], arnsIn('lambda')),
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

type Access = FunctionSpec['grants']['objects'][number];

/**
 * The page that says which function may do what with each table and with the
 * objects: what the roles are made of, read from the contracts.
 */
export function accessReference(functions: readonly FunctionSpec[]): string {
  const tables = tableList.map(({ name }) =>
    section(
      name,
      rowsOf(functions, (spec) => onTable(spec, name)),
    ),
  );
  const objects = section(
    'objects',
    rowsOf(functions, ({ grants }) => grants.objects.toSorted(byName<Access>)),
  );
  return [
    '# Who may touch what',
    'Read from the contracts, which the roles of the deployed functions are made from. What each table holds is in [storage](../storage.md). On one machine nothing is denied.',
    ...tables,
    objects,
    '',
  ].join('\n\n');
}

function onTable({ grants }: FunctionSpec, table: TableName): readonly TableOperation[] {
  const granted = tableEntries(grants.tables).find(([name]) => name === table)?.[1] ?? [];
  return granted.toSorted(byName<TableOperation>);
}

function byName<Name extends string>(one: Name, other: Name): number {
  return one < other ? -1 : 1;
}

/** Functions that may do the same share a row. */
function rowsOf(
  functions: readonly FunctionSpec[],
  deedsOf: (spec: FunctionSpec) => readonly string[],
): string[] {
  const together = Map.groupBy(functions, (spec) => deedsOf(spec).join(', '));
  together.delete('');
  return [...together].map(([deeds, specs]) => {
    const names = specs.map(({ name }) => `\`${name}\``).toSorted(byName);
    return `| ${deeds} | ${names.join(', ')} |`;
  });
}

function section(name: string, rows: readonly string[]): string {
  return [`## ${name}`, '', '| may | functions |', '|---|---|', ...rows.toSorted(byName)].join('\n');
}
