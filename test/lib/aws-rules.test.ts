import { awsFaults } from './support/aws-rules.ts';
import { type Resources, resourcesOf } from './support/rule.ts';
import { everything } from './support/stages.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

type Json = Resource['Properties'];

/** The same resources with a change in those of one type; `change` works on a copy. */
function sabotaged(resources: Resources, type: string, change: (properties: Json) => void): Resources {
  const copy: Record<string, Resource> = structuredClone({ ...resources });
  const hit = Object.values(copy).filter(({ Type }) => Type === type);
  for (const { Properties } of hit) change(Properties);
  return copy;
}

const behaviors = ({ DistributionConfig }: Json): Json[] => DistributionConfig.CacheBehaviors;

/** Faults that end or blind the service on AWS and that no template check knows, by the rule that names each. */
const sabotages: readonly [fault: string, type: string, change: (properties: Json) => void, rule: string][] =
  [
    [
      'an origin policy that forwards no Authorization',
      'AWS::CloudFront::Distribution',
      (properties) => {
        // CORS-S3Origin.
        for (const behavior of behaviors(properties))
          behavior.OriginRequestPolicyId = '88a5eaf4-2fd4-4709-b370-b4c650ea3fcf';
      },
      'calls keep their Authorization',
    ],
    [
      'a cache in front of the API',
      'AWS::CloudFront::Distribution',
      (properties) => {
        // CachingOptimized.
        for (const behavior of behaviors(properties))
          behavior.CachePolicyId = '658327ea-f89d-4fab-a63d-7e88639e58f6';
      },
      'answers are never shared',
    ],
    [
      'errors kept as long as CloudFront likes',
      'AWS::CloudFront::Distribution',
      ({ DistributionConfig }) => {
        DistributionConfig.CustomErrorResponses = [];
      },
      'errors are never shared',
    ],
    [
      'a distribution that only reads',
      'AWS::CloudFront::Distribution',
      (properties) => {
        for (const behavior of behaviors(properties)) behavior.AllowedMethods = ['GET', 'HEAD'];
      },
      'every method of HTTP passes',
    ],
    [
      'a viewer-response function in place of the one on the origin',
      'AWS::CloudFront::Distribution',
      (properties) => {
        for (const behavior of behaviors(properties)) {
          behavior.FunctionAssociations.push({ EventType: 'viewer-response', FunctionARN: 'arn' });
          behavior.LambdaFunctionAssociations = [];
        }
      },
      'the edge acts on refusals',
    ],
    [
      "a key of the gateway's own on every method",
      'AWS::ApiGateway::Method',
      (properties) => {
        properties.ApiKeyRequired = true;
      },
      "calls need no gateway's key",
    ],
    [
      'methods that want AWS signatures',
      'AWS::ApiGateway::Method',
      (properties) => {
        properties.AuthorizationType = 'AWS_IAM';
      },
      'the functions authenticate by themselves',
    ],
    [
      'functions asked by the method of the call',
      'AWS::ApiGateway::Method',
      ({ Integration }) => {
        Integration.IntegrationHttpMethod = 'GET';
      },
      'functions are invoked by POST',
    ],
    [
      'a firewall that blocks what no rule names',
      'AWS::WAFv2::WebACL',
      (properties) => {
        properties.DefaultAction = { Block: {} };
      },
      'what no rule refuses passes the firewall',
    ],
    [
      'a firewall for distributions at the API',
      'AWS::WAFv2::WebACL',
      (properties) => {
        properties.Scope = 'CLOUDFRONT';
      },
      'the firewall stands at the API',
    ],
    [
      'a definition with a null in it',
      'AWS::WAFv2::WebACL',
      (properties) => {
        properties.Description = null;
      },
      'templates hold no null',
    ],
    [
      'roles that another service may take',
      'AWS::IAM::Role',
      ({ AssumeRolePolicyDocument }) => {
        for (const statement of AssumeRolePolicyDocument.Statement)
          statement.Principal = { Service: 'ec2.amazonaws.com' };
      },
      'each role may be taken by what uses it',
    ],
    ...['codedeploy', 'backup', 'apigateway', 'scheduler', 'lambda'].map(
      (service): (typeof sabotages)[number] => [
        `a role of ${service} that another service may take`,
        'AWS::IAM::Role',
        ({ AssumeRolePolicyDocument }) => {
          for (const { Principal } of AssumeRolePolicyDocument.Statement)
            if (Principal.Service === `${service}.amazonaws.com`) Principal.Service = 'ec2.amazonaws.com';
        },
        'each role may be taken by what uses it',
      ],
    ),
    [
      'a distribution that gives up before the gateway',
      'AWS::CloudFront::Distribution',
      ({ DistributionConfig }) => {
        for (const { CustomOriginConfig } of DistributionConfig.Origins)
          if (CustomOriginConfig) CustomOriginConfig.OriginReadTimeout = 5;
      },
      'the distribution waits as long as the gateway does',
    ],
    [
      'a bucket that browsers may only read',
      'AWS::S3::Bucket',
      ({ CorsConfiguration }) => {
        for (const rule of CorsConfiguration?.CorsRules ?? []) rule.AllowedMethods = ['GET'];
      },
      'browsers may send uploads',
    ],
    [
      'a stage that takes one request a second',
      'AWS::ApiGateway::Stage',
      ({ MethodSettings }) => {
        for (const setting of MethodSettings) setting.ThrottlingRateLimit = 1;
      },
      'the canary fits below every limit',
    ],
    [
      'functions that run one call at a time',
      'AWS::Lambda::Function',
      (properties) => {
        properties.ReservedConcurrentExecutions = 1;
      },
      'no function is limited to one call',
    ],
    [
      'functions that log where nothing expires',
      'AWS::Lambda::Function',
      (properties) => {
        properties.LoggingConfig = undefined;
      },
      'every function logs where lines expire, or nowhere',
    ],
    [
      'a function at the edge that may log',
      'AWS::IAM::Role',
      (properties) => {
        if (JSON.stringify(properties.AssumeRolePolicyDocument).includes('edgelambda'))
          properties.ManagedPolicyArns = ['AWSLambdaBasicExecutionRole'];
      },
      'every function logs where lines expire, or nowhere',
    ],
    [
      'logs that are kept for ever',
      'AWS::Logs::LogGroup',
      (properties) => {
        properties.RetentionInDays = undefined;
      },
      'every function logs where lines expire, or nowhere',
    ],
    [
      'a log of the gateway under another name',
      'AWS::Logs::LogGroup',
      (properties) => {
        properties.LogGroupName = undefined;
      },
      "the gateway's own log expires",
    ],
    [
      'tables that write without an end',
      'AWS::DynamoDB::GlobalTable',
      (properties) => {
        properties.WriteOnDemandThroughputSettings = undefined;
      },
      'what a table may cost has an end',
    ],
    [
      'tables that read without an end',
      'AWS::DynamoDB::GlobalTable',
      ({ Replicas }) => {
        for (const replica of Replicas) replica.ReadOnDemandThroughputSettings = undefined;
      },
      'what a table may cost has an end',
    ],
    ...[true, false].map((isOn): (typeof sabotages)[number] => [
      `recovery ${isOn ? 'on' : 'off'} for every table`,
      'AWS::DynamoDB::GlobalTable',
      ({ Replicas }) => {
        for (const replica of Replicas)
          replica.PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: isOn };
      },
      'what no question brings again can be restored, and only that is paid for',
    ]),
    [
      "a parameter named by its code's digest",
      'AWS::SSM::Parameter',
      (properties) => {
        properties.Name = `${properties.Name}/0c5db2a1f0aa`;
      },
      'a stack that goes back finds the parameters that it read before',
    ],
    [
      'functions that another service may call',
      'AWS::Lambda::Permission',
      (properties) => {
        properties.Principal = 'events.amazonaws.com';
      },
      'what is named to call a function is a service that calls it',
    ],
    [
      'a runtime that is no more',
      'AWS::Lambda::Function',
      (properties) => {
        properties.Runtime = 'nodejs18.x';
      },
      'functions run on a runtime that is kept',
    ],
    [
      'functions that outlast the gateway',
      'AWS::Lambda::Function',
      (properties) => {
        properties.Timeout = 60;
      },
      'functions end before the gateway does',
    ],
    [
      'a filter that is misspelt',
      'AWS::Logs::MetricFilter',
      (properties) => {
        properties.FilterPattern = properties.FilterPattern.replace('$.facts.', '$.fact.');
      },
      'lines of the log meet their filter',
    ],
    [
      'a filter for a code that no call ends with',
      'AWS::Logs::MetricFilter',
      (properties) => {
        properties.FilterPattern = properties.FilterPattern.replace('internal_error', 'internal_eror');
      },
      'lines of the log meet their filter',
    ],
    [
      'items that expire by an attribute nothing writes',
      'AWS::DynamoDB::GlobalTable',
      ({ TimeToLiveSpecification }) => {
        if (TimeToLiveSpecification) TimeToLiveSpecification.AttributeName = 'ttl';
      },
      'items expire by the attribute that is written',
    ],
  ];

describe.each([
  ['staging', { gradualDeployment: 'true' }],
  ['prod', {}],
])('the stacks of %s with all that can be asked for, by what AWS documents', (stage, gradually) => {
  const { data, edge, api, upkeep } = synthesize({ stage, ...everything, ...gradually });
  const resources = resourcesOf([data, edge, api, upkeep]);

  it('have no fault', () => {
    expect(awsFaults(resources)).toEqual([]);
  });

  it.each(sabotages)('would be found with %s', (_fault, type, change, rule) => {
    const faults = awsFaults(sabotaged(resources, type, change));
    expect(faults.filter((fault) => fault.startsWith(`${rule}: `))).not.toEqual([]);
  });
});
