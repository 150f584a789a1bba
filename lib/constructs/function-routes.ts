import { Duration, NestedStack } from 'aws-cdk-lib';
import {
  type IResource,
  LambdaIntegration,
  Resource,
  ResponseTransferMode,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { type DeploymentCheck, GradualDeployment } from '#lib/constructs/gradual-deployment.ts';
import { buildFunctions } from '../build-functions.ts';
import type { Bundles } from '../bundle/bundle-functions.ts';
import type { DataStack } from '../data-stack.ts';
import type { FunctionSpec } from '../function-spec.ts';
import { applicationName } from '../role-policy.ts';
import type { Stage } from '../stage.ts';
import { ServiceAlarms } from './service-alarms.ts';
import { asFunction, type ServiceFunction } from './service-function.ts';
import { SignalCounts } from './signal-alarms.ts';

interface FunctionRoutesProps {
  readonly api: RestApi;
  readonly functions: readonly ServiceFunction[];
  /** Answers the methods and paths that none of the others takes. */
  readonly unmatched: ServiceFunction;
}

/** The gateway's own limit without a quota increase; every function ends before it. */
const integrationTimeout = Duration.seconds(29);

/**
 * Paths below which most endpoints are: each such tree is a template of its own, and one more holds the rest.
 * By path, which no route changes: one that went from template to template would be made where it is still in the way.
 */
const trees = ['/v1/tools', '/v1/me'];

/**
 * The methods and paths of the API, each leading to its own function, which only they may invoke.
 * In nested stacks: a path takes three resources, and a template may have 500.
 */
export class FunctionRoutes extends Construct {
  private readonly stacks = new Map<string, NestedStack>();
  private readonly resources = new Map<string, IResource>();
  private readonly api: RestApi;

  constructor(scope: Construct, id: string, { api, functions, unmatched }: FunctionRoutesProps) {
    super(scope, id);
    this.api = api;
    const routed = new Set<IResource>();
    for (const service of functions) {
      const { spec } = service;
      const integration = integrationOf(service);
      for (const { method, path } of spec.routes) {
        const resource = this.resourceAt(path);
        resource.addMethod(method, integration);
        routed.add(resource);
      }
    }
    // A resource without a method for a request would answer 403 "Missing Authentication Token", and only
    // paths without any resource reach the proxy: so each resource leads its other methods there as well.
    const rest = integrationOf(unmatched);
    for (const resource of [...routed, this.resourceAt('/{proxy+}')]) resource.addMethod('ANY', rest);
    goLiveAfterPermissions(api);
  }

  private resourceAt(path: string): IResource {
    if (path === '') return this.api.root;
    const known = this.resources.get(path);
    if (known) return known;
    const end = path.lastIndexOf('/');
    const resource = new Resource(this.stackOf(path), path.slice(1).replaceAll('/', '-'), {
      parent: this.resourceAt(path.slice(0, end)),
      pathPart: path.slice(end + 1),
    });
    this.resources.set(path, resource);
    return resource;
  }

  /** What trees share is in the template of the API itself. */
  private stackOf(path: string): Construct {
    if (trees.some((tree) => tree.startsWith(`${path}/`))) return this;
    const tree = trees.find((root) => path === root || path.startsWith(`${root}/`)) ?? '/';
    const known = this.stacks.get(tree);
    if (known) return known;
    const name = tree.split('/').at(-1) || 'others';
    const stack = new NestedStack(this, name, { description: `Oriel: routes below ${tree}` });
    this.stacks.set(tree, stack);
    return stack;
  }
}

/** Nothing else makes the gateway's stage wait for them: a route could lead to a function that it may not invoke yet. */
function goLiveAfterPermissions({ node, latestDeployment }: RestApi): void {
  const permissions = node.findAll().filter((child) => child instanceof CfnPermission);
  latestDeployment?.node.addDependency(...permissions);
}

/** One permission for each function, to be invoked by this API. */
function integrationOf({ alias, lambda, spec }: ServiceFunction): LambdaIntegration {
  return new LambdaIntegration(asFunction(alias ?? lambda), {
    scopePermissionToMethod: false,
    timeout: integrationTimeout,
    responseTransferMode: spec.streams ? ResponseTransferMode.STREAM : ResponseTransferMode.BUFFERED,
  });
}

interface FunctionGroupProps {
  readonly description: string;
  readonly stage: Stage;
  readonly data: DataStack;
  readonly specs: readonly FunctionSpec[];
  readonly bundles: Bundles;
  readonly baseUrl: string;
  readonly originSecretArn: string;
  readonly alarmTopic: ITopic;
  /** Checks deployments where new code comes in gradually. */
  readonly hook: DeploymentCheck | undefined;
}

/**
 * Functions of the API with all that is theirs alone: role, log, alarm, and
 * the way in which new code comes in. Nested in the API's stack, so that both
 * are deployed and rolled back as one, and neither holds the other by an export.
 */
export class FunctionGroup extends NestedStack {
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, props: FunctionGroupProps) {
    super(scope, id, { description: props.description });
    const { stage, specs, alarmTopic } = props;
    this.functions = buildFunctions(this, specs, props);
    const alarms = new ServiceAlarms(this, 'alarms', { stage, topic: alarmTopic });
    const functionAlarms = alarms.watchFunctions(this.functions);
    if (stage.gradualDeployment)
      new GradualDeployment(this, 'gradual', {
        ...props,
        application: applicationName(stage, id),
        functions: this.functions,
        functionAlarms,
      });
    new SignalCounts(this, 'signals', { stage, functions: this.functions });
  }
}
