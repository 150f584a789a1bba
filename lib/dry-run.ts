import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CloudFormationClient,
  CreateChangeSetCommand,
  DeleteChangeSetCommand,
  DeleteStackCommand,
  DescribeChangeSetCommand,
  DescribeStacksCommand,
  paginateDescribeChangeSet,
  paginateListExports,
  type ResourceChange,
  ValidateTemplateCommand,
} from '@aws-sdk/client-cloudformation';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as v from 'valibot';

interface DryRun {
  readonly folder: string;
  /** Takes one line of what was found. */
  say(line: string): void;
  /** Between two looks at a change set, in milliseconds. */
  readonly pauseMs?: number;
}

const bootstrapStack = 'CDKToolkit';
const capabilities = ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM', 'CAPABILITY_AUTO_EXPAND'] as const;

/**
 * Has CloudFormation read every template of a stage, the nested ones too, and work out what a deployment
 * would change. Nothing is executed: change sets are deleted again, and stacks that exist only for one.
 * Gives whether a deployment would be accepted, as far as that can be told before it.
 */
export async function dryRun({ folder, say, pauseMs = 2_000 }: DryRun): Promise<boolean> {
  let isSound = true;
  for (const stack of await stacksIn(folder)) {
    const faults = await checkStack(stack, { folder, say, pauseMs });
    for (const fault of faults) say(`FAILED ${stack.name}: ${fault}`);
    isSound &&= faults.length === 0;
  }
  return isSound;
}

type Place = Required<DryRun>;

async function checkStack(stack: StackFiles, place: Place): Promise<readonly string[]> {
  const region = stack.region === undefined ? {} : { region: stack.region };
  const client = new CloudFormationClient(region);
  const s3 = new S3Client(region);
  try {
    const bucket = await bootstrapBucket(client);
    if (bucket === undefined)
      return [
        `${await client.config.region()} is not bootstrapped: docs/first-deployment.md says how; nothing else was looked at.`,
      ];
    const urls = await sendTemplates(stack, bucket, { client: s3, folder: place.folder });
    const refused = await refusedTemplates(client, urls);
    if (refused.length > 0) return refused;
    place.say(`ok     ${stack.name}: CloudFormation accepts its ${urls.size} templates`);
    const missing = await missingImports(client, stack.imports);
    if (missing.length === 0) return await changesOf(client, stack, urls.get(stack.template) ?? '', place);
    place.say(
      `       ${stack.name}: what it changes cannot be told before the stacks are deployed that export ${missing.length} values to it, such as ${missing[0]}`,
    );
    return [];
  } finally {
    client.destroy();
    s3.destroy();
  }
}

async function bootstrapBucket(client: CloudFormationClient): Promise<string | undefined> {
  const stack = await findStack(client, bootstrapStack);
  return stack?.Outputs?.find(({ OutputKey }) => OutputKey === 'BucketName')?.OutputValue;
}

/** Undefined where there is none; CloudFormation has no error of its own for that. */
async function findStack(client: CloudFormationClient, StackName: string) {
  try {
    const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName }));
    return Stacks[0];
  } catch (error) {
    if (error instanceof Error && error.message.includes('does not exist')) return undefined;
    throw error;
  }
}

/** Puts them where the templates look for each other, as a deployment would; gives their addresses by file. */
async function sendTemplates(
  { files }: StackFiles,
  Bucket: string,
  { client, folder }: { readonly client: S3Client; readonly folder: string },
): Promise<ReadonlyMap<string, string>> {
  const region = await client.config.region();
  const urls = new Map<string, string>();
  for (const { path, key: Key } of files) {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: await readFile(join(folder, path)) }));
    urls.set(path, `https://s3.${region}.amazonaws.com/${Bucket}/${Key}`);
  }
  return urls;
}

async function refusedTemplates(
  client: CloudFormationClient,
  urls: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [path, TemplateURL] of urls)
    try {
      await client.send(new ValidateTemplateCommand({ TemplateURL }));
    } catch (error) {
      faults.push(`${path}: ${messageOf(error)}`);
    }
  return faults;
}

/** Names that other stacks would export and have not yet. */
async function missingImports(
  client: CloudFormationClient,
  imports: readonly string[],
): Promise<readonly string[]> {
  if (imports.length === 0) return [];
  const exported = new Set<string>();
  for await (const { Exports = [] } of paginateListExports({ client }, {}))
    for (const { Name = '' } of Exports) exported.add(Name);
  return imports.filter((name) => !exported.has(name));
}

async function changesOf(
  client: CloudFormationClient,
  { name: StackName, keepsData }: StackFiles,
  TemplateURL: string,
  place: Place,
): Promise<readonly string[]> {
  const before = await findStack(client, StackName);
  const isNew = before === undefined || before.StackStatus === 'REVIEW_IN_PROGRESS';
  const { Id: ChangeSetName } = await client.send(
    new CreateChangeSetCommand({
      StackName,
      ChangeSetName: `dry-run-${Date.now()}`,
      ChangeSetType: isNew ? 'CREATE' : 'UPDATE',
      TemplateURL,
      IncludeNestedStacks: true,
      Capabilities: [...capabilities],
    }),
  );
  if (ChangeSetName === undefined) return ['CloudFormation named no change set.'];
  try {
    const refusal = await whenMade(client, ChangeSetName, place.pauseMs);
    if (refusal !== undefined) return [refusal];
    const changes = await changesIn(client, ChangeSetName);
    place.say(`       ${StackName} would ${summaryOf(changes)}`);
    return keepsData ? changes.filter(losesData).map((change) => `would lose ${describe(change)}`) : [];
  } finally {
    await client.send(new DeleteChangeSetCommand({ ChangeSetName }));
    // A stack that was made for its change set alone.
    if (before === undefined) await client.send(new DeleteStackCommand({ StackName }));
  }
}

/** Waits until the change set is made; why it could not be, or undefined. */
async function whenMade(
  client: CloudFormationClient,
  ChangeSetName: string,
  pauseMs: number,
): Promise<string | undefined> {
  for (;;) {
    const { Status, StatusReason = '' } = await client.send(new DescribeChangeSetCommand({ ChangeSetName }));
    if (Status === 'CREATE_COMPLETE' || isWithoutChange(StatusReason)) return undefined;
    if (Status !== 'CREATE_PENDING' && Status !== 'CREATE_IN_PROGRESS') return StatusReason || Status;
    await sleep(pauseMs);
  }
}

/** In these words a change set fails where a deployment would succeed without doing anything. */
function isWithoutChange(reason: string): boolean {
  return /didn't contain changes|No updates are to be performed/u.test(reason);
}

/** What a change set and those of its nested stacks would do. */
async function changesIn(
  client: CloudFormationClient,
  ChangeSetName: string,
): Promise<readonly ResourceChange[]> {
  const found: ResourceChange[] = [];
  for await (const { Changes = [] } of paginateDescribeChangeSet({ client }, { ChangeSetName }))
    for (const { ResourceChange: change } of Changes) {
      if (!change) continue;
      found.push(change);
      if (change.ChangeSetId) found.push(...(await changesIn(client, change.ChangeSetId)));
    }
  return found;
}

function summaryOf(changes: readonly ResourceChange[]): string {
  const count = (action: string) => changes.filter(({ Action }) => Action === action).length;
  const replaced = changes.filter(({ Replacement }) => Replacement === 'True');
  const sums = `add ${count('Add')}, change ${count('Modify')}, remove ${count('Remove')} resources`;
  return replaced.length === 0 ? sums : `${sums}, and replace ${replaced.map(describe).join(', ')}`;
}

function losesData({ Action, Replacement }: ResourceChange): boolean {
  return Action === 'Remove' || Replacement === 'True';
}

function describe({ LogicalResourceId, ResourceType }: ResourceChange): string {
  return `${LogicalResourceId} (${ResourceType})`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A stack as `cdk synth` wrote it. */
export interface StackFiles {
  readonly name: string;
  /** Undefined where it goes into whichever region the credentials are for. */
  readonly region: string | undefined;
  /** The file of its own template, which is one of `files`. */
  readonly template: string;
  /** Its template and those nested in it, with the key under which they look for each other. */
  readonly files: readonly { readonly path: string; readonly key: string }[];
  /** Names of values that it takes from other stacks. */
  readonly imports: readonly string[];
  readonly keepsData: boolean;
}

const manifest = v.object({
  artifacts: v.record(
    v.string(),
    v.object({
      type: v.string(),
      environment: v.optional(v.string()),
      properties: v.optional(v.looseObject({ templateFile: v.optional(v.string()) })),
    }),
  ),
});

const assets = v.object({
  files: v.record(
    v.string(),
    v.object({
      source: v.looseObject({ path: v.optional(v.string()) }),
      destinations: v.record(v.string(), v.looseObject({ objectKey: v.string() })),
    }),
  ),
});

/** The stacks of a synthesis, each behind those that it reads from. */
export async function stacksIn(folder: string): Promise<readonly StackFiles[]> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'));
  const { artifacts } = v.parse(manifest, await read('manifest.json'));
  const stacks: StackFiles[] = [];
  for (const [name, { type, environment = '', properties }] of Object.entries(artifacts)) {
    if (type !== 'aws:cloudformation:stack' || !properties?.templateFile) continue;
    const files = templatesOf(v.parse(assets, await read(`${name}.assets.json`)));
    const templates = await Promise.all(files.map(({ path }) => read(path)));
    const region = /^aws:\/\/[^/]*\/(?<region>[a-z0-9-]+)$/u.exec(environment)?.groups?.region;
    stacks.push({
      name,
      region: region === 'unknown-region' ? undefined : region,
      template: properties.templateFile,
      files,
      imports: [...new Set(templates.flatMap(importsIn))],
      keepsData: name.endsWith('-data'),
    });
  }
  return stacks;
}

function templatesOf({ files }: v.InferOutput<typeof assets>): StackFiles['files'] {
  return Object.values(files).flatMap(({ source: { path = '' }, destinations }) => {
    const key = Object.values(destinations)[0]?.objectKey;
    return path.endsWith('.template.json') && key !== undefined ? [{ path, key }] : [];
  });
}

function importsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'Fn::ImportValue' && typeof member === 'string' ? [member] : importsIn(member),
  );
}
