import { readStages } from './support/stages.ts';
import { synthesize } from './support/synthesize.ts';
import { circularDependencies, danglingReferences, nestedFaults } from './support/template-references.ts';

const whole = readStages.filter(({ dataAlone }) => !dataAlone);

describe.each(whole)('each template file of a stage with $context', ({ context, withDashboard }) => {
  const { files } = synthesize({ ...context }, withDashboard ? { withDashboard } : {});

  it('declares all that it refers to, in every section', () => {
    expect(
      files.flatMap(({ name, template }) => danglingReferences(template).map((f) => `${name} ${f}`)),
    ).toEqual([]);
  });

  it('holds nothing that waits for itself', () => {
    expect(files.flatMap(({ template }) => circularDependencies(template))).toEqual([]);
  });

  it('gives the stacks nested in it the parameters that they have, and asks them for outputs that they give', () => {
    expect(files.flatMap(({ template, nestedOf }) => nestedFaults(template, nestedOf))).toEqual([]);
    expect(
      files
        .flatMap(({ template }) => Object.values<{ Type: string }>(template.Resources))
        .map(({ Type }) => Type),
    ).toContain('AWS::CloudFormation::Stack');
  });
});

const sound = {
  Parameters: { Size: { Type: 'String' } },
  Mappings: { Sizes: { small: { gb: 1 } } },
  Conditions: { Large: { 'Fn::Equals': [{ Ref: 'Size' }, 'large'] }, Known: { Condition: 'Large' } },
  Resources: {
    Topic: {
      Type: 'AWS::SNS::Topic',
      Condition: 'Large',
      Properties: { DisplayName: { Ref: 'AWS::StackName' } },
    },
    Alias: {
      Type: 'AWS::Lambda::Alias',
      DependsOn: ['Topic'],
      Properties: {
        Description: {
          'Fn::Sub': [`\${Topic.TopicName} \${Size} \${own} \${!Literal}`, { own: { Ref: 'Topic' } }],
        },
        Condition: 'ends with',
      },
      UpdatePolicy: { CodeDeployLambdaAliasUpdate: { ApplicationName: { Ref: 'Topic' } } },
    },
  },
  Outputs: { arn: { Value: { 'Fn::GetAtt': ['Topic', 'TopicArn'] }, Condition: 'Known' } },
};

const planted: readonly [string, (template: typeof sound) => void, string][] = [
  [
    'a hook in an update policy',
    ({ Resources: { Alias } }) =>
      Object.assign(Alias.UpdatePolicy.CodeDeployLambdaAliasUpdate, { ApplicationName: { Ref: 'Away' } }),
    'Resources.Alias.UpdatePolicy.CodeDeployLambdaAliasUpdate.ApplicationName: Away',
  ],
  [
    'an attribute in an output',
    ({ Outputs }) => Object.assign(Outputs.arn, { Value: { 'Fn::GetAtt': 'Away.Arn' } }),
    'Outputs.arn.Value: Away',
  ],
  [
    'a parameter in a condition',
    ({ Conditions }) => Object.assign(Conditions.Large, { 'Fn::Equals': [{ Ref: 'Away' }, 'large'] }),
    'Conditions.Large.Fn::Equals.0: Away',
  ],
  [
    'a condition of a condition',
    ({ Conditions }) => Object.assign(Conditions.Known, { Condition: 'Away' }),
    'Conditions.Known: Away',
  ],
  [
    'a condition of a resource',
    ({ Resources }) => Object.assign(Resources.Topic, { Condition: 'Away' }),
    'Topic.Condition: Away',
  ],
  [
    'a dependency',
    ({ Resources }) => Object.assign(Resources.Alias, { DependsOn: 'Away' }),
    'Alias.DependsOn: Away',
  ],
  ...[
    { 'Fn::Sub': `in \${Away.Arn}` },
    { 'Fn::Sub': [`in \${Away}`, { own: 1 }] },
    { 'Fn::FindInMap': ['Away', 'small', 'gb'] },
    { 'Fn::If': ['Away', '1', '2'] },
  ].map((value): (typeof planted)[number] => [
    JSON.stringify(value),
    ({ Resources }) => Object.assign(Resources.Alias.Properties, { Description: value }),
    'Resources.Alias.Properties.Description: Away',
  ]),
];

describe('a template whose resources wait for each other in a circle', () => {
  it('is told from one where each waits for another', () => {
    const waiting = (name: object) => ({ Type: 'AWS::SNS::Topic', Properties: { TopicName: name } });
    const Resources = {
      One: waiting({ 'Fn::GetAtt': ['Two', 'TopicName'] }),
      Two: waiting({ Ref: 'Three' }),
      Three: { Type: 'AWS::SNS::Topic' },
    };
    expect(circularDependencies({ Resources })).toEqual([]);
    const Three = { Type: 'AWS::SNS::Topic', DependsOn: ['One'] };
    expect(circularDependencies({ Resources: { ...Resources, Three } })).toEqual(['One', 'Two', 'Three']);
  });
});

describe('a template that refers to what another file holds', () => {
  it('is told from one that does not', () => {
    expect(danglingReferences(sound)).toEqual([]);
  });

  it.each(planted)('is found by %s', (_kind, plant, told) => {
    const template = structuredClone(sound);
    plant(template);
    expect(danglingReferences(template)).toEqual([told]);
  });

  it('is found by what it does not give to the stack nested in it, gives in vain, or asks of it in vain', () => {
    const nested = { Type: 'AWS::CloudFormation::Stack', Properties: { Parameters: { Spare: 'x' } } };
    const asked = {
      Type: 'AWS::SNS::Topic',
      Properties: { TopicName: { 'Fn::GetAtt': ['Nested', 'Outputs.Name'] } },
    };
    const template = { Resources: { Nested: nested, Topic: asked } };
    const inner = { Parameters: { Needed: {}, Usual: { Default: '1' } }, Outputs: {} };
    expect(nestedFaults(template, () => inner)).toEqual(['Nested: Spare', 'Nested: Needed', 'Nested: Name']);
  });
});
