import { Duration } from 'aws-cdk-lib';
import {
  type IResource,
  LambdaIntegration,
  ResponseTransferMode,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { asFunction } from './as-function.ts';
import type { ServiceFunction } from './service-function.ts';

interface FunctionRoutesProps {
  readonly api: RestApi;
  readonly functions: readonly ServiceFunction[];
  /** Answers the methods and paths that none of the others takes. */
  readonly unmatched: ServiceFunction;
}

/** The gateway's own limit without a quota increase; every function ends before it. */
const integrationTimeout = Duration.seconds(29);

/** The methods and paths of the API, each leading to its own function, which only they may invoke. */
export class FunctionRoutes extends Construct {
  constructor(scope: Construct, id: string, { api, functions, unmatched }: FunctionRoutesProps) {
    super(scope, id);
    const routed = new Set<IResource>();
    for (const service of functions) {
      const { spec } = service;
      const integration = integrationOf(service);
      for (const { method, path } of spec.routes) {
        const resource = api.root.resourceForPath(path);
        resource.addMethod(method, integration);
        routed.add(resource);
      }
    }
    // A resource without a method for a request would answer 403 "Missing Authentication Token", and only
    // paths without any resource reach the proxy: so each resource leads its other methods there as well.
    const rest = integrationOf(unmatched);
    for (const resource of [...routed, api.root.resourceForPath('/{proxy+}')])
      resource.addMethod('ANY', rest);
    goLiveAfterPermissions(api);
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
