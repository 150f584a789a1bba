import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { CfnResource, Duration, RemovalPolicy, type Stack, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Code,
  EventInvokeConfig,
  FunctionBase,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LayerVersion,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
  Version,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import * as v from 'valibot';
import { deployedName, type FunctionSpec } from '#lib/function-spec.ts';
import type { Stage } from '#lib/stage.ts';

interface ServiceFunctionProps {
  readonly spec: FunctionSpec;
  readonly stage: Stage;
  /** Folder with the bundle: `index.js` exports `handler`. */
  readonly assetFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly bucketArnExport: string;
  /** All that the function may do beside writing its own log and traces. */
  readonly statements: readonly PolicyStatement[];
}

/**
 * More memory buys CPU: at 1024 MB the import takes half as long as at 512, and a call that
 * waits for the network costs a fraction of a cent per thousand either way.
 */
const memoryMb = 1024;

/** As long as an upload waits in the queue before it counts as failed. */
const waitsAtMost = Duration.minutes(10);

/**
 * A Lambda the way this service runs them: arm64 but for the one with a browser,
 * its own role and log group, JSON logs, traces, and an end before the gateway's own.
 */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  /** What routes call: on stages that deploy gradually an alias that moves from version to version. */
  readonly alias: Alias | undefined;
  readonly role: Role;
  readonly logGroup: LogGroup;
  readonly spec: FunctionSpec;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { spec, stage, statements } = props;
    this.spec = spec;
    const functionName = deployedName(spec, stage.name);
    // Without a name of its own: a log that is kept would be in the way of the next function of that name.
    this.logGroup = new LogGroup(this, 'log', {
      retention: stage.logRetentionDays,
      removalPolicy: stage.keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, 'role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `What ${functionName} may do; derived from its contract`,
      inlinePolicies: {
        contract: new PolicyDocument({ statements: [...statements, ownLog(this.logGroup), traces()] }),
      },
    });
    this.lambda = new LambdaFunction(this, 'function', {
      functionName,
      description: spec.description.slice(0, 256),
      // Otherwise CDK adds a second policy to the role, for what the first one says already.
      role: this.role.withoutPolicyUpdates(),
      logGroup: this.logGroup,
      code: Code.fromAsset(props.assetFolder),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      ...(spec.bringsBrowser
        ? { architecture: Architecture.X86_64, layers: [browserLayer(this)] }
        : { architecture: Architecture.ARM_64 }),
      memorySize: spec.memoryMb ?? memoryMb,
      timeout: Duration.seconds(spec.timeoutSeconds),
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel[stage.logLevel],
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: { ...props.environment },
      ...reservedConcurrency(spec, stage),
    });
    // A run that failed says so in its upload, and its owner starts it again.
    if (spec.inBackground)
      new EventInvokeConfig(this, 'invocation', {
        function: this.lambda,
        retryAttempts: 0,
        maxEventAge: waitsAtMost,
      });
    this.alias =
      stage.gradualDeployment && spec.group !== 'upkeep'
        ? new Alias(this, 'alias', { aliasName: 'live', version: asVersion(this.lambda.currentVersion) })
        : undefined;
    acknowledgeWildcards(this, props.bucketArnExport);
  }
}

/** Chromium and what drives it, which are larger than a bundle should be. */
function browserLayer(scope: Construct): LayerVersion {
  return new LayerVersion(scope, 'browser', {
    description: 'Chromium (@sparticuz/chromium, MIT) and playwright-core (Apache-2.0)',
    code: Code.fromAsset(browserFolder()),
    compatibleArchitectures: [Architecture.X86_64],
  });
}

/** Calls that a function may run at once, taken from the account's pool for it alone. */
function reservedConcurrency(
  { asksUpstream, readsSites, inBackground }: FunctionSpec,
  { upstreamConcurrency, auditConcurrency, importConcurrency }: Stage,
): { readonly reservedConcurrentExecutions?: number } {
  if (inBackground) return importConcurrency > 0 ? { reservedConcurrentExecutions: importConcurrency } : {};
  const reserved = readsSites ? auditConcurrency : asksUpstream ? upstreamConcurrency : undefined;
  return reserved ? { reservedConcurrentExecutions: reserved } : {};
}

function ownLog(logGroup: LogGroup): PolicyStatement {
  return new PolicyStatement({
    sid: 'OwnLog',
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  });
}

function traces(): PolicyStatement {
  return new PolicyStatement({
    sid: 'Traces',
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  });
}

/** The two places where a policy cannot name single resources. */
function acknowledgeWildcards({ role, spec }: ServiceFunction, bucketArnExport: string): void {
  const folders = new Set(spec.grants.objects.map((grant) => grant.split(':')[0]));
  Validations.of(role).acknowledge(
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'X-Ray has no resources: its two writing actions only exist for "*".',
    },
    ...[...folders].map((folder) => ({
      id: `AwsSolutions-IAM5[Resource::${bucketArnExport}/${folder}/*]`,
      reason: 'Objects are made at run time; the folder has one kind of file in it, and the action is one.',
    })),
  );
}

/** A function, version or alias by its interface; `data-bucket.ts` says why that takes a check. */
export function asFunction(callable: LambdaFunction | Alias): IFunction {
  const plain: unknown = callable;
  if (isFunction(plain)) return plain;
  throw new Error('Only a function can stand for a function.');
}

function asVersion(version: Version): IVersion {
  const plain: unknown = version;
  if (isVersion(plain)) return plain;
  throw new Error('Only a version can stand for a version.');
}

function isFunction(value: unknown): value is IFunction {
  return value instanceof FunctionBase;
}

function isVersion(value: unknown): value is IVersion {
  return value instanceof Version;
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(import.meta.url);

/**
 * What a function that opens pages has in `/opt`: Chromium, packed; its fonts, and the libraries that Amazon
 * Linux lacks, where the runtime looks for them; and the library that drives it. Made once for each pair of versions.
 */
function browserFolder(): string {
  const chromium = packageOf(dirname(dirname(require.resolve('@sparticuz/chromium'))));
  const driver = packageOf(dirname(require.resolve('playwright-core')));
  const folder = join(root, 'dist', `browser-${chromium.version}-${driver.version}`);
  if (existsSync(folder)) return folder;
  const work = `${folder}.${process.pid}`;
  mkdirSync(join(work, 'fonts'), { recursive: true });
  copyFileSync(join(chromium.folder, 'bin/chromium.br'), join(work, 'chromium.br'));
  unpack(join(chromium.folder, 'bin/al2023.tar.br'), work);
  unpack(join(chromium.folder, 'bin/fonts.tar.br'), join(work, 'fonts'));
  cpSync(driver.folder, join(work, 'nodejs/node_modules/playwright-core'), { recursive: true });
  try {
    renameSync(work, folder);
  } catch (error) {
    // Another process has made the same meanwhile.
    rmSync(work, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function unpack(packed: string, folder: string): void {
  execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(packed)) });
}

const Manifest = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

function packageOf(folder: string): { readonly folder: string; readonly version: string } {
  return { folder, version: v.parse(Manifest, readFileSync(join(folder, 'package.json'), 'utf8')).version };
}

/** Gives the functions of CDK's own that a stack is deployed with one log that expires; called when all are made. */
export function logHelpers(stack: Stack, { logRetentionDays }: Stage): void {
  const helpers = stack.node
    .findAll()
    .filter((construct) => CfnResource.isCfnResource(construct))
    .filter((resource) => resource.stack === stack && isFunctionWithoutLog(resource));
  if (helpers.length === 0) return;
  const log = new LogGroup(stack, 'helper-log', {
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  for (const helper of helpers) helper.addPropertyOverride('LoggingConfig', { LogGroup: log.logGroupName });
}

function isFunctionWithoutLog(resource: CfnResource): boolean {
  if (resource instanceof CfnFunction) return resource.loggingConfig === undefined;
  return resource.cfnResourceType === CfnFunction.CFN_RESOURCE_TYPE_NAME;
}
