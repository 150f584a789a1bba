import { CfnResource, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Stage } from '../stage.ts';

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
