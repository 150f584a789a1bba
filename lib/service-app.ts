import { App, type AppProps, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApiStack } from './api-stack.ts';
import type { Bundles } from './bundle/bundle-functions.ts';
import { DataStack } from './data-stack.ts';
import { EdgeStack } from './edge-stack.ts';
import { apiFunctions, deploymentCheck, upkeepFunctions } from './service-functions.ts';
import { stageFromContext } from './stage.ts';
import { UpkeepStack } from './upkeep-stack.ts';

/** Behaviors that CDK asks new projects to choose; set here, so that tests and deployments synthesize alike. */
export const featureFlags = {
  '@aws-cdk/aws-s3:serverAccessLogsUseBucketPolicy': true,
  '@aws-cdk/core:enablePartitionLiterals': true,
  '@aws-cdk/aws-iam:minimizePolicies': false,
  '@aws-cdk/aws-apigateway:disableCloudWatchRole': true,
  '@aws-cdk/core:checkSecretUsage': true,
  // A stack that others read from must not lose what they read; what they may read is exported at all times.
  '@aws-cdk/core:defaultCrossStackReferences': 'strong',
};

/** The whole service as a CDK app; needs neither network nor account. */
export function createServiceApp(
  bundles: Bundles,
  { dashboardFolder, ...props }: AppProps & { readonly dashboardFolder?: string } = {},
): App {
  const app = new App({ ...props, postCliContext: featureFlags });
  const stage = stageFromContext(app.node);
  const data = new DataStack(app, `oriel-${stage.name}-data`, {
    stage,
    description: 'Oriel: what must survive',
  });
  const edge = new EdgeStack(app, `oriel-${stage.name}-edge`, {
    stage,
    description: 'Oriel: what runs at the distribution, in the region that it takes functions from',
  });
  const api = new ApiStack(app, `oriel-${stage.name}-api`, {
    stage,
    data,
    edge,
    functions: apiFunctions,
    deploymentCheck,
    bundles,
    dashboardFolder,
    description: 'Oriel: functions, API and front door',
  });
  new UpkeepStack(app, `oriel-${stage.name}-upkeep`, {
    stage,
    data,
    functions: upkeepFunctions,
    bundles,
    baseUrl: api.baseUrl,
    alarmTopic: api.alarmTopic,
    description: 'Oriel: what runs on a schedule',
  });
  Tags.of(app).add('service', 'oriel');
  Tags.of(app).add('stage', stage.name);
  return app;
}

/** Makes the synthesis fail where cdk-nag finds a fault that no construct explains. */
export function checkWithNag(app: App): App {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
