import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, type BuildResult, build } from 'esbuild';
import { leanSdk } from './lean-sdk.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A function to bundle: the module that exports `handler`, and what its libraries demand of the build. */
export interface BundleEntry {
  /** Kebab-case; the name of the bundle's folder. */
  readonly name: string;
  /** Path of the module from the repository's root. */
  readonly entry: string;
  /** Keeps class and function names; libraries that look at their own names break without. */
  readonly keepNames?: boolean;
}

/** Where the bundles lie: each function's folder holds `index.js` and nothing that it does not need. */
export interface Bundles {
  readonly folder: string;
  folderOf(name: string): string;
}

interface BundleOptions {
  readonly outputFolder?: string;
}

/**
 * CommonJS, because an ESM import of `node:http` alone costs 12 ms of a cold
 * start; the packages' ES modules as input, because only these can be shaken.
 */
const buildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  mainFields: ['module', 'main'],
  conditions: ['module'],
  legalComments: 'none',
  sourcemap: 'external',
  sourcesContent: false,
  metafile: true,
  write: true,
  logLevel: 'silent',
  // A module that reads files beside itself would not find them in the bundle.
  logOverride: { 'empty-import-meta': 'error' },
} as const satisfies BuildOptions;

/**
 * Bundles all functions in one pass of esbuild per set of options, or finds
 * that the last pass had the same inputs and gives its folder at once.
 * Identical sources give identical files, so that a deployment replaces only
 * the functions whose code changed.
 */
export async function bundleFunctions(
  entries: readonly BundleEntry[],
  { outputFolder = join(root, 'dist/functions') }: BundleOptions = {},
): Promise<Bundles> {
  const known = await readJournal(outputFolder, entries);
  const folder = known ?? (await bundleAnew(entries, outputFolder));
  return { folder, folderOf: (name) => join(folder, name) };
}

async function bundleAnew(entries: readonly BundleEntry[], outputFolder: string): Promise<string> {
  const work = join(outputFolder, `.building-${process.pid}-${Date.now()}`);
  const named = entries.filter(({ keepNames }) => keepNames);
  const plain = entries.filter(({ keepNames }) => !keepNames);
  const results = await Promise.all(
    [
      { group: plain, keepNames: false },
      { group: named, keepNames: true },
    ]
      .filter(({ group }) => group.length > 0)
      .map(({ group, keepNames }) => runEsbuild(group, work, keepNames)),
  );
  await Promise.all(entries.map(({ name }) => finishFolder(join(work, name))));
  const inputs = [...new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)))]
    .filter((path) => !path.startsWith('left-out:'))
    .sort();
  const digest = await digestOf(entries, inputs);
  const folder = join(outputFolder, digest);
  await putInPlace(work, folder);
  await writeFile(journalPath(outputFolder), JSON.stringify({ inputs }));
  return folder;
}

function runEsbuild(entries: readonly BundleEntry[], folder: string, keepNames: boolean) {
  return build({
    ...buildOptions,
    keepNames,
    absWorkingDir: root,
    entryPoints: entries.map(({ name, entry }) => ({ in: resolve(root, entry), out: `${name}/index` })),
    outdir: folder,
    plugins: [leanSdk()],
  }) satisfies Promise<BuildResult<{ metafile: true }>>;
}

/** The source map goes beside the assets (for reading stack traces), the module type into them. */
async function finishFolder(folder: string): Promise<void> {
  await rename(join(folder, 'index.js.map'), `${folder}.js.map`);
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}\n');
}

/** Another process may have finished the same bundles first; then ours are thrown away. */
async function putInPlace(work: string, folder: string): Promise<void> {
  try {
    await rename(work, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    await rm(work, { recursive: true, force: true });
  }
}

const journalPath = (outputFolder: string) => join(outputFolder, 'inputs.json');

/** The folder of the last pass, if its inputs and the wish are still the same. */
async function readJournal(
  outputFolder: string,
  entries: readonly BundleEntry[],
): Promise<string | undefined> {
  await mkdir(outputFolder, { recursive: true });
  try {
    const journal: unknown = JSON.parse(await readFile(journalPath(outputFolder), 'utf8'));
    if (!isJournal(journal)) return undefined;
    const folder = join(outputFolder, await digestOf(entries, journal.inputs));
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isJournal(value: unknown): value is { inputs: string[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'inputs' in value &&
    Array.isArray(value.inputs) &&
    value.inputs.every((input) => typeof input === 'string')
  );
}

/** These say how the bundles are made, without being part of them. */
const ownSources = ['lib/bundle/bundle-functions.ts', 'lib/bundle/lean-sdk.ts'];

/** A digest of everything that can change the output: options, entries, every input file. */
async function digestOf(entries: readonly BundleEntry[], inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([buildOptions, entries]));
  const contents = await Promise.all([...ownSources, ...inputs].map((path) => readFile(resolve(root, path))));
  for (const content of contents) hash.update(`${content.length}\n`).update(content);
  return hash.digest('hex').slice(0, 20);
}
