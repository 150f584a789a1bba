import { Validations } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { buildFunctions } from '../build-functions.ts';
import type { Bundles } from '../bundle/bundle-functions.ts';
import type { DataStack } from '../data-stack.ts';
import { deployedName, type FunctionSpec } from '../function-spec.ts';
import { checkedPlaces } from '../role-policy.ts';
import type { Stage } from '../stage.ts';

interface DeploymentCheckProps {
  readonly spec: FunctionSpec;
  readonly stage: Stage;
  readonly data: DataStack;
  readonly bundles: Bundles;
  readonly baseUrl: string;
}

/** The function that CodeDeploy calls before it leads calls to new code, and again after all of them. */
export class DeploymentCheck extends Construct {
  readonly lambda: IFunction;
  readonly functionName: string;

  constructor(scope: Construct, id: string, props: DeploymentCheckProps) {
    super(scope, id);
    const [built] = buildFunctions(this, [props.spec], props);
    if (!built) throw new Error('There is no function that checks deployments.');
    this.lambda = built.lambda;
    this.functionName = deployedName(props.spec, props.stage.name);
    const inAccount = '<AWS::Region>:<AWS::AccountId>';
    Validations.of(built.role).acknowledge(
      ...checkedPlaces(props.stage).map(({ service, resource, resourceName }) => ({
        id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${service}:${inAccount}:${resource}:${resourceName}]`,
        reason: 'Fifty functions with a deployment group each; a policy has no room for the names of all.',
      })),
    );
  }
}
