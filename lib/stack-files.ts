import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

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
  /** Whether it holds what must survive. */
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
