import {
  Annotations,
  ArnFormat,
  CfnOutput,
  NestedStack,
  RemovalPolicy,
  Size,
  Stack,
  type StackProps,
  Validations,
} from 'aws-cdk-lib';
import {
  AccessLogFormat,
  EndpointType,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type IVersion, Version } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { unmatchedFunction } from '#functions/unmatched/contract.ts';
import type { Bundles } from '#lib/bundle/bundle-functions.ts';
import { DashboardFiles } from '#lib/constructs/dashboard-files.ts';
import { Firewall } from '#lib/constructs/firewall.ts';
import { FrontDoor } from '#lib/constructs/front-door.ts';
import { FunctionGroup, FunctionRoutes } from '#lib/constructs/function-routes.ts';
import { DeploymentCheck } from '#lib/constructs/gradual-deployment.ts';
import { ServiceAlarms } from '#lib/constructs/service-alarms.ts';
import { ServiceDashboard } from '#lib/constructs/service-dashboard.ts';
import { logHelpers, type ServiceFunction } from '#lib/constructs/service-function.ts';
import { MonthlyBudget, soundSignals } from '#lib/constructs/signal-alarms.ts';
import { compressedFromBytes } from '#shared/contract/dashboard-pages.ts';
import type { DataStack } from './data-stack.ts';
import { type EdgeStack, edgeRegion, ParameterElsewhere } from './edge-stack.ts';
import { apiPathPatterns, type FunctionSpec } from './function-spec.ts';
import { GatewayProblems } from './gateway-problems.ts';
import type { Stage } from './stage.ts';

interface ApiStackProps extends StackProps {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly edge: EdgeStack;
  readonly functions: readonly FunctionSpec[];
  /** Says whether a deployment goes on; made where new code comes in gradually. */
  readonly deploymentCheck: FunctionSpec;
  readonly bundles: Bundles;
  /** The built dashboard; without it the bucket stays as it is. */
  readonly dashboardFolder: string | undefined;
}

const apiStageName = 'live';

/**
 * What may be replaced at any time: API, distribution, firewall, alarms, and
 * nested in it the functions. Nothing in it remembers anything.
 */
export class ApiStack extends Stack {
  /** Where the service answers. */
  readonly baseUrl: string;
  readonly alarmTopic: Topic;

  private readonly props: ApiStackProps;

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, props);
    this.props = props;
    const { stage, data } = props;

    const [originSecret, formerOriginSecret] = this.createOriginSecrets();
    // Written out in distribution and firewall, which compare it without a request.
    const originProof = originSecret.secretValue.unsafeUnwrap();
    const formerOriginProof = formerOriginSecret?.secretValue.unsafeUnwrap();
    const api = this.createApi();
    const door = new FrontDoor(this, 'front-door', {
      stage,
      api,
      apiStageName,
      apiPaths: apiPathPatterns(props.functions),
      originProof,
      originResponse: this.originResponse(),
      uploadOrigin: `https://${data.objects.bucket.bucketName}.s3.${this.region}.${this.urlSuffix}`,
    });
    if (props.dashboardFolder)
      new DashboardFiles(this, 'dashboard-files', {
        folder: props.dashboardFolder,
        bucket: door.dashboardBucket,
        distribution: door.distribution,
      });
    this.baseUrl = door.baseUrl;
    // Exported whether or not anything reads it now: a name that comes later would end the export while it is in use.
    this.exportValue(door.distribution.distributionDomainName);
    this.alarmTopic = this.createAlarmTopic();
    const functions = this.createFunctions(originSecret);

    const unmatched = functions.find(({ spec }) => spec.name === unmatchedFunction.name);
    if (!unmatched) throw new Error(`There is no function ${unmatchedFunction.name}.`);
    new FunctionRoutes(this, 'routes', { api, functions, unmatched });
    new GatewayProblems(this, 'problems', { api, baseUrl: door.baseUrl });
    const firewall = new Firewall(this, 'firewall', { stage, api, originProof, formerOriginProof });
    // The firewall takes a new secret before the distribution sends it.
    door.distribution.node.addDependency(firewall.acl);
    this.createSignals(api, functions);
    new MonthlyBudget(this, 'budget', { stage });
    logHelpers(this, stage);
    acknowledgeApiFindings(this, api, [originSecret, ...(formerOriginSecret ? [formerOriginSecret] : [])]);
    new CfnOutput(this, 'base-url', { value: door.baseUrl });
    new CfnOutput(this, 'distribution', { value: door.distribution.distributionDomainName });
  }

  /** Nested, so that every route that comes finds room in this template. */
  private createSignals(api: RestApi, functions: readonly ServiceFunction[]): void {
    const { stage, data } = this.props;
    const signals = new NestedStack(this, 'signals', { description: 'Alarms and dashboard of the API' });
    const alarms = new ServiceAlarms(signals, 'alarms', { stage, topic: this.alarmTopic });
    alarms.watchApi(api);
    alarms.watchTables(data.tables);
    soundSignals(alarms, stage);
    alarms.pageOnce();
    new ServiceDashboard(signals, 'overview', { stage, api, functions, tables: data.tables });
  }

  /**
   * What the distribution proves itself with, and behind it the one it sent
   * before, which edges go on sending until they have heard of the new one.
   */
  private createOriginSecrets(): readonly [Secret, Secret?] {
    const make = (generation: number) =>
      new Secret(this, generation === 1 ? 'origin-secret' : `origin-secret-${generation}`, {
        description: 'Sent by the distribution: proves to firewall and functions that a call came through it',
        generateSecretString: { passwordLength: 40, excludePunctuation: true },
      });
    const { originSecret: generation } = this.props.stage;
    return generation === 1 ? [make(1)] : [make(generation), make(generation - 1)];
  }

  private originResponse(): IVersion {
    const { edge } = this.props;
    this.addStackDependency(edge);
    const { versionParameter: name, codeDigest: edition } = edge;
    const { text } = new ParameterElsewhere(this, 'origin-response', { region: edgeRegion, name, edition });
    return Version.fromVersionArn(this, 'origin-response-version', text);
  }

  /** A template for each group, because one may have 500 resources and a function takes nine. */
  private createFunctions(originSecret: Secret): ServiceFunction[] {
    const { stage, deploymentCheck } = this.props;
    const hook =
      stage.gradualDeployment && stage.rollout === 'gradual'
        ? new DeploymentCheck(this, 'deployment-check', {
            ...this.props,
            spec: deploymentCheck,
            baseUrl: this.baseUrl,
          })
        : undefined;
    const groups = Map.groupBy(this.props.functions, ({ group }) => group);
    return [...groups].flatMap(
      ([group, specs]) =>
        new FunctionGroup(this, group, {
          hook,
          ...this.props,
          description: `Oriel: functions of ${group}`,
          specs,
          baseUrl: this.baseUrl,
          originSecretArn: originSecret.secretArn,
          alarmTopic: this.alarmTopic,
        }).functions,
    );
  }

  /** Regional REST API: its refusals can be problem+json, it streams, and the firewall stands right at it. */
  private createApi(): RestApi {
    const { stage } = this.props;
    const accessLog = new LogGroup(this, 'access-log', {
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    const api = new RestApi(this, 'gateway', {
      restApiName: `oriel-${stage.name}`,
      description: 'Search-marketing facts, metered in credits',
      endpointTypes: [EndpointType.REGIONAL],
      minCompressionSize: Size.bytes(compressedFromBytes),
      cloudWatchRole: true,
      // A setting of the whole account and region: the logs of its other stages rest on it.
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: apiStageName,
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        throttlingRateLimit: stage.requestsPerSecond,
        throttlingBurstLimit: stage.requestBurst,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: accessLogFormat(),
      },
    });
    // The gateway makes this group with its first line where it is not there, and then it never expires.
    const executionLog = new LogGroup(this, 'execution-log', {
      logGroupName: `API-Gateway-Execution-Logs_${api.restApiId}/${apiStageName}`,
      retention: stage.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    api.deploymentStage.node.addDependency(executionLog);
    return api;
  }

  private createAlarmTopic(): Topic {
    const { stage } = this.props;
    const topic = new Topic(this, 'alarm-topic', {
      enforceSSL: true,
      displayName: `Oriel ${stage.name} alarms`,
    });
    const alarms = this.formatArn({
      service: 'cloudwatch',
      resource: 'alarm',
      resourceName: `oriel-${stage.name}-*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    // A policy of any kind takes the place of the default one, by which alarms of the same account may publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsPublish',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { ArnLike: { 'aws:SourceArn': alarms } },
      }),
    );
    if (stage.alarmEmail) topic.addSubscription(new EmailSubscription(stage.alarmEmail));
    else if (stage.keepData)
      Annotations.of(topic).addWarningV2(
        'oriel:alarmEmail',
        'No alarmEmail is set: nobody gets mail about alarms and the budget of this stage.',
      );
    return topic;
  }
}

/** What was called, and how it ended. No header, query or body: keys, addresses and search terms stay out of the log. */
function accessLogFormat(): AccessLogFormat {
  return AccessLogFormat.custom(
    JSON.stringify({
      request_id: '$context.requestId',
      extended_request_id: '$context.extendedRequestId',
      // In the lines of the function as `xray_trace_id` and in its platform's lines: how a line here leads there.
      trace_id: '$context.xrayTraceId',
      function_request_id: '$context.integration.requestId',
      time: '$context.requestTime',
      method: '$context.httpMethod',
      path: '$context.resourcePath',
      status: '$context.status',
      response_bytes: '$context.responseLength',
      latency_ms: '$context.responseLatency',
      integration_latency_ms: '$context.integrationLatency',
      error: '$context.error.responseType',
    }),
  );
}

function acknowledgeApiFindings(stack: ApiStack, api: RestApi, originSecrets: readonly Secret[]): void {
  Validations.of(stack).acknowledge(
    {
      id: 'AwsSolutions-APIG4',
      reason:
        'Every function authenticates by itself: keys, sessions and agents each with the reason told in problem+json.',
    },
    {
      id: 'AwsSolutions-COG4',
      reason: 'There is no Cognito pool; the service is its own identity provider.',
    },
  );
  Validations.of(api).acknowledge(
    {
      id: 'AwsSolutions-APIG2',
      reason:
        'The functions validate against the same contract that the reference is made from, and name every fault.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
      reason: "API Gateway's own role for its log, as AWS documents it.",
    },
  );
  for (const secret of originSecrets)
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'Rotated by a deployment: distribution and firewall must change together.',
    });
}
