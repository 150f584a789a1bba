import { Duration } from 'aws-cdk-lib';
import { LambdaIntegration, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';

interface FunctionRoutesProps {
  readonly api: RestApi;
  readonly functions: readonly ServiceFunction[];
}

/** The gateway's own limit without a quota increase; every function ends before it. */
const integrationTimeout = Duration.seconds(29);

/** The methods and paths of the API, each leading to its own function, which alone may be invoked by it. */
export class FunctionRoutes extends Construct {
  constructor(scope: Construct, id: string, { api, functions }: FunctionRoutesProps) {
    super(scope, id);
    for (const { spec, lambda } of functions) {
      const integration = new LambdaIntegration(lambda, {
        allowTestInvoke: false,
        timeout: integrationTimeout,
      });
      for (const { method, path } of spec.routes)
        api.root.resourceForPath(path).addMethod(method, integration);
    }
  }
}
