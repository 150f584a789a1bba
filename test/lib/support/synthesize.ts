import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import type { Bundles } from '#lib/bundle/bundle-functions.ts';
import { checkWithNag, createServiceApp } from '#lib/service-app.ts';
import { wholeTemplate } from '#test/support/whole-template.ts';

/** A stand-in for the bundles: stacks only look at the folder. */
function emptyBundles(): Bundles {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-bundles-'));
  writeFileSync(join(folder, 'index.js'), 'exports.handler = async () => ({ statusCode: 204 });\n');
  return { folder, folderOf: () => folder, eagerBytesOf: () => 0 };
}

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
  readonly template: Template;
  readonly resources: Readonly<Record<string, Resource>>;
  ofType(type: string): readonly Resource[];
}

/** Everything that may be asked for at a deployment. */
export const everything = {
  alarmEmail: 'ops@oriel.example',
  mailFrom: 'hello@oriel.example',
  mailDomain: 'make',
  domainName: 'api.oriel.example',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/c0ffee',
  upstreamConcurrency: '5',
  replicaRegion: 'eu-north-1',
  backupVaultArn: 'arn:aws:backup:eu-north-1:111122223333:backup-vault:oriel',
};

/** What CloudFormation takes in one piece. */
export interface TemplateFile {
  readonly name: string;
  readonly resourceCount: number;
  readonly bytes: number;
}

/** All templates of one stage. Throws where cdk-nag or the template validator finds a fault. */
export function synthesize(
  context: Record<string, string> = {},
  built: { readonly dashboardFolder?: string } = {},
): {
  data: StackTemplate;
  edge: StackTemplate;
  api: StackTemplate;
  upkeep: StackTemplate;
  files: readonly TemplateFile[];
} {
  const outdir = mkdtempSync(join(tmpdir(), 'oriel-cdk-'));
  const assembly = checkWithNag(createServiceApp(emptyBundles(), { context, outdir, ...built })).synth();
  const stack = (suffix: string): StackTemplate => {
    const found = assembly.stacks.find(({ stackName }) => stackName.endsWith(suffix));
    if (!found) throw new Error(`There is no stack ${suffix}.`);
    const whole = wholeTemplate(found.template, outdir);
    const resources: Record<string, Resource> = whole.Resources;
    return {
      template: Template.fromJSON(whole),
      resources,
      ofType: (type) => Object.values(resources).filter((resource) => resource.Type === type),
    };
  };
  return {
    data: stack('-data'),
    edge: stack('-edge'),
    api: stack('-api'),
    upkeep: stack('-upkeep'),
    files: templateFiles(outdir),
  };
}

function templateFiles(folder: string): TemplateFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.template.json'));
  return names.map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return { name, resourceCount: Object.keys(JSON.parse(text).Resources).length, bytes: text.length };
  });
}

/** Resolves what a value refers to, so that policies can be read: `Fn::ImportValue` by the data stack's outputs. */
export function namer(data: StackTemplate) {
  const outputs: Record<string, Resource['Properties']> = data.template.toJSON().Outputs;
  const logicalIdOf = (exportName: string): string => {
    const output = Object.values(outputs).find(({ Export }) => Export.Name === exportName);
    return output?.Value.Ref ?? output?.Value['Fn::GetAtt'][0];
  };
  return (reference: Resource['Properties']): Resource | undefined =>
    reference['Fn::ImportValue'] && data.resources[logicalIdOf(reference['Fn::ImportValue'])];
}
