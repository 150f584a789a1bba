import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { keptFolder } from '#test/support/kept-folder.ts';
import { nestedTemplate, wholeTemplate } from '#test/support/whole-template.ts';
import { readStages, type StageInput } from './stages.ts';

export interface Resource {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a template is whatever CloudFormation takes.
  readonly Properties: Record<string, any>;
  readonly DeletionPolicy?: string;
  readonly DependsOn?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly UpdatePolicy?: any;
}

/** One stack as `cdk synth` would write it, together with the stacks that are nested in it. */
export interface StackTemplate {
  readonly outputs: Readonly<Record<string, Resource['Properties']>>;
  readonly resources: Readonly<Record<string, Resource>>;
  ofType(type: string): readonly Resource[];
}

/** What CloudFormation takes in one piece. */
export interface TemplateFile {
  readonly name: string;
  readonly resourceCount: number;
  readonly bytes: number;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly template: any;
  /** The template of a stack that is nested in it. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  nestedOf(resource: Resource): any;
}

/** All templates of one stage. Throws where cdk-nag or the template validator finds a fault. */
export function synthesize(
  context: Record<string, string> = {},
  options: { readonly withDashboard?: boolean } = {},
): {
  data: StackTemplate;
  edge: StackTemplate;
  api: StackTemplate;
  upkeep: StackTemplate;
  files: readonly TemplateFile[];
} {
  const folder = synthesizedFolder({ context, ...options });
  return {
    data: stackIn(folder, 'data'),
    edge: stackIn(folder, 'edge'),
    api: stackIn(folder, 'api'),
    upkeep: stackIn(folder, 'upkeep'),
    files: templateFiles(folder),
  };
}

/** The stack with the data as it is where no other reads it. */
export function synthesizeDataAlone(): StackTemplate {
  return stackIn(synthesizedFolder({ context: {}, dataAlone: true }), 'data');
}

function stackIn(folder: string, suffix: string): StackTemplate {
  const name = readdirSync(folder).find((file) => file.endsWith(`-${suffix}.template.json`)) ?? '';
  const template = wholeTemplate(JSON.parse(readFileSync(join(folder, name), 'utf8')), folder);
  const resources: Record<string, Resource> = template.Resources;
  return {
    outputs: template.Outputs ?? {},
    resources,
    ofType: (type) => Object.values(resources).filter((resource) => resource.Type === type),
  };
}

/** Where the synthesis of a stage lies, as `cdk synth` would write it. */
export function synthesizedFolder(input: StageInput): string {
  const number = readStages.findIndex((other) => isDeepStrictEqual(other, input));
  const stages = number < 0 ? [input] : readStages;
  return join(
    keptFolder('test/lib/support/write-stages.ts', [JSON.stringify(stages)]),
    String(Math.max(0, number)),
  );
}

function templateFiles(folder: string): TemplateFile[] {
  const nestedOf = ({ Properties }: Resource) => nestedTemplate(Properties.TemplateURL, folder);
  const names = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const template = JSON.parse(text);
    return {
      name,
      resourceCount: Object.keys(template.Resources).length,
      bytes: text.length,
      template,
      nestedOf,
    };
  });
}

/** Resolves what a value refers to, so that policies can be read: `Fn::ImportValue` by the data stack's outputs. */
export function namer(data: StackTemplate) {
  const logicalIdOf = (exportName: string): string => {
    const output = Object.values(data.outputs).find(({ Export }) => Export.Name === exportName);
    return output?.Value.Ref ?? output?.Value['Fn::GetAtt'][0];
  };
  return (reference: Resource['Properties']): Resource | undefined =>
    reference['Fn::ImportValue'] && data.resources[logicalIdOf(reference['Fn::ImportValue'])];
}
