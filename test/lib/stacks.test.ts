import { apiFunctions, upkeepFunctions } from '#lib/service-functions.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

type Json = Resource['Properties'];

/** Everything that may be asked for at a deployment. */
const everything = {
  alarmEmail: 'ops@oriel.example',
  mailFrom: 'hello@oriel.example',
  mailDomain: 'make',
  domainName: 'api.oriel.example',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/c0ffee',
  upstreamConcurrency: '5',
};

const lifeOf = (bucket: Json) =>
  Object.fromEntries(
    bucket.LifecycleConfiguration.Rules.map((rule: Json) => [
      rule.Prefix ?? '',
      rule.ExpirationInDays ?? null,
    ]),
  );

describe.each(['dev', 'prod'] as const)('a stage %s with everything that can be asked for', (stage) => {
  const stacks = synthesize({ stage, ...everything });
  const { data, api, upkeep } = stacks;
  const all = Object.values(stacks);
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
    for (const { Properties } of [
      ...api.ofType('AWS::Lambda::Function'),
      ...upkeep.ofType('AWS::Lambda::Function'),
    ])
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

  it('has a firewall that limits each address and knows the known attacks', () => {
    const { Rules } = only('AWS::WAFv2::WebACL');
    expect(Rules.map(({ Name }: Json) => Name)).toEqual([
      'through-distribution',
      'address-rate',
      'KnownBadInputs',
      'AmazonIpReputationList',
    ]);
    expect(only('AWS::WAFv2::WebACLAssociation').WebACLArn).toBeDefined();
  });

  it('is throttled, traced and logged at the gateway', () => {
    const { MethodSettings, AccessLogSetting, TracingEnabled } = only('AWS::ApiGateway::Stage');
    expect(TracingEnabled).toBe(true);
    expect(AccessLogSetting.DestinationArn).toBeDefined();
    const [{ ThrottlingRateLimit, ThrottlingBurstLimit, DataTraceEnabled }] = MethodSettings;
    expect(ThrottlingRateLimit).toBe(stage === 'prod' ? 1_000 : 50);
    expect(ThrottlingBurstLimit).toBe(stage === 'prod' ? 2_000 : 100);
    // A trace of the data would hold keys and bodies.
    expect(DataTraceEnabled).toBe(false);
  });

  it('keeps logs for a while and not for ever', () => {
    for (const { Properties } of ofType('AWS::Logs::LogGroup'))
      expect(Properties.RetentionInDays).toBe(stage === 'prod' ? 90 : 14);
  });

  it('lets go of what can be made again, and keeps the files of finance', () => {
    const buckets = data.ofType('AWS::S3::Bucket').map(({ Properties }) => Properties);
    const objects = buckets.find(({ LoggingConfiguration }) => LoggingConfiguration) ?? {};
    expect(lifeOf(objects)).toMatchObject({
      'datasets/': 31,
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
      .map(({ Properties }) => Properties.FunctionName.replace(`oriel-${stage}-`, ''));
    const asking = apiFunctions.filter(({ asksUpstream }) => asksUpstream).map(({ name }) => name);
    expect(reserved.sort()).toEqual(asking.sort());
  });

  it('tells a person: alarms and the budget by mail, every alarm by the one topic', () => {
    expect(only('AWS::SNS::Subscription')).toMatchObject({
      Protocol: 'email',
      Endpoint: everything.alarmEmail,
    });
    const alarms = ofType('AWS::CloudWatch::Alarm');
    for (const { Properties } of alarms) expect(Properties.AlarmActions).toHaveLength(1);
    const { Budget, NotificationsWithSubscribers } = only('AWS::Budgets::Budget');
    expect(Budget.BudgetLimit).toEqual({ Amount: stage === 'prod' ? 2_000 : 50, Unit: 'USD' });
    expect(NotificationsWithSubscribers).toHaveLength(2);
    expect(only('AWS::CloudWatch::Dashboard').DashboardName).toBe(`oriel-${stage}`);
  });

  it('names everything that can carry a tag after the service and the stage', () => {
    const untagged = all.flatMap(({ resources }) =>
      Object.entries(resources)
        .filter(([, { Type, Properties }]) => taggable.includes(Type) && !isTagged(Properties, stage))
        .map(([id]) => id),
    );
    expect(untagged).toEqual([]);
  });

  it('lets new code of a tool in gradually where it matters, and back out by an alarm', () => {
    const groups = api.ofType('AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties);
    const tools = apiFunctions.filter(({ isTool }) => isTool);
    expect(groups).toHaveLength(stage === 'prod' ? tools.length : 0);
    for (const { AlarmConfiguration, AutoRollbackConfiguration, DeploymentConfigName } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes');
      expect(AlarmConfiguration).toMatchObject({ Enabled: true, Alarms: [expect.anything()] });
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    }
  });

  it.each(['data', 'api', 'upkeep'] as const)('leaves %s room below what CloudFormation takes', (name) => {
    // 1 MB of template and 500 resources (AWS CloudFormation user guide, "quotas").
    const { template, resources } = stacks[name];
    expect(JSON.stringify(template.toJSON()).length).toBeLessThan(600_000);
    expect(Object.keys(resources).length).toBeLessThan(495);
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
