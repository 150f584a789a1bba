import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { DataStack } from '#lib/data-stack.ts';
import { featureFlags } from '#lib/service-app.ts';
import { stageFromContext } from '#lib/stage.ts';
import { type StackTemplate, synthesize } from './support/synthesize.ts';

const exportsOf = (template: Template): string[] =>
  Object.values(template.toJSON().Outputs ?? {})
    .map((output) => (output as { Export?: { Name: string } }).Export?.Name ?? '')
    .filter((name) => name !== '')
    .sort();

/** CloudFormation refuses to end an export that another stack still reads, and the one that exports is deployed first. */
describe('what a stack exports to the others', () => {
  it('does not depend on which functions read the data, so that removing one cannot block a deployment', () => {
    const app = new App({ postCliContext: featureFlags });
    const alone = new DataStack(app, 'oriel-dev-data', { stage: stageFromContext(app.node) });
    expect(exportsOf(synthesize().data.template)).toEqual(exportsOf(Template.fromStack(alone)));
  });

  it('is the same for the API with a domain of its own and without, so that one can come later', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/c0ffee';
    const ofApi = ({ api }: { api: StackTemplate }) => exportsOf(api.template);
    const before = ofApi(synthesize());
    expect(before).not.toEqual([]);
    expect(ofApi(synthesize({ domainName: 'api.oriel.example', certificateArn }))).toEqual(before);
  });

  it('is read by whole stacks only: what is nested is deployed with its parent and needs none', () => {
    const { api } = synthesize();
    expect(JSON.stringify(api.resources)).not.toContain('"Fn::ImportValue":"oriel-dev-api');
  });
});
