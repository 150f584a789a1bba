import { type StackTemplate, synthesize, synthesizeDataAlone } from './support/synthesize.ts';

const exportsOf = (outputs: StackTemplate['outputs']): string[] =>
  Object.values(outputs)
    .map((output) => output.Export?.Name ?? '')
    .filter((name) => name !== '')
    .sort();

/** CloudFormation refuses to end an export that another stack still reads, and the one that exports is deployed first. */
describe('what a stack exports to the others', () => {
  it('does not depend on which functions read the data, so that removing one cannot block a deployment', () => {
    const alone = exportsOf(synthesizeDataAlone().outputs);
    expect(alone).not.toEqual([]);
    expect(exportsOf(synthesize().data.outputs)).toEqual(alone);
  });

  it('is the same for the API with a domain of its own and without, so that one can come later', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:000000000000:certificate/c0ffee';
    const ofApi = ({ api }: { api: StackTemplate }) => exportsOf(api.outputs);
    const before = ofApi(synthesize());
    expect(before).not.toEqual([]);
    expect(ofApi(synthesize({ domainName: 'api.oriel.example', certificateArn }))).toEqual(before);
  });

  it('is read by whole stacks only: what is nested is deployed with its parent and needs none', () => {
    const { api } = synthesize();
    expect(JSON.stringify(api.resources)).not.toContain('"Fn::ImportValue":"oriel-dev-api');
  });
});
