import { spawnSync } from 'node:child_process';
import { lastingRules } from './lasting-rules.ts';
import { type AwsRule, entries, type Json, type Resources, refusing } from './rule.ts';

/** CloudFront's own request policies that pass on every header of the viewer but `Host`, and that pass on all. */
const forwardsEverything = ['b689b0a8-53d0-40ab-baf2-68738e2966ac'];

const apiBehaviors = ({ DistributionConfig }: Json): readonly Json[] => DistributionConfig.CacheBehaviors;

const principalsOf = ({ AssumeRolePolicyDocument }: Json): readonly string[] =>
  AssumeRolePolicyDocument.Statement.flatMap(({ Principal }: Json) => Principal.Service);

/** The service that takes a role named in a resource of each type. A type that is not here is a fault until it is. */
const roleTakers: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::Account': 'apigateway',
  'AWS::Backup::BackupSelection': 'backup',
  'AWS::CodeDeploy::DeploymentGroup': 'codedeploy',
  'AWS::Lambda::Function': 'lambda',
  'AWS::Scheduler::Schedule': 'scheduler',
};

/** The roles that properties name to be taken: by their ARN, in a member that is called a role. */
function rolesIn(value: Json, resources: Resources): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries<Json>(value).flatMap(([name, member]) => {
    const role = resources[member?.['Fn::GetAtt']?.[0]];
    return /Role(?:Arn)?$/u.test(name) && role?.Type === 'AWS::IAM::Role'
      ? [role.Properties]
      : rolesIn(member, resources);
  });
}

const holdsNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(holdsNull));

export const awsRules: readonly AwsRule[] = [
  ...lastingRules,
  {
    name: 'calls keep their Authorization',
    source: 'CloudFront, "Control origin requests with a policy": headers in no policy are taken away.',
    faults: refusing('AWS::CloudFront::Distribution', (properties) =>
      apiBehaviors(properties).every(({ OriginRequestPolicyId }) =>
        forwardsEverything.includes(OriginRequestPolicyId),
      ),
    ),
  },
  {
    name: 'answers are never shared',
    source: 'CloudFront, "Managed cache policies": CachingDisabled is the one that keeps nothing.',
    faults: refusing('AWS::CloudFront::Distribution', (properties) =>
      apiBehaviors(properties).every(
        ({ CachePolicyId }) => CachePolicyId === '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      ),
    ),
  },
  {
    name: 'errors are never shared',
    source: 'CloudFront, "How CloudFront caches HTTP 4xx and 5xx": ten seconds unless a minimum is given.',
    faults: refusing(
      'AWS::CloudFront::Distribution',
      ({ DistributionConfig: { CustomErrorResponses = [] } }) =>
        [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].every((status) =>
          CustomErrorResponses.some(
            ({ ErrorCode, ErrorCachingMinTTL }: Json) => ErrorCode === status && ErrorCachingMinTTL === 0,
          ),
        ),
    ),
  },
  {
    name: 'every method of HTTP passes',
    source: 'CloudFront, "Allowed HTTP methods": what is not listed is answered 403 at the edge.',
    faults: refusing('AWS::CloudFront::Distribution', (properties) =>
      apiBehaviors(properties).every(({ AllowedMethods }) => AllowedMethods?.includes('POST')),
    ),
  },
  {
    name: 'the edge acts on refusals',
    source: 'CloudFront, "Restrictions on all edge functions": no viewer-response from a status of 400 on.',
    faults: refusing('AWS::CloudFront::Distribution', (properties) =>
      apiBehaviors(properties).every(
        ({ FunctionAssociations = [], LambdaFunctionAssociations = [] }) =>
          FunctionAssociations.every(({ EventType }: Json) => EventType !== 'viewer-response') &&
          LambdaFunctionAssociations.some(({ EventType }: Json) => EventType === 'origin-response'),
      ),
    ),
  },
  {
    name: "calls need no gateway's key",
    source: 'API Gateway, "Set up API keys": a method that requires one answers 403 without it.',
    faults: refusing('AWS::ApiGateway::Method', ({ ApiKeyRequired = false }) => !ApiKeyRequired),
  },
  {
    name: 'the functions authenticate by themselves',
    source: 'API Gateway, "Control access": AWS_IAM refuses what is not signed.',
    faults: refusing(
      'AWS::ApiGateway::Method',
      ({ AuthorizationType = 'NONE' }) => AuthorizationType === 'NONE',
    ),
  },
  {
    name: 'functions are invoked by POST',
    source: 'API Gateway, "Lambda proxy integrations": the integration method must be POST.',
    faults: refusing(
      'AWS::ApiGateway::Method',
      ({ Integration: { Type, IntegrationHttpMethod } }) =>
        !Type.startsWith('AWS') || IntegrationHttpMethod === 'POST',
    ),
  },
  {
    name: 'what no rule refuses passes the firewall',
    source: 'AWS WAF, "Default action": applies to what matched no rule.',
    faults: refusing('AWS::WAFv2::WebACL', ({ DefaultAction }) => DefaultAction.Allow !== undefined),
  },
  {
    name: 'the firewall stands at the API',
    source: 'AWS WAF, "Scope": a REGIONAL list is for APIs, CLOUDFRONT for distributions in us-east-1.',
    faults: refusing('AWS::WAFv2::WebACL', ({ Scope }) => Scope === 'REGIONAL'),
  },
  {
    name: 'each role may be taken by what uses it',
    source: 'IAM, "Roles terms and concepts": a service takes a role only if its trust names the service.',
    faults: (resources) =>
      Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
        rolesIn(Properties, resources).every((role) =>
          principalsOf(role).includes(`${roleTakers[Type] ?? Type}.amazonaws.com`),
        )
          ? []
          : [id],
      ),
  },
  {
    name: 'the distribution waits as long as the gateway does',
    source: 'CloudFront, "Response timeout": what takes longer is answered 504 at the edge; 30 s if not set.',
    faults: refusing('AWS::CloudFront::Distribution', ({ DistributionConfig }, resources) => {
      const methods = entries(resources, 'AWS::ApiGateway::Method');
      const longest = Math.max(
        ...methods.map(([, { Properties }]) => Properties.Integration.TimeoutInMillis ?? 29_000),
      );
      const origins: Json[] = DistributionConfig.Origins.filter(
        ({ CustomOriginConfig }: Json) => CustomOriginConfig,
      );
      return origins.every(
        ({ CustomOriginConfig: { OriginReadTimeout = 30 } }) => OriginReadTimeout * 1_000 > longest,
      );
    }),
  },
  {
    name: 'browsers may send uploads',
    source:
      'S3, "Using CORS": a method that no rule allows is refused by the browser; uploads are sent by PUT.',
    faults: (resources) => {
      const opened = entries(resources, 'AWS::S3::Bucket').filter(
        ([, { Properties }]) => Properties.CorsConfiguration,
      );
      const allow = ({ CorsConfiguration }: Json): string[] =>
        CorsConfiguration.CorsRules.flatMap(({ AllowedMethods }: Json) => AllowedMethods);
      return opened.flatMap(([id, { Properties }]) => (allow(Properties).includes('PUT') ? [] : [id]));
    },
  },
  {
    name: 'the canary fits below every limit',
    source: 'API Gateway, "Throttle requests": what is above rate and burst is answered 429.',
    faults: refusing('AWS::ApiGateway::Stage', ({ MethodSettings = [] }) =>
      MethodSettings.every(
        ({ ThrottlingRateLimit = 10_000, ThrottlingBurstLimit = 5_000 }: Json) =>
          ThrottlingRateLimit >= 10 && ThrottlingBurstLimit >= 20,
      ),
    ),
  },
  {
    name: 'no function is limited to one call',
    source: 'Lambda, "Reserved concurrency": a function at its limit is throttled, whoever calls.',
    faults: refusing(
      'AWS::Lambda::Function',
      ({ ReservedConcurrentExecutions: reserved = 2 }) => reserved >= 2,
    ),
  },
  {
    name: 'templates hold no null',
    source: 'CloudFormation, "Template format error: Null values are not allowed in templates".',
    faults: (resources) =>
      Object.entries(resources).flatMap(([id, { Properties }]) => (holdsNull(Properties) ? [id] : [])),
  },
  {
    name: 'what is named to call a function is a service that calls it',
    source: 'Lambda, "Resource-based policies": the principal is the service that invokes.',
    faults: refusing('AWS::Lambda::Permission', ({ Principal }) =>
      ['apigateway.amazonaws.com', 'secretsmanager.amazonaws.com', 's3.amazonaws.com'].includes(Principal),
    ),
  },
  {
    name: 'functions run on a runtime that is kept',
    source: 'Lambda, "Lambda runtimes": nodejs24.x is supported; what is deprecated cannot be created.',
    faults: refusing(
      'AWS::Lambda::Function',
      ({ Runtime, FunctionName }) => FunctionName === undefined || Runtime === 'nodejs24.x',
    ),
  },
  {
    name: 'functions end before the gateway does',
    source: 'API Gateway, "Quotas": an integration has 29 seconds.',
    faults: refusing('AWS::ApiGateway::Method', ({ Integration }, resources) => {
      const address = JSON.stringify(Integration.Uri ?? '');
      const aliases = entries(resources, 'AWS::Lambda::Alias').filter(([id]) => address.includes(`"${id}"`));
      // Not what watches over the alias: functions that check a deployment take longer.
      const named = address + JSON.stringify(aliases.map(([, { Properties }]) => Properties));
      const called = entries(resources, 'AWS::Lambda::Function').filter(([id]) => named.includes(`"${id}"`));
      return called.every(([, { Properties }]) => Properties.Timeout < 29);
    }),
  },
  {
    name: 'lines of the log meet their filter',
    source: 'CloudWatch Logs, "Filter pattern syntax": a property that no line has matches nothing.',
    faults: refusing('AWS::Logs::MetricFilter', ({ FilterPattern }) => matchesALine(FilterPattern)),
  },
  {
    name: 'items expire by the attribute that is written',
    source: 'DynamoDB, "Time to Live": an item without the attribute never expires.',
    faults: refusing(
      'AWS::DynamoDB::GlobalTable',
      ({ TimeToLiveSpecification: ttl }) => ttl === undefined || ttl.AttributeName === 'expires_at',
    ),
  },
];

/** What the service's own logger writes of a call that failed and of a signal to operators. */
const logLines: readonly Json[] = spawnSync(
  process.execPath,
  [
    '--input-type=module',
    '--eval',
    `const { createLogger } = await import('#shared/platform/logger.ts');
     const logger = createLogger('oriel');
     logger.error('call failed', { code: 'internal_error' });
     logger.error('usage record lost', { signal: 'usage_record_lost' });`,
  ],
  { encoding: 'utf8' },
)
  .stderr.trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** `{ $.a.b = "x" }`, where `*` stands for any text: what the filters of the service use. */
function matchesALine(pattern: string): boolean {
  const { path = '', text } = /^\{ \$\.(?<path>[\w.]+) = "(?<text>[^"]*)" \}$/u.exec(pattern)?.groups ?? {};
  return logLines.some((line) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, name) => (Object(at) === at ? Reflect.get(Object(at), name) : undefined), line);
    return text === '*' ? value !== undefined : value === text;
  });
}

/** Every fault of a stage, as `rule: resource`. */
export function awsFaults(resources: Resources): readonly string[] {
  return awsRules.flatMap((rule) => rule.faults(resources).map((id) => `${rule.name}: ${id}`));
}
