import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BuildOptions,
  build,
  context,
  type Metafile,
  type OutputFile,
  type Plugin,
  type TransformOptions,
  transform,
} from 'esbuild';
import * as v from 'valibot';
import { apartOf, createLeaveUnused, leaveApart, loadedApart } from './bundle-plugins.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A function to bundle: the module that exports `handler`, and what its libraries demand of the build. */
export interface BundleEntry {
  /** Kebab-case; the name of the bundle's folder. */
  readonly name: string;
  /** The module, whose imports are found from the repository's root. */
  readonly source: string;
  /** A module that runs in a process of its own, as a file beside. */
  readonly program?: string;
  /** Keeps class and function names; libraries that look at their own names break without. */
  readonly keepNames?: boolean;
}

/** Where the bundles lie: each function's folder holds `index.js` and nothing that it does not need. */
export interface Bundles {
  readonly folder: string;
  folderOf(name: string): string;
  /** Bytes that a cold start reads: `index.js` with what it requires at once, without what only some calls load. */
  eagerBytesOf(name: string): number;
}

interface BundleOptions {
  readonly outputFolder?: string;
}

/**
 * Whole packages that a small module stands in for; each module says why, and
 * `test/lib/bundle` runs them. `mime-db` has every media type there is: 287 kB
 * in two versions, a third of the authorization server, to find out that `html`
 * is `text/html`; the file has the types that its library reads and answers.
 */
const alias = {
  'mime-db': './lib/bundle/media-types.json',
  '@aws-sdk/credential-provider-node': './lib/bundle/runtime-credentials.ts',
  '@aws-sdk/middleware-endpoint-discovery': './lib/bundle/no-endpoint-discovery.ts',
};

/**
 * The packages' ES modules as input, because only these can be shaken, and
 * split where the source imports dynamically: what only some calls need is a
 * file of its own that only those calls read.
 */
const buildOptions = {
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  minify: true,
  mainFields: ['module', 'main'],
  conditions: ['module'],
  alias,
  // In the layer of the one function that opens pages.
  external: ['playwright-core'],
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** CommonJS as output, because an ESM import of `node:http` alone costs 12 ms of a cold start. */
const outputOptions = {
  platform: 'node',
  target: 'node24',
  format: 'cjs',
  minify: true,
  logLevel: 'silent',
  // A module that reads files beside itself would not find them in the bundle.
  logOverride: { 'empty-import-meta': 'error' },
  supported: { 'dynamic-import': false },
} as const satisfies TransformOptions;

/**
 * Bundles each function by itself, or finds that the last pass had the same
 * inputs and gives its folder at once. Identical sources give identical files,
 * so that a deployment replaces only the functions whose code changed.
 */
export async function bundleFunctions(
  entries: readonly BundleEntry[],
  { outputFolder = join(root, 'dist/functions') }: BundleOptions = {},
): Promise<Bundles> {
  const folder = (await readJournal(outputFolder, entries)) ?? (await bundleAnew(entries, outputFolder));
  const sizes = v.parse(Sizes, JSON.parse(await readFile(join(folder, 'sizes.json'), 'utf8')));
  return {
    folder,
    folderOf: (name) => join(folder, name),
    eagerBytesOf: (name) => sizes[name] ?? Number.NaN,
  };
}

const Sizes = v.record(v.string(), v.number());

async function bundleAnew(entries: readonly BundleEntry[], outputFolder: string): Promise<string> {
  const work = join(outputFolder, `.building-${process.pid}-${Date.now()}`);
  const sizes: Record<string, number> = {};
  const inputs = new Set<string>();
  const shared = await createSharedWork();
  const finish = async (entry: BundleEntry, built: BuiltOutput) => {
    const finished = await finishOne(entry, built, join(work, entry.name), shared);
    sizes[entry.name] = finished.eagerBytes;
    for (const input of finished.inputs) inputs.add(input);
  };
  try {
    // esbuild uses every core by itself: one is read while the one before takes its final form.
    let before = Promise.resolve();
    for (const entry of entries) {
      const [built] = await Promise.all([shared.build(entry), before]);
      before = finish(entry, built);
    }
    await before;
  } finally {
    await shared.dispose();
  }
  await writeFile(join(work, 'sizes.json'), JSON.stringify(sizes));
  const sources = [...inputs].sort();
  const folder = join(outputFolder, await digestOf(entries, sources));
  await putInPlace(work, folder);
  await writeFile(journalPath(outputFolder), JSON.stringify({ inputs: sources }));
  return folder;
}

interface BuiltFiles {
  readonly files: readonly { readonly name: string; readonly code: string }[];
  readonly metafile: Metafile;
}

/** Builds entries one after another, and reads once what several of them have; the source is that of the next. */
async function createBuilder(keepNames: boolean, leaveUnused: Plugin) {
  let source = '';
  const load = () => ({ contents: source, loader: 'ts', resolveDir: root }) as const;
  const entry: Plugin = {
    name: entryName,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^lambda-entry$/ }, () => ({ path: entryName, namespace: entryName }));
      onLoad({ filter: /.*/, namespace: entryName }, load);
    },
  };
  const { rebuild, dispose } = await context({
    ...{ ...buildOptions, ...place, keepNames },
    entryPoints: [{ in: entryName, out: 'index' }],
    plugins: [entry, leaveApart, leaveUnused],
  });
  return {
    dispose,
    build(next: string): Promise<BuiltOutput> {
      source = next;
      return rebuild();
    },
  };
}

/** Under this name the entry is built, though it is no file. */
const entryName = 'lambda-entry';
const place = { absWorkingDir: root, outdir: root };

/** What is the same in many bundles is made once: modules that are loaded apart, and the final form of a file. */
async function createSharedWork() {
  const leaveUnused = createLeaveUnused();
  const plain = await createBuilder(false, leaveUnused);
  const named = await createBuilder(true, leaveUnused);
  const apart = new Map<string, Promise<BuiltFiles>>();
  const final = new Map<string, Promise<string>>();
  const finished = async (built: BuiltOutput, keepNames: boolean): Promise<BuiltFiles> => {
    const files = built.outputFiles.map(async ({ path, text }) => ({
      name: relative(root, path),
      code: await once(final, `${keepNames} ${text}`, async () => {
        const { code } = await transform(text, { ...outputOptions, keepNames });
        return code;
      }),
    }));
    return { files: await Promise.all(files), metafile: built.metafile };
  };
  return {
    finished,
    build: ({ source, keepNames }: BundleEntry) => (keepNames ? named : plain).build(source),
    dispose: () => Promise.all([plain.dispose(), named.dispose()]),
    /** A module that is loaded apart, with its own copy of all that it needs. */
    apart: (path: string, keepNames: boolean) =>
      once(apart, `${keepNames} ${path}`, async () => {
        const entryPoints = [{ in: resolve(root, path), out: basename(path, '.ts') }];
        const options = { ...buildOptions, ...place, keepNames, entryPoints, splitting: false };
        return finished(await build(options), keepNames);
      }),
  };
}

type BuiltOutput = { readonly outputFiles: readonly OutputFile[]; readonly metafile: Metafile };

function once<Value>(known: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

async function finishOne(
  { program, keepNames = false }: BundleEntry,
  built: BuiltOutput,
  folder: string,
  shared: Awaited<ReturnType<typeof createSharedWork>>,
): Promise<{ readonly eagerBytes: number; readonly inputs: readonly string[] }> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"commonjs"}\n');
  const main = await shared.finished(built, keepNames);
  const besides = [...apartOf(main.metafile), ...(program === undefined ? [] : [program])];
  const beside = await Promise.all(besides.map((path) => shared.apart(path, keepNames)));
  const parts = [main, ...beside];
  for (const { name, code } of parts.flatMap(({ files }) => files)) await writeFile(join(folder, name), code);
  const bytes = new Map(main.files.map(({ name, code }) => [name, Buffer.byteLength(code)]));
  const eager = eagerFiles(main.metafile, 'index.js');
  return {
    eagerBytes: eager.reduce((sum, path) => sum + (bytes.get(path) ?? 0), 0),
    inputs: parts
      .flatMap(({ metafile }) => Object.keys(metafile.inputs))
      .filter((path) => !path.startsWith(`${entryName}:`)),
  };
}

/** A file with all that it imports statically, and what these import. */
function eagerFiles(metafile: Metafile, first: string): string[] {
  const found = new Set([first]);
  for (const file of found)
    for (const { path, kind, external } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && !external) found.add(path);
  return [...found];
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

const Journal = v.object({ inputs: v.array(v.string()) });

/** The folder of the last pass, if its inputs and what is asked for are still the same. */
async function readJournal(
  outputFolder: string,
  entries: readonly BundleEntry[],
): Promise<string | undefined> {
  await mkdir(outputFolder, { recursive: true });
  try {
    const journal = v.parse(Journal, JSON.parse(await readFile(journalPath(outputFolder), 'utf8')));
    const folder = join(outputFolder, await digestOf(entries, journal.inputs));
    return existsSync(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Say how the bundles are made, without being part of them. */
const ownSources = ['lib/bundle/bundle-functions.ts', 'lib/bundle/bundle-plugins.ts'];

/** A digest of everything that can change the output: options, entries, every input file. */
async function digestOf(entries: readonly BundleEntry[], inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(
    JSON.stringify([buildOptions, outputOptions, loadedApart, entries]),
  );
  const contents = await Promise.all([...ownSources, ...inputs].map((path) => readFile(resolve(root, path))));
  for (const content of contents) hash.update(`${content.length}\n`).update(content);
  return hash.digest('hex').slice(0, 20);
}
