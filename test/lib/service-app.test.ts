import { usageShard } from '#functions/maintenance/contracts.ts';
import { deployedName, type FunctionSpec } from '#lib/function-spec.ts';
import { serviceFunctions } from '#lib/service-functions.ts';
import { dashboardHeaders } from '#shared/contract/dashboard-pages.ts';
import { tableList } from '#shared/platform/dynamo/tables.ts';
import { namer, type Resource, type StackTemplate, synthesize } from './support/synthesize.ts';

type Json = Resource['Properties'];

/** By a caller: what no clock runs, nobody leaves to itself, and nothing of a clock calls. */
const isWaitedFor = ({ name, everyMinutes, inBackground, readsQueue }: FunctionSpec) =>
  everyMinutes === undefined && !inBackground && !readsQueue && name !== usageShard.name;

const everyPath = serviceFunctions.flatMap(({ routes }) => routes.map(({ path }) => path));

describe.each(['dev', 'prod'])('the stacks of %s', (stageName) => {
  const { data, api, upkeep } = synthesize({ stage: stageName });
  const ofType = (type: string) => [...api.ofType(type), ...upkeep.ofType(type)];
  const resourceNamed = (id: string) => api.resources[id] ?? upkeep.resources[id];
  const referred = namer(data);
  const lambda = (spec: FunctionSpec) => {
    const name = deployedName(spec, stageName);
    const found = ofType('AWS::Lambda::Function').find(({ Properties }) => Properties.FunctionName === name);
    if (!found) throw new Error(`No function ${name}.`);
    return found.Properties;
  };
  const statementsOf = (spec: FunctionSpec): Json[] => {
    const roleId = lambda(spec).Role['Fn::GetAtt'][0];
    const attached = ofType('AWS::IAM::Policy').filter(({ Properties }) =>
      Properties.Roles.some(({ Ref }: Json) => Ref === roleId),
    );
    const inline: Json[] = resourceNamed(roleId)?.Properties.Policies;
    expect(resourceNamed(roleId)?.Properties.ManagedPolicyArns).toBeUndefined();
    return [...inline, ...attached.map(({ Properties }) => Properties)].flatMap(
      ({ PolicyDocument }) => PolicyDocument.Statement,
    );
  };

  const routesTo = (spec: FunctionSpec) =>
    api
      .ofType('AWS::ApiGateway::Method')
      .filter(({ Properties }) => leadsTo(api, Properties, deployedName(spec, stageName)))
      .map(({ Properties }) => `${Properties.HttpMethod} ${pathOf(api, Properties.ResourceId)}`);

  describe.each(serviceFunctions)('the function $name', (spec) => {
    it('has its answers passed on as the contract says: as they come, or whole', () => {
      const methods = api
        .ofType('AWS::ApiGateway::Method')
        .filter(({ Properties }) => leadsTo(api, Properties, deployedName(spec, stageName)));
      for (const { Properties } of methods) {
        expect(Properties.Integration.ResponseTransferMode).toBe(spec.streams ? 'STREAM' : 'BUFFERED');
        const address = JSON.stringify(Properties.Integration.Uri);
        expect(address.includes('/response-streaming-invocations')).toBe(spec.streams ?? false);
      }
    });

    it('runs its own bundle on arm64, with a browser on x86, and ends before the gateway gives up', () => {
      expect(lambda(spec)).toMatchObject({
        Handler: 'index.handler',
        Runtime: 'nodejs24.x',
        Architectures: [spec.bringsBrowser ? 'x86_64' : 'arm64'],
        Timeout: spec.timeoutSeconds,
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
      });
      if (isWaitedFor(spec)) expect(spec.timeoutSeconds).toBeLessThan(29);
    });

    it('is reached by exactly the routes of its contract', () => {
      const declared = spec.routes.map(({ method, path }) => `${method} ${path}`);
      const rest = [...new Set(everyPath), '/{proxy+}'].map((path) => `ANY ${path}`);
      expect(routesTo(spec).sort()).toEqual((spec.name === 'unmatched' ? rest : declared).sort());
    });

    it('may do on each table what its contract declares, and nothing on any other', () => {
      const granted = statementsOf(spec)
        .filter(({ Action }) => [Action].flat().some((action: string) => action.startsWith('dynamodb:')))
        .map(({ Action, Resource, Effect }) => {
          expect(Effect).toBe('Allow');
          const [own, ...others] = [Resource].flat();
          const table = referred(own)?.Properties.TableName.replace(`oriel-${stageName}-`, '');
          // The index as all accounts see it may lie in a table that a build made.
          const reads = table === 'index' && spec.grants.sharedIndex === true;
          expect(others).toEqual(reads ? [{ 'Fn::Join': ['', [own, '-g??????????????']] }] : []);
          return [table, [Action].flat().map((action: string) => action.replace('dynamodb:', ''))];
        });
      expect(Object.fromEntries(granted)).toEqual(spec.grants.tables);
      expect(granted).toHaveLength(Object.keys(spec.grants.tables).length);
    });

    it('may read the secrets and objects its contract declares, and no others', () => {
      const secrets = statementsOf(spec)
        .filter(({ Action, Sid }) => Action === 'secretsmanager:GetSecretValue' && !Sid.startsWith('Rotate'))
        // The one secret of this stack itself is what the distribution proves itself with.
        .map(({ Resource }) =>
          Resource.Ref ? 'origin' : referred(Resource)?.Properties.Name.split('/').at(-1),
        );
      expect(secrets.sort()).toEqual([...spec.grants.secrets].sort());
      const objects = statementsOf(spec)
        .filter(({ Action }) => [Action].flat().some((action: string) => action.startsWith('s3:')))
        .map(objectGrant);
      expect(objects.sort()).toEqual([...spec.grants.objects].sort());
    });

    it('names no resource "*" but for traces, and no action with a wildcard', () => {
      const everything = statementsOf(spec).filter(({ Resource }) => [Resource].flat().includes('*'));
      expect(everything.map(({ Action }) => Action)).toEqual([
        ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
      ]);
      const actions: string[] = statementsOf(spec).flatMap(({ Action }) => Action);
      expect(actions.filter((action) => action.includes('*'))).toEqual([]);
    });

    it('writes to no log but its own', () => {
      const logs = statementsOf(spec)
        .filter(({ Action }) => [Action].flat().includes('logs:PutLogEvents'))
        .map(({ Resource }) => Resource['Fn::GetAtt'][0]);
      expect(logs).toEqual([lambda(spec).LoggingConfig.LogGroup.Ref]);
    });

    it('knows the names of what it was granted, and of nothing else', () => {
      const environment: Json = lambda(spec).Environment.Variables;
      const known = tableList.filter(({ variable }) => environment[variable]).map(({ name }) => name);
      expect(known.sort()).toEqual(Object.keys(spec.grants.tables).sort());
      expect(Boolean(environment.OBJECTS_BUCKET)).toBe(spec.grants.objects.length > 0);
    });

    it('has an alarm that says where to read what to do', () => {
      const alarm = ofType('AWS::CloudWatch::Alarm').find(
        ({ Properties }) => Properties.AlarmName === `${deployedName(spec, stageName)}-errors`,
      );
      expect(alarm?.Properties.AlarmDescription).toContain('docs/operations.md#function-errors');
    });
  });

  it('gives no two functions one name, and no two one route', () => {
    const names = serviceFunctions.map(({ name }) => name);
    const routes = serviceFunctions.flatMap((spec) =>
      spec.routes.map(({ method, path }) => `${method} ${path}`),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it('deploys every table of the service, recoverable to any second but for answers of sources, with its keys and its expiry', () => {
    const deployed = data.ofType('AWS::DynamoDB::GlobalTable');
    expect(deployed).toHaveLength(tableList.length);
    for (const { name, partitionKey, sortKey, timeToLive } of tableList as readonly TableShape[]) {
      const table = deployed.find(({ Properties }) => Properties.TableName === `oriel-${stageName}-${name}`);
      expect(table?.Properties).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          ...(sortKey ? [{ AttributeName: sortKey, KeyType: 'RANGE' }] : []),
        ],
        Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: name !== 'facts' } }],
      });
      expect(table?.Properties.TimeToLiveSpecification).toEqual(
        timeToLive ? { AttributeName: timeToLive, Enabled: true } : undefined,
      );
      expect(table?.Properties.Replicas[0].DeletionProtectionEnabled ?? false).toBe(stageName === 'prod');
    }
  });

  it('keeps every bucket private, versioned, encrypted and TLS only', () => {
    for (const stack of [data, api])
      for (const [id, bucket] of Object.entries(stack.resources)) {
        if (bucket.Type !== 'AWS::S3::Bucket') continue;
        expect(bucket.Properties).toMatchObject({
          PublicAccessBlockConfiguration: {
            BlockPublicAcls: true,
            BlockPublicPolicy: true,
            IgnorePublicAcls: true,
            RestrictPublicBuckets: true,
          },
          VersioningConfiguration: { Status: 'Enabled' },
          BucketEncryption: expect.anything(),
        });
        const policy = stack
          .ofType('AWS::S3::BucketPolicy')
          .find(({ Properties }) => Properties.Bucket.Ref === id);
        expect(JSON.stringify(policy?.Properties.PolicyDocument)).toContain('"aws:SecureTransport":"false"');
      }
  });

  it('refuses to lose what must survive', () => {
    const lasting = [
      'AWS::DynamoDB::GlobalTable',
      'AWS::KMS::Key',
      'AWS::S3::Bucket',
      'AWS::SecretsManager::Secret',
    ];
    for (const resource of Object.values(data.resources))
      if (lasting.includes(resource.Type))
        expect(resource.DeletionPolicy).toBe(stageName === 'prod' ? 'RetainExceptOnCreate' : 'Delete');
  });

  it('logs every call, without headers, queries or bodies', () => {
    const [stage] = api.ofType('AWS::ApiGateway::Stage');
    expect(stage?.Properties.AccessLogSetting.Format).not.toMatch(/header|query|body|authorization/iu);
    expect(stage?.Properties).toMatchObject({ TracingEnabled: true });
  });

  it('lets nothing round the distribution: the firewall asks for its secret', () => {
    const [acl] = api.ofType('AWS::WAFv2::WebACL');
    const first = acl?.Properties.Rules.find(({ Priority }: Json) => Priority === 0);
    expect(first.Action).toEqual({ Block: {} });
    const [distribution] = api.ofType('AWS::CloudFront::Distribution');
    const origin = distribution?.Properties.DistributionConfig.Origins.find(
      ({ OriginCustomHeaders }: Json) => OriginCustomHeaders,
    );
    expect(first.Statement.NotStatement.Statement.ByteMatchStatement.SearchString).toEqual(
      origin.OriginCustomHeaders[0].HeaderValue,
    );
  });

  it('sends every route to the API and everything else to the dashboard', () => {
    const [distribution] = api.ofType('AWS::CloudFront::Distribution');
    const patterns: string[] = distribution?.Properties.DistributionConfig.CacheBehaviors.map(
      ({ PathPattern }: Json) => PathPattern,
    );
    for (const { routes } of serviceFunctions)
      for (const { path } of routes)
        expect(
          patterns.some((pattern) => path === pattern || path.startsWith(pattern.replace('*', ''))),
        ).toBe(true);
    expect(patterns).not.toContain('*');
  });
});

/** A statement as its contract has it: one kind of access to one folder. */
function objectGrant({ Action, Resource, Condition }: Json): string {
  const access = { 's3:GetObject': 'get', 's3:PutObject': 'put', 's3:DeleteObject': 'delete' }[
    Action as string
  ];
  const pattern = access ? Resource['Fn::Join'][1].at(-1) : Condition.StringLike['s3:prefix'];
  const folder = /^\/?([\w-]+)\/\*$/u.exec(pattern)?.[1];
  return `${folder}:${access ?? (Action === 's3:ListBucket' ? 'list' : Action)}`;
}

interface TableShape {
  readonly name: string;
  readonly partitionKey: string;
  readonly sortKey?: string;
  readonly timeToLive?: string;
}

/** Whether a method's integration is the function, or the alias under which its new versions are let in gradually. */
function leadsTo(api: StackTemplate, method: Json, name: string): boolean {
  const uri = JSON.stringify(method.Integration?.Uri ?? '');
  const direct = /"Fn::GetAtt":\["([^"]+)","Arn"\]/u.exec(uri)?.[1];
  const named = [...uri.matchAll(/"Ref":"([^"]+)"/gu)].map(([, id]) => api.resources[id ?? '']);
  const alias = named.find((resource) => resource?.Type === 'AWS::Lambda::Alias');
  const id = direct ?? alias?.Properties.FunctionName.Ref;
  return id !== undefined && api.resources[id]?.Properties.FunctionName === name;
}

function pathOf(api: StackTemplate, resourceId: Json): string {
  const resource = resourceId.Ref && api.resources[resourceId.Ref];
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
  return `${pathOf(api, resource.Properties.ParentId)}/${resource.Properties.PathPart}`;
}

describe('the dashboard behind the distribution', () => {
  it('has the same strict content policy as on one machine', () => {
    const { api } = synthesize({ stage: 'prod' });
    const [distribution] = api.ofType('AWS::CloudFront::Distribution');
    const { Ref: id } =
      distribution?.Properties.DistributionConfig.DefaultCacheBehavior.ResponseHeadersPolicyId ?? {};
    const { SecurityHeadersConfig: headers } =
      api.resources[id]?.Properties.ResponseHeadersPolicyConfig ?? {};
    // But for the bucket, to which the browser sends uploads.
    const [before, after] = dashboardHeaders('|')['content-security-policy'].split('|');
    const [, parts] = headers.ContentSecurityPolicy.ContentSecurityPolicy['Fn::Join'];
    expect(parts.at(0)).toBe(`${before}https://`);
    expect(parts.at(-1)).toBe(after);
    expect(JSON.stringify(parts.slice(1, -1))).toMatch(
      /^\[\{"Fn::ImportValue":"[^"]*bucket[^"]*"\},"\.s3\./iu,
    );
  });
});
