import { synthesize } from './support/synthesize.ts';

describe('the distribution as it is synthesized', () => {
  const { api, edge } = synthesize({ stage: 'dev' });
  const [distribution] = api.ofType('AWS::CloudFront::Distribution');
  const config = distribution?.Properties.DistributionConfig;

  it('keeps no refusal of one caller for the next', () => {
    const kept = config.CustomErrorResponses;
    // What CloudFront would keep for ten seconds by itself.
    for (const status of [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504])
      expect(kept).toContainEqual({ ErrorCode: status, ErrorCachingMinTTL: 0 });
  });

  it('sends Strict-Transport-Security with every path, the pages of sign-in among them', () => {
    const behaviors = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toContain('/interaction/*');
    for (const { ResponseHeadersPolicyId } of behaviors) {
      const policy = api.resources[ResponseHeadersPolicyId.Ref]?.Properties.ResponseHeadersPolicyConfig;
      expect(policy.SecurityHeadersConfig.StrictTransportSecurity).toEqual({
        AccessControlMaxAgeSec: 31_536_000,
        IncludeSubdomains: true,
        Override: true,
      });
    }
  });

  it('runs what mends answers where refusals pass too: on those of the origin, from us-east-1', () => {
    for (const { PathPattern, LambdaFunctionAssociations, FunctionAssociations } of config.CacheBehaviors) {
      expect([PathPattern, LambdaFunctionAssociations]).toEqual([
        PathPattern,
        [{ EventType: 'origin-response', LambdaFunctionARN: expect.anything() }],
      ]);
      expect(FunctionAssociations.map(({ EventType }: { EventType: string }) => EventType)).toEqual([
        'viewer-request',
      ]);
    }
  });

  it('finds pages when the dashboard is asked, and says 404 of unknown ones when it answers', () => {
    const { FunctionAssociations } = config.DefaultCacheBehavior;
    expect(FunctionAssociations.map(({ EventType }: { EventType: string }) => EventType)).toEqual([
      'viewer-request',
      'viewer-response',
    ]);
    const codes = api
      .ofType('AWS::CloudFront::Function')
      .map(({ Properties }) => String(Properties.FunctionCode));
    expect(codes.filter((code) => code.startsWith('const pages = {'))).toHaveLength(1);
  });

  it('has it as the edge takes it: on x86, without variables, for both services that run it', () => {
    const [lambda] = edge.ofType('AWS::Lambda::Function');
    expect(lambda?.Properties).toMatchObject({ Architectures: ['x86_64'], Timeout: 2, MemorySize: 128 });
    expect(lambda?.Properties.Environment).toBeUndefined();
    const [role] = edge.ofType('AWS::IAM::Role');
    const trusted = role?.Properties.AssumeRolePolicyDocument.Statement.map(
      ({ Principal }: { Principal: { Service: string } }) => Principal.Service,
    );
    expect(trusted).toEqual(['lambda.amazonaws.com', 'edgelambda.amazonaws.com']);
  });
});

describe('the secret between distribution and firewall', () => {
  /** What the distribution sends, and what the firewall takes, by the names of the secrets. */
  function secretsOf(generation: number) {
    const { api } = synthesize({ stage: 'dev', originSecret: String(generation) });
    const [distribution] = api.ofType('AWS::CloudFront::Distribution');
    const [acl] = api.ofType('AWS::WAFv2::WebACL');
    const named = (value: unknown) =>
      [...JSON.stringify(value).matchAll(/originsecret(?<generation>\d?)[0-9A-F]{8}/gu)].map(({ groups }) =>
        Number(groups?.generation || 1),
      );
    return {
      sent: named(distribution?.Properties.DistributionConfig.Origins),
      taken: named(acl?.Properties.Rules),
      dependsOn: distribution?.DependsOn ?? [],
      acl: Object.entries(api.resources).find(([, resource]) => resource === acl)?.[0] ?? '',
    };
  }

  it('is one at first', () => {
    expect(secretsOf(1)).toMatchObject({ sent: [1], taken: [1] });
  });

  it('rotates without a gap: the firewall takes the new one and the former, before the new one is sent', () => {
    const second = secretsOf(2);
    expect(second).toMatchObject({ sent: [2], taken: [2, 1] });
    expect(second.dependsOn).toContain(second.acl);
    expect(secretsOf(3)).toMatchObject({ sent: [3], taken: [3, 2] });
  });
});

describe('a deployment of the API that is taken back after its edge function has changed', () => {
  const { api, edge } = synthesize({ stage: 'prod' });

  it('finds the parameter that it read before: it has one name for every code', () => {
    const [parameter] = edge.ofType('AWS::SSM::Parameter');
    expect(parameter?.Properties.Name).toBe('/oriel/prod/origin-response');
    const [read] = api.ofType('Custom::AWS');
    expect(JSON.stringify(read?.Properties)).toContain('/oriel/prod/origin-response');
    // What differs with the code, so that CloudFormation reads the parameter again.
    expect(JSON.stringify(read?.Properties)).toMatch(/origin-response#[0-9a-f]{12}/u);
  });
});
