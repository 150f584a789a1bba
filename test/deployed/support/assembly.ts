import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { wholeTemplate } from '#test/support/whole-template.ts';
import { gatewayTargets, integrationOf } from './gateway-targets.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
export type Json = any;

interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, Json>;
}

/** Changes what was synthesized, as a fault would. */
export type Sabotage = (resources: Record<string, Resource>) => void;

export interface DeployedFunction {
  readonly name: string;
  readonly assetFolder: string;
  /** `index.handler`. */
  readonly handler: string;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly Statement[];
}

export interface Statement {
  readonly sid: string;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

export interface DeployedTable {
  readonly name: string;
  readonly keySchema: readonly { readonly AttributeName: string; readonly KeyType: 'HASH' | 'RANGE' }[];
  readonly attributes: readonly { readonly AttributeName: string; readonly AttributeType: 'S' | 'N' | 'B' }[];
}

/** All of the synthesized stacks that one machine can stand in for, with every reference resolved. */
export interface Deployment {
  readonly functions: readonly DeployedFunction[];
  readonly tables: readonly DeployedTable[];
  readonly routes: readonly {
    readonly method: string;
    readonly path: string;
    readonly functionName: string;
    /** Whether the answer is passed on as it comes. */
    readonly streams: boolean;
  }[];
  /** Secrets by ARN, with the string that the store would generate. */
  readonly secrets: Map<string, string>;
  /** Those of them that are encrypted with the stage's own key. */
  readonly keyedSecrets: ReadonlySet<string>;
  /** Sources of what runs at the distribution: on requests to the API, and on its answers. */
  readonly viewerRequest: string;
  readonly originResponse: string;
  /** What the distribution sends with every request to the API, with its secrets filled in. */
  readonly originHeaders: Readonly<Record<string, string>>;
}

const account = '000000000000';
const region = 'eu-central-1';
/** Stands for the distribution's address; the deployment writes the machine's own over it. */
export const distributionUrl = 'https://distribution.test';

/** Reads what `cdk synth` wrote, as CloudFormation would read it. */
export function readAssembly(assembly: CloudAssembly, sabotage: Sabotage = () => {}): Deployment {
  const stacks = assembly.stacks.map(({ template }) => wholeTemplate(template, assembly.directory));
  const resources: Record<string, Resource> = Object.assign({}, ...stacks.map(({ Resources }) => Resources));
  sabotage(resources);
  const exported = new Map<string, Json>(
    stacks.flatMap(({ Outputs }) =>
      Object.values<Json>(Outputs ?? {}).flatMap(({ Export, Value }) =>
        Export ? [[Export.Name, Value]] : [],
      ),
    ),
  );
  const resolve = createResolver(resources, exported);
  const assets = assetFolders(assembly);
  const ofType = (type: string) =>
    Object.entries(resources).flatMap(([id, { Type, Properties }]) =>
      Type === type ? [{ id, properties: Properties }] : [],
    );

  const secrets = new Map<string, string>(
    ofType('AWS::SecretsManager::Secret').map(({ id, properties }) => [
      resolve({ Ref: id }),
      generatedSecret(id, properties.GenerateSecretString),
    ]),
  );
  const edgeFunction = (word: string): string =>
    ofType('AWS::CloudFront::Function')
      .map(({ properties }) => properties.FunctionCode)
      .find((code: string) => code.includes(word));

  const statementsOf = (role: Json): Statement[] =>
    roleStatements(resources, role['Fn::GetAtt'][0]).map((statement) => ({
      sid: statement.Sid,
      actions: [resolve(statement.Action)].flat(),
      resources: [resolve(statement.Resource)].flat(),
      conditions: resolve(statement.Condition ?? {}),
    }));
  const folderOf = ({ S3Key }: Json) => assets.get(S3Key.replace('.zip', '')) ?? '';
  const layerFolder = ({ Layers: [layer] = [] }: Json): string | undefined =>
    layer && folderOf(resources[layer.Ref]?.Properties.Content);
  const targets = gatewayTargets(ofType, resolve);
  return {
    functions: ofType('AWS::Lambda::Function')
      .filter(({ properties }) => properties.Runtime.startsWith('nodejs') && properties.FunctionName)
      .map(({ properties }) => ({
        name: resolve(properties.FunctionName),
        assetFolder: folderOf(properties.Code),
        handler: properties.Handler,
        memoryMb: properties.MemorySize,
        timeoutSeconds: properties.Timeout,
        environment: withLayer(resolve(properties.Environment?.Variables ?? {}), layerFolder(properties)),
        statements: statementsOf(properties.Role),
      })),
    tables: ofType('AWS::DynamoDB::GlobalTable').map(({ properties }) => ({
      name: resolve(properties.TableName),
      keySchema: properties.KeySchema,
      attributes: properties.AttributeDefinitions,
    })),
    routes: ofType('AWS::ApiGateway::Method').map(({ properties }) => ({
      method: properties.HttpMethod,
      path: pathOf(resources, properties.ResourceId),
      ...integrationOf(resolve(properties.Integration), targets),
    })),
    secrets,
    keyedSecrets: new Set(
      ofType('AWS::SecretsManager::Secret')
        .filter(({ properties }) => properties.KmsKeyId)
        .map(({ id }) => resolve({ Ref: id })),
    ),
    viewerRequest: edgeFunction('viewer.ip'),
    originResponse: originResponse(ofType),
    originHeaders: originHeaders(ofType('AWS::CloudFront::Distribution'), resolve, secrets),
  };
}

/** Lambda unpacks the layers of a function to `/opt`; here its layer stays where it is. */
function withLayer(environment: Readonly<Record<string, string>>, folder: string | undefined) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, folder && value === '/opt' ? folder : value]),
  );
}

/**
 * The function that acts on every answer of the API, refusals included: of all
 * that a distribution runs on answers, only one on the origin's is called for a
 * status of 400 or more (CloudFront Developer Guide, "Restrictions on all edge
 * functions", HTTP status codes).
 */
function originResponse(ofType: (type: string) => readonly { readonly properties: Json }[]): string {
  const [distribution] = ofType('AWS::CloudFront::Distribution');
  const behaviors: Json[] = distribution?.properties.DistributionConfig.CacheBehaviors;
  const acts = behaviors.every(({ LambdaFunctionAssociations = [] }) =>
    LambdaFunctionAssociations.some(({ EventType }: Json) => EventType === 'origin-response'),
  );
  const source = ofType('AWS::Lambda::Function')
    .map(({ properties }) => properties.Code.ZipFile)
    .find((code) => code?.includes('www-authenticate'));
  if (!acts || !source) throw new Error('No function acts on refusals at the edge.');
  return source;
}

/** The headers of the one origin that has any. A dynamic reference stands for a secret. */
function originHeaders(
  distributions: readonly { readonly properties: Json }[],
  resolve: (value: Json) => Json,
  secrets: ReadonlyMap<string, string>,
): Record<string, string> {
  const origins: Json[] = distributions.flatMap(({ properties }) => properties.DistributionConfig.Origins);
  const headers: Json[] = origins.flatMap(({ OriginCustomHeaders = [] }) => resolve(OriginCustomHeaders));
  const filledIn = (text: string) =>
    text.replaceAll(
      /\{\{resolve:secretsmanager:(arn:.+?):SecretString:::\}\}/gu,
      (_, arn) => secrets.get(arn) ?? '',
    );
  return Object.fromEntries(
    headers.map(({ HeaderName, HeaderValue }) => [HeaderName.toLowerCase(), filledIn(HeaderValue)]),
  );
}

/** Each secret as different as the store's random ones, but the same in every run. */
function generatedSecret(
  id: string,
  { SecretStringTemplate, GenerateStringKey, PasswordLength }: Json,
): string {
  const random = createHash('sha512').update(id).digest('hex');
  const password = random.slice(0, PasswordLength);
  if (!GenerateStringKey) return password;
  return JSON.stringify({ ...JSON.parse(SecretStringTemplate), [GenerateStringKey]: password });
}

function assetFolders(assembly: CloudAssembly): Map<string, string> {
  return new Map(
    assembly.artifacts
      .flatMap((artifact) => Object.values<Json>((artifact as Json).contents?.files ?? {}))
      .flatMap(({ source, destinations }) =>
        Object.values<Json>(destinations).map(({ objectKey }) => [
          objectKey.replace('.zip', ''),
          join(assembly.directory, source.path),
        ]),
      ),
  );
}

/** All that a role allows: written in it, or attached to it. */
function roleStatements(resources: Record<string, Resource>, roleId: string): Json[] {
  const inline: Json[] = resources[roleId]?.Properties.Policies ?? [];
  const isAttached = ({ Roles }: Json) => JSON.stringify(Roles).includes(`{"Ref":"${roleId}"}`);
  const attached = Object.values(resources)
    .filter(({ Type, Properties }) => Type === 'AWS::IAM::Policy' && isAttached(Properties))
    .map(({ Properties }) => Properties);
  return [...inline, ...attached].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

function pathOf(resources: Record<string, Resource>, resourceId: Json): string {
  const resource = resources[resourceId.Ref];
  if (resource?.Type !== 'AWS::ApiGateway::Resource') return '';
  return `${pathOf(resources, resource.Properties.ParentId)}/${resource.Properties.PathPart}`;
}

/** CloudFormation's functions, as far as these templates use them. An unknown one throws. */
function createResolver(resources: Record<string, Resource>, exported: ReadonlyMap<string, Json>) {
  const pseudo: Record<string, string> = {
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': 'oriel',
    'AWS::NoValue': '',
  };
  const byName = (id: string) => pseudo[id] ?? referenceTo(id);
  const functions: Record<string, (argument: Json) => Json> = {
    Ref: byName,
    'Fn::GetAtt': ([id, attribute]: [string, string]) => attributeOf(id, attribute),
    'Fn::ImportValue': (name: string) => {
      if (!exported.has(name)) throw new Error(`Nothing is exported as ${name}.`);
      return resolve(exported.get(name));
    },
    'Fn::Join': ([separator, parts]: [string, Json[]]) => parts.map(resolve).join(separator),
    'Fn::Sub': (text: string) => text.replaceAll(/\$\{([^}]+)\}/gu, (_, name) => resolve({ Ref: name })),
    'Fn::Select': ([index, list]: [number, Json]) => resolve(list)[index],
    'Fn::Split': ([separator, text]: [string, Json]) => resolve(text).split(separator),
  };

  function resolve(value: Json): Json {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const [name, ...others] = Object.keys(value);
    if (name !== undefined && others.length === 0 && functions[name]) return functions[name](value[name]);
    if (name?.startsWith('Fn::')) throw new Error(`${name} is not resolved here.`);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member)]));
  }

  function nameOf(id: string): string {
    const { Type, Properties } = resources[id] ?? { Type: '', Properties: {} };
    const named: Record<string, string> = {
      'AWS::DynamoDB::GlobalTable': 'TableName',
      'AWS::Lambda::Function': 'FunctionName',
      'AWS::Logs::LogGroup': 'LogGroupName',
      'AWS::SecretsManager::Secret': 'Name',
    };
    const property = named[Type];
    return property && Properties[property] ? resolve(Properties[property]) : id.toLowerCase();
  }

  function referenceTo(id: string): string {
    // An alias is referred to by its ARN (CloudFormation, "AWS::Lambda::Alias", return values).
    if (resources[id]?.Type === 'AWS::Lambda::Alias') return arnOf(id);
    return resources[id]?.Type === 'AWS::SecretsManager::Secret' ? arnOf(id) : nameOf(id);
  }

  function attributeOf(id: string, attribute: string): string {
    if (attribute === 'DomainName') return distributionUrl.replace('https://', '');
    if (attribute === 'Arn') return arnOf(id);
    return `${id}.${attribute}`;
  }

  function arnOf(id: string): string {
    const { Type, Properties } = resources[id] ?? { Type: '', Properties: {} };
    if (Type === 'AWS::Lambda::Alias')
      return `arn:aws:lambda:${region}:${account}:function:${resolve(Properties.FunctionName)}:${Properties.Name}`;
    const name = nameOf(id);
    const arns: Record<string, string> = {
      'AWS::DynamoDB::GlobalTable': `arn:aws:dynamodb:${region}:${account}:table/${name}`,
      'AWS::Lambda::Function': `arn:aws:lambda:${region}:${account}:function:${name}`,
      'AWS::Logs::LogGroup': `arn:aws:logs:${region}:${account}:log-group:${name}:*`,
      'AWS::SecretsManager::Secret': `arn:aws:secretsmanager:${region}:${account}:secret:${name}-a1b2c3`,
      'AWS::S3::Bucket': `arn:aws:s3:::${name}`,
      'AWS::KMS::Key': `arn:aws:kms:${region}:${account}:key/${name}`,
    };
    return arns[resources[id]?.Type ?? ''] ?? `arn:aws:other:${region}:${account}:${name}`;
  }

  return resolve;
}
