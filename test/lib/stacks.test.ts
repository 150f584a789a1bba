import { deployedName } from '#lib/function-spec.ts';
import { apiFunctions, upkeepFunctions } from '#lib/service-functions.ts';
import { everything } from './support/stages.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

type Json = Resource['Properties'];

const lifeOf = (bucket: Json) =>
  Object.fromEntries(
    bucket.LifecycleConfiguration.Rules.map((rule: Json) => [
      rule.Prefix ?? '',
      rule.ExpirationInDays ?? null,
    ]),
  );

describe.each(['dev', 'prod'] as const)('a stage %s with everything that can be asked for', (stage) => {
  const stacks = synthesize({ stage, ...everything });
  const { data, api, upkeep, files } = stacks;
  const all = [data, api, upkeep];
  const ofType = (type: string): readonly Resource[] => all.flatMap((stack) => stack.ofType(type));
  const only = (type: string): Json => {
    const found = ofType(type);
    expect(found).toHaveLength(1);
    return found[0]?.Properties ?? {};
  };

  it('answers at its own address with its certificate, by TLS 1.2 or newer', () => {
    const { DistributionConfig: config } = only('AWS::CloudFront::Distribution');
    expect(config.Aliases).toEqual([everything.domainName]);
    expect(config.ViewerCertificate).toMatchObject({
      AcmCertificateArn: everything.certificateArn,
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
    const functions = [...api.ofType('AWS::Lambda::Function'), ...upkeep.ofType('AWS::Lambda::Function')];
    // CDK's own have no name.
    for (const { Properties } of functions.filter(({ Properties }) => Properties.FunctionName))
      expect(Properties.Environment.Variables.PUBLIC_BASE_URL).toBe(`https://${everything.domainName}`);
  });

  it('sends mail from its one address, of a domain that it verifies', () => {
    expect(only('AWS::SES::EmailIdentity').EmailIdentity).toBe('oriel.example');
    const senders = ofType('AWS::IAM::Role').flatMap(({ Properties }) =>
      (Properties.Policies ?? [])
        .flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement)
        .filter(({ Action }: Json) => Action === 'ses:SendEmail'),
    );
    expect(senders).toHaveLength(
      [...apiFunctions, ...upkeepFunctions].filter(({ sendsMail }) => sendsMail).length,
    );
    for (const { Condition } of senders)
      expect(Condition).toEqual({ StringEquals: { 'ses:FromAddress': everything.mailFrom } });
  });

  it('has a firewall that knows the known attacks, and limits each caller of an address by itself', () => {
    const { Rules, CustomResponseBodies } = only('AWS::WAFv2::WebACL');
    expect(Rules.map(({ Name }: Json) => Name)).toEqual([
      'through-distribution',
      'address-rate',
      'anonymous-rate',
      'authorization-rate',
      'x-api-key-rate',
      'cookie-rate',
      'KnownBadInputs',
    ]);
    expect(Rules.map(({ Priority }: Json) => Priority)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const rates = Rules.filter(({ Statement }: Json) => Statement.RateBasedStatement);
    for (const { Action, Name, Statement } of rates) {
      const { CustomKeys, AggregateKeyType, Limit } = Statement.RateBasedStatement;
      // Customers behind one address do not share what one of them may do.
      if (CustomKeys)
        expect(CustomKeys).toEqual([
          expect.objectContaining({ Header: expect.anything() }),
          { ForwardedIP: {} },
        ]);
      else expect([Name, AggregateKeyType]).toEqual([Name, 'FORWARDED_IP']);
      expect(Limit).toBe(Name === 'address-rate' ? 200_000 : 6_000);
      const { ResponseCode, ResponseHeaders, CustomResponseBodyKey } = Action.Block.CustomResponse;
      expect(ResponseCode).toBe(429);
      expect(ResponseHeaders).toEqual([{ Name: 'Retry-After', Value: '60' }]);
      expect(JSON.parse(CustomResponseBodies[CustomResponseBodyKey].Content)).toMatchObject({
        code: 'rate_limited',
        retryable: true,
        credits_charged: 0,
      });
    }
    expect(only('AWS::WAFv2::WebACLAssociation').WebACLArn).toBeDefined();
  });

  it('logs what the firewall refuses and nothing else, without what could be used again', () => {
    const { LogDestinationConfigs, RedactedFields, LoggingFilter } = only('AWS::WAFv2::LoggingConfiguration');
    expect(LoggingFilter).toEqual({
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    });
    const headers = RedactedFields.flatMap(({ SingleHeader }: Json) => SingleHeader?.Name ?? []);
    expect(headers).toEqual(['authorization', 'x-api-key', 'cookie', 'x-origin-verify']);
    expect(RedactedFields).toContainEqual({ QueryString: {} });
    expect(JSON.stringify(LogDestinationConfigs)).toContain(`:log-group:aws-waf-logs-oriel-${stage}"`);
  });

  it('is throttled, traced and logged at the gateway', () => {
    const { MethodSettings, AccessLogSetting, TracingEnabled } = only('AWS::ApiGateway::Stage');
    expect(TracingEnabled).toBe(true);
    expect(AccessLogSetting.DestinationArn).toBeDefined();
    // What leads from a line of it to the function's lines and to the trace.
    expect(JSON.parse(AccessLogSetting.Format)).toMatchObject({
      trace_id: '$context.xrayTraceId',
      function_request_id: '$context.integration.requestId',
    });
    const [{ ThrottlingRateLimit, ThrottlingBurstLimit, DataTraceEnabled }] = MethodSettings;
    expect(ThrottlingRateLimit).toBe(stage === 'prod' ? 1_000 : 50);
    expect(ThrottlingBurstLimit).toBe(stage === 'prod' ? 2_000 : 100);
    // A trace of the data would hold keys and bodies.
    expect(DataTraceEnabled).toBe(false);
  });

  it('keeps logs for a limited time', () => {
    for (const { Properties } of ofType('AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(stage === 'prod' ? 90 : 14);
  });

  it('lets go of what can be made again, and keeps the files of finance', () => {
    const buckets = data.ofType('AWS::S3::Bucket').map(({ Properties }) => Properties);
    const objects = buckets.find(({ LoggingConfiguration }) => LoggingConfiguration) ?? {};
    expect(lifeOf(objects)).toMatchObject({
      'datasets/': 7,
      'idempotency/': 2,
      'query-results/': 7,
      'usage/': null,
    });
    for (const { ExpirationInDays, NoncurrentVersionExpiration } of objects.LifecycleConfiguration.Rules)
      if (ExpirationInDays) expect(NoncurrentVersionExpiration).toEqual({ NoncurrentDays: 1 });
  });

  it('starts each function of the clock as often as its contract says', () => {
    const rates = Object.fromEntries(
      ofType('AWS::Scheduler::Schedule').map(({ Properties }) => [
        Properties.Description,
        Properties.ScheduleExpression,
      ]),
    );
    const wanted = upkeepFunctions.flatMap(({ description, everyMinutes }) =>
      everyMinutes === undefined
        ? []
        : [[description, expect.stringMatching(`^rate\\(${everyMinutes} minutes?\\)$`)]],
    );
    expect(rates).toEqual(Object.fromEntries(wanted));
  });

  it('holds back calls of tools that cost upstream, where that is asked for, and no others', () => {
    const reserved = api
      .ofType('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions === 5)
      .map(({ Properties }) => Properties.FunctionName);
    const asking = apiFunctions
      .filter(({ asksUpstream }) => asksUpstream)
      .map((spec) => deployedName(spec, stage));
    expect(reserved.sort()).toEqual(asking.sort());
  });

  it('keeps audits from using up the concurrency of all functions, in production', () => {
    const reserved = api
      .ofType('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties.ReservedConcurrentExecutions === 20)
      .map(({ Properties }) => Properties.FunctionName);
    expect(reserved).toEqual(stage === 'prod' ? ['oriel-prod-tools-audit-site'] : []);
  });

  it('tells a person: alarms and the budget by mail, every alarm by the one topic', () => {
    expect(only('AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'email',
      Endpoint: everything.alarmEmail,
    });
    const alarms = ofType('AWS::CloudWatch::Alarm');
    const [topicId] = Object.entries(api.resources).find(([, { Type }]) => Type === 'AWS::SNS::Topic') ?? [];
    for (const { Properties } of alarms)
      expect(Properties.AlarmName.startsWith(`oriel-${stage}-`)).toBe(true);
    // Without it CloudWatch is refused by the topic, silently.
    expect(only('AWS::SNS::TopicPolicy').PolicyDocument.Statement).toContainEqual({
      Sid: 'AlarmsPublish',
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: 'sns:Publish',
      Resource: { Ref: topicId },
      Condition: { ArnLike: { 'aws:SourceArn': expect.anything() } },
    });
    const { Budget, NotificationsWithSubscribers } = only('AWS::Budgets::Budget');
    expect(Budget.BudgetLimit).toEqual({ Amount: stage === 'prod' ? 2_000 : 50, Unit: 'USD' });
    expect(NotificationsWithSubscribers).toHaveLength(2);
    expect(only('AWS::CloudWatch::Dashboard').DashboardName).toBe(`oriel-${stage}`);
  });

  it('names everything that can carry a tag after the service and the stage', () => {
    const untagged = all.flatMap(({ resources }) =>
      Object.entries(resources)
        // CDK's own function that empties buckets takes no tags, and runs when a stack goes.
        .filter(([id]) => !id.includes('CustomS3AutoDeleteObjects'))
        .filter(([, { Type, Properties }]) => taggable.includes(Type) && !isTagged(Properties, stage))
        .map(([id]) => id),
    );
    expect(untagged).toEqual([]);
  });

  it('lets new code of every function that callers reach in gradually where it matters, and back out by its own alarm', () => {
    const groupOf = (policy: Json) =>
      api.resources[policy.CodeDeployLambdaAliasUpdate.DeploymentGroupName.Ref];
    const watched = api.ofType('AWS::Lambda::Alias').map(({ Properties, UpdatePolicy }) => {
      const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } =
        groupOf(UpdatePolicy)?.Properties ?? {};
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
      expect(AlarmConfiguration.Enabled).toBe(true);
      const alarms = AlarmConfiguration.Alarms.map(
        ({ Name }: Json) => api.resources[Name.Ref]?.Properties.AlarmName,
      );
      return [api.resources[Properties.FunctionName.Ref]?.Properties.FunctionName, alarms];
    });
    const reached = apiFunctions.map((spec) => deployedName(spec, stage));
    const wanted = stage === 'prod' ? reached.map((name) => [name, [`${name}-errors`]]) : [];
    expect(Object.fromEntries(watched)).toEqual(Object.fromEntries(wanted));
  });

  it('goes live with all of its routes, and only when the gateway may invoke what they lead to', () => {
    const [deployment] = api.ofType('AWS::ApiGateway::Deployment');
    const needed = ['AWS::ApiGateway::Method', 'AWS::Lambda::Permission'];
    const ids = Object.entries(api.resources).filter(([, { Type }]) => needed.includes(Type));
    expect(ids.length).toBeGreaterThan(2 * apiFunctions.length);
    // What is nested is called `<nested stack>.<id>`, and is waited for with its stack.
    const awaited = new Set(ids.map(([id]) => id.split('.')[0]));
    expect(deployment?.DependsOn).toEqual(expect.arrayContaining([...awaited]));
  });

  it('leaves every template room below what CloudFormation takes: 500 resources, 200 parameters and 1 MB', () => {
    // AWS CloudFormation user guide, "quotas".
    expect(files.length).toBeGreaterThan(4);
    for (const { name, resourceCount, bytes, template } of files) {
      expect([name, resourceCount < 400]).toEqual([name, true]);
      expect([name, bytes < 1_000_000]).toEqual([name, true]);
      for (const section of ['Parameters', 'Outputs'])
        expect([name, section, Object.keys(template[section] ?? {}).length < 160]).toEqual([
          name,
          section,
          true,
        ]);
    }
  });

  it('has room for sixty more endpoints, even if all of their paths are in one tree', () => {
    const endpoints = 60;
    // Each with a function, a path with its method and the one for all others, and a permission. A noun holds 40.
    const perEndpoint = { function: 9, routes: 3, permission: 1 };
    const countOf = (type: string) =>
      files.filter(({ template }) =>
        Object.values<Json>(template.Resources).some(({ Type }) => Type === type),
      );
    const room = (type: string) => 500 - Math.max(...countOf(type).map(({ resourceCount }) => resourceCount));
    expect(room('AWS::ApiGateway::Method')).toBeGreaterThan(endpoints * perEndpoint.routes);
    expect(room('AWS::ApiGateway::RestApi')).toBeGreaterThan(endpoints * perEndpoint.permission);
    // API Gateway, "Quotas for configuring a REST API": 300 resources. CloudFormation: 2,500 with what is nested.
    expect(api.ofType('AWS::ApiGateway::Resource').length + endpoints).toBeLessThan(300);
    const all = Object.keys(api.resources).length;
    expect(all + endpoints * (perEndpoint.function + perEndpoint.routes + 1)).toBeLessThan(2500);
  });
});

/** Of what the stacks are made of, the types that take tags as a list of pairs. */
const taggable = [
  'AWS::ApiGateway::RestApi',
  'AWS::ApiGateway::Stage',
  'AWS::CloudFront::Distribution',
  'AWS::CloudWatch::Alarm',
  'AWS::IAM::Role',
  'AWS::KMS::Key',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
  'AWS::SNS::Topic',
];

function isTagged({ Tags = [] }: Json, stage: string): boolean {
  const tags = Object.fromEntries(Tags.map(({ Key, Value }: Json) => [Key, Value]));
  return tags.service === 'oriel' && tags.stage === stage;
}
