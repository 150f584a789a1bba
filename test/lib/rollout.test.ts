import { synthesize } from './support/synthesize.ts';

describe('a deployment of prod', () => {
  const { api } = synthesize({ stage: 'prod', rollout: 'at-once' }, { withDashboard: true });

  it('lets new code in at once where that is asked for', () => {
    const groups = api.ofType('AWS::CodeDeploy::DeploymentGroup').map(({ Properties }) => Properties);
    expect(groups.length).toBeGreaterThan(0);
    for (const { DeploymentConfigName } of groups)
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaAllAtOnce');
  });

  // That it is synthesized at all says as well that cdk-nag knows why the copier may do what it does.
  it('copies files that are kept for good before the documents that name them, which the edge forgets', () => {
    const copies = api.ofType('Custom::CDKBucketDeployment').map(({ Properties }) => Properties);
    expect(copies).toContainEqual(
      expect.objectContaining({
        Include: ['assets/*'],
        SystemMetadata: { 'cache-control': 'public, max-age=31536000, immutable' },
        Prune: false,
      }),
    );
    expect(copies).toContainEqual(
      expect.objectContaining({ Exclude: ['assets/*'], DistributionPaths: ['/*'], Prune: false }),
    );
  });

  it('says to which name the DNS of a domain must lead, beside the address that callers use', () => {
    const { outputs } = api;
    const [id] = Object.entries(api.resources).find(([, { Type }]) => Type.endsWith('::Distribution')) ?? [];
    expect(outputs.distribution?.Value).toEqual({ 'Fn::GetAtt': [id, 'DomainName'] });
    expect(outputs.baseurl).toBeDefined();
  });
});
