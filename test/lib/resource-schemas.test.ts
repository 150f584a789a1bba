import { createSchemaCheck } from './support/resource-schemas.ts';
import type { Resources } from './support/rule.ts';
import { everything } from './support/stages.ts';
import { type Resource, synthesize } from './support/synthesize.ts';

type Json = Resource['Properties'];

const faultsIn = createSchemaCheck();

/** What CloudFormation would refuse when the change set is made or, worse, half-way through a deployment. */
const sabotages: readonly [fault: string, type: string, change: (properties: Json) => void, told: RegExp][] =
  [
    [
      'a misspelled property',
      'AWS::Lambda::Function',
      (p) => {
        p.TimeOut = 3;
      },
      /\.TimeOut: is no property/u,
    ],
    [
      'a property that is missing',
      'AWS::Lambda::Function',
      (p) => {
        delete p.Role;
      },
      /\.Role: is missing/u,
    ],
    [
      'a word where a number belongs',
      'AWS::Lambda::Function',
      (p) => {
        p.Timeout = 'ten';
      },
      /\.Timeout: "ten" is no integer/u,
    ],
    [
      'a value that the service does not know',
      'AWS::Lambda::Function',
      (p) => {
        p.TracingConfig = { Mode: 'On' };
      },
      /\.TracingConfig\.Mode: On is none of/u,
    ],
    [
      'one thing where a list belongs',
      'AWS::DynamoDB::GlobalTable',
      (p) => {
        p.KeySchema = { AttributeName: 'pk', KeyType: 'HASH' };
      },
      /\.KeySchema: is no list/u,
    ],
    [
      'a misspelled member deep inside',
      'AWS::CloudFront::Distribution',
      ({ DistributionConfig }) => {
        DistributionConfig.DefaultCacheBehavior.CachePolicy = 'x';
      },
      /\.DistributionConfig\.DefaultCacheBehavior\.CachePolicy: is no property/u,
    ],
    [
      'a text where an object belongs',
      'AWS::WAFv2::WebACL',
      (p) => {
        p.DefaultAction = 'allow';
      },
      /\.DefaultAction: is no object/u,
    ],
    [
      'an attribute of a resource that is not there',
      'AWS::Lambda::Function',
      (p) => {
        p.Role = { 'Fn::GetAtt': ['Nowhere', 'Arn'] };
      },
      /\.Role: there is no resource Nowhere/u,
    ],
  ];

describe.each(['dev', 'prod', 'staging'])(
  'the resources of a stage %s, by the schemas that AWS publishes',
  (stage) => {
    const stacks = synthesize({ stage, ...everything }).files.map(
      ({ template }): Resources => template.Resources,
    );

    it('have no fault', () => {
      expect(stacks.flatMap(faultsIn)).toEqual([]);
    });

    it.each(sabotages)('would be found with %s', (_fault, type, change, told) => {
      const stack = stacks.find((resources) => ofType(resources, type).length > 0);
      expect(stack).toBeDefined();
      const copy = structuredClone({ ...stack });
      for (const { Properties } of ofType(copy, type)) change(Properties);
      expect(faultsIn(copy).filter((fault) => told.test(fault))).toHaveLength(ofType(copy, type).length);
    });

    it('would be found with a type that AWS does not have', () => {
      const [stack = {}] = stacks;
      const made = { ...stack, Odd: { Type: 'AWS::DynamoDB::Tabel', Properties: {} } };
      expect(faultsIn(made)).toEqual(['Odd: there is no type AWS::DynamoDB::Tabel']);
    });
  },
);

function ofType(resources: Resources, type: string): readonly Resource[] {
  return Object.values(resources).filter(({ Type }) => Type === type);
}
