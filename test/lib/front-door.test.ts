import { synthesize } from './support/synthesize.ts';

describe('the distribution as it is synthesized', () => {
  const { api } = synthesize({ stage: 'dev' });
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
});
