import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Bundles } from './bundle/bundle-functions.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';
import { functionEnvironment } from './function-environment.ts';
import type { FunctionSpec } from './function-spec.ts';
import {
  deploymentStatements,
  grantStatements,
  invocationStatements,
  mailStatements,
  queueStatements,
  secretCareStatements,
} from './role-policy.ts';
import type { Stage } from './stage.ts';

interface Surroundings {
  readonly stage: Stage;
  readonly data: DataStack;
  readonly bundles: Bundles;
  readonly baseUrl: string;
  /** Of the stack with the distribution: proves that a call came through it. */
  readonly originSecretArn?: string;
}

/** One Lambda for each spec, with the environment and the policy that its contract asks for. */
export function buildFunctions(
  scope: Construct,
  specs: readonly FunctionSpec[],
  { stage, data, bundles, baseUrl, originSecretArn }: Surroundings,
): ServiceFunction[] {
  const resources = data.grantedResources(originSecretArn);
  return specs.map(
    (spec) =>
      new ServiceFunction(scope, spec.name, {
        spec,
        stage,
        assetFolder: bundles.folderOf(spec.name),
        environment: functionEnvironment(spec, { stage, data, resources, baseUrl }),
        bucketArnExport: resources.bucketArnExport,
        statements: [
          ...grantStatements(spec.grants, resources),
          ...mailStatements(Stack.of(scope), spec, stage),
          ...deploymentStatements(Stack.of(scope), spec, stage),
          ...invocationStatements(Stack.of(scope), spec, stage),
          ...queueStatements(Stack.of(scope), spec, stage),
          ...secretCareStatements(spec, resources),
        ],
      }),
  );
}
