import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { priceList } from '#functions/tools/catalog.ts';
import type { Bundles } from '#lib/bundle/bundle-functions.ts';
import { ServiceFunction } from '#lib/constructs/service-function.ts';
import { tableEntries } from '#shared/contract/grants.ts';
import { secretVariables } from '#shared/platform/config.ts';
import { tables } from '#shared/platform/dynamo/tables.ts';
import type { DataStack } from './data-stack.ts';
import {
  calledFunction,
  deliveryQueueName,
  type FunctionSpec,
  lowBalanceFunctionName,
  secretsOf,
} from './function-spec.ts';
import {
  deploymentStatements,
  type GrantedResources,
  grantStatements,
  invocationStatements,
  mailStatements,
  queueStatements,
  secretCareStatements,
} from './role-policy.ts';
import { metricNamespace, type Stage } from './stage.ts';

interface Surroundings {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly bundles: Bundles;
  readonly baseUrl: string;
  /** Of the stack with the distribution: proves that a call came through it. */
  readonly originSecretArn?: string;
}

/** One Lambda for each spec, with the environment and the policy that its contract asks for. */
export function buildFunctions(
  scope: Construct,
  specs: readonly FunctionSpec[],
  { stage, data, bundles, baseUrl, originSecretArn }: Surroundings,
): ServiceFunction[] {
  const resources = data.grantedResources(originSecretArn);
  return specs.map(
    (spec) =>
      new ServiceFunction(scope, spec.name, {
        spec,
        stage,
        assetFolder: bundles.folderOf(spec.name),
        environment: functionEnvironment(spec, { stage, data, resources, baseUrl }),
        bucketArnExport: resources.bucketArnExport,
        statements: [
          ...grantStatements(spec.grants, resources),
          ...mailStatements(Stack.of(scope), spec, stage),
          ...deploymentStatements(Stack.of(scope), spec, stage),
          ...invocationStatements(Stack.of(scope), spec, stage),
          ...queueStatements(Stack.of(scope), spec, stage),
          ...secretCareStatements(spec, resources),
        ],
      }),
  );
}

interface Named {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly resources: Pick<GrantedResources, 'secretArn'>;
  readonly baseUrl: string;
}

/** The variables that `shared/platform/config.ts` reads: names of what the function was granted, and of nothing else it could reach. */
function functionEnvironment(
  spec: FunctionSpec,
  { stage, data, resources, baseUrl }: Named,
): Record<string, string> {
  const { grants, sendsMail, watchesMargin, refusesCheckouts } = spec;
  const tableNames = tableEntries(grants.tables).map(([name]) => [
    tables[name].variable,
    data.tables[name].tableName,
  ]);
  const secretArns = secretsOf(spec).map((name) => [secretVariables[name], resources.secretArn(name)]);
  return {
    PUBLIC_BASE_URL: baseUrl,
    DASHBOARD_URL: baseUrl,
    POWERTOOLS_SERVICE_NAME: 'oriel',
    METRIC_NAMESPACE: metricNamespace(stage),
    POWERTOOLS_LOG_LEVEL: stage.logLevel,
    TOOL_PRICES: JSON.stringify(priceList),
    ...(secretsOf(spec).includes('stripe') && stage.profile === 'production'
      ? { REFUSES_TEST_PAYMENTS: 'true' }
      : {}),
    ...(sendsMail && stage.mailFrom ? { MAIL_FROM: stage.mailFrom } : {}),
    ...calledFunctions(spec, stage),
    ...(spec.queuesDeliveries ? { DELIVERY_QUEUE: queueAddress(data, stage) } : {}),
    // Where Lambda unpacks layers.
    ...(spec.bringsBrowser ? { BROWSER_FOLDER: '/opt' } : {}),
    ...(watchesMargin ? { ALARMING_COST_SHARE: String(stage.alarmingCostShare) } : {}),
    ...(refusesCheckouts && stage.noCheckoutClients ? { NO_CHECKOUT_CLIENTS: stage.noCheckoutClients } : {}),
    ...(grants.objects.length > 0 ? { OBJECTS_BUCKET: data.objects.bucket.bucketName } : {}),
    ...Object.fromEntries([...tableNames, ...secretArns]),
  };
}

/** As SQS writes addresses, of a queue of the same account and region. */
function queueAddress({ account, region, urlSuffix }: DataStack, stage: Stage): string {
  return `https://sqs.${region}.${urlSuffix}/${account}/${deliveryQueueName(stage)}`;
}

function calledFunctions(spec: FunctionSpec, stage: Stage): Record<string, string> {
  const called = calledFunction(spec, stage);
  return {
    ...(called ? { CALLED_FUNCTION: called.name } : {}),
    ...(spec.tellsLowBalance ? { LOW_BALANCE_FUNCTION: lowBalanceFunctionName(stage) } : {}),
  };
}
