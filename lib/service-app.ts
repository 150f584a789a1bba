import { App, type AppProps, Tags, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { ApiStack } from './api-stack.ts';
import { bundleFunctions } from './bundle/bundle-functions.ts';
import { DataStack } from './data-stack.ts';
import { handlerPath } from './function-spec.ts';
import { serviceFunctions } from './service-functions.ts';
import { stageFromContext } from './stage.ts';

/** The whole service as a CDK app, functions bundled and findings checked; needs neither network nor account. */
export async function createServiceApp(props: AppProps = {}): Promise<App> {
  const app = new App(props);
  const stage = stageFromContext(app.node);
  const bundles = await bundleFunctions(
    serviceFunctions.map((spec) => ({ ...spec, entry: handlerPath(spec) })),
  );
  const data = new DataStack(app, `oriel-${stage.name}-data`, {
    stage,
    description: 'Oriel: what must survive',
  });
  new ApiStack(app, `oriel-${stage.name}-api`, {
    stage,
    data,
    functions: serviceFunctions,
    bundles,
    description: 'Oriel: functions, API and front door',
  });
  Tags.of(app).add('service', 'oriel');
  Tags.of(app).add('stage', stage.name);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return app;
}
