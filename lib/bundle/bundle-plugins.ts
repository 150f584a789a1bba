import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/**
 * Modules that few calls load and that bring an AWS client or an index of their own. Each
 * is bundled alone, with its own copy of what the SDK's clients share: esbuild
 * splits by file, so a file of the SDK that is reached from both sides of a
 * split would be read at every cold start with the parts that only S3, SES or Lambda use.
 * They share no state and no class with the rest.
 */
export const loadedApart: readonly string[] = [
  'shared/platform/object-store/s3-bucket.ts',
  'shared/platform/mail/mailer.ts',
  'shared/platform/invoke/invoke-function.ts',
  // What only test keys need: the sample market is made with all that writes an index.
  'shared/money/ledger/hold-nothing.ts',
  'shared/calls/play-fault.ts',
  // What is looked up of calls that a limit was reserved for.
  'shared/money/ledger/open-reservations.ts',
  // What is said and counted of a call that was refused.
  'shared/money/ledger/refusal.ts',
  'shared/facts/sample/sample-table.ts',
  // What people who did not open an account are to it.
  'shared/callers/identity/person.ts',
  'shared/callers/identity/member-repository.ts',
  // What a download of an account's data reads, and its deletion does not.
  'shared/facts/imports/copy-own-data.ts',
  // What was synced of connected sites.
  'shared/facts/search-console/ask-performance.ts',
  'shared/facts/search-console/copy-connection.ts',
  // Of the index's readers and writers they need parts that most tools do not.
  'shared/calls/known-elsewhere.ts',
  'shared/facts/stored-index/items/stability.ts',
  'shared/facts/stored-index/questions/known-markets.ts',
  'shared/facts/stored-index/writing/count-stability.ts',
];

const apartName = (path: string) => `${basename(path, '.ts')}.js`;
/** Asked of these alone: esbuild waits for the answer to each import. */
const apartImport = new RegExp(`/(?:${loadedApart.map((path) => basename(path, '.ts')).join('|')})[.]ts$`);

export const leaveApart: Plugin = {
  name: 'leave-apart',
  setup({ onResolve }) {
    onResolve({ filter: apartImport }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${apartName(path)}`, external: true } : undefined,
    );
  },
};

export function apartOf({ outputs }: Metafile): readonly string[] {
  const named = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  return loadedApart.filter((path) => named.has(`./${apartName(path)}`));
}

/** Calls outside of comments: to make a schema, and in a contract to declare. */
const schemas = /\/\*[\s\S]*?\*\/|\/\/.*|(?<![\w$./])v\.(?!(?:parse|assert)\()\w+\(/gu;
const declarations =
  /\/\*[\s\S]*?\*\/|\/\/.*|(?<![\w$./])(?:v\.(?!(?:parse|assert)\()\w+|told|define\w+|mergeGrants|toolCatalog\.\w+)\(/gu;
const markPure = (text: string) => (text.startsWith('/') ? text : `/* @__PURE__ */ ${text}`);

const modules = /[\\/](?:shared|functions)[\\/].*[.]ts$/;
/** `shared/contract`, and the contracts of functions and tools with their catalog. */
const contracts = /[\\/](?:shared[\\/]contract[\\/][^\\/]+|functions[\\/].*[\\/](?:contracts|catalog))[.]ts$/;

/**
 * Lets a bundle have the contracts and the code of its own function alone, though those of a noun share a module.
 * A contract is data, which the lint holds, so that each call in it is marked as pure, as those that make a schema
 * are anywhere: esbuild does not see across files that a call does nothing but return. Modules of the service do
 * nothing when they are read. Each is read once for all bundles.
 */
export function createLeaveUnused(): Plugin {
  const marked = new Map<string, Promise<string>>();
  return {
    name: 'leave-unused',
    setup({ onLoad }) {
      onLoad({ filter: modules }, async ({ path }) => {
        const contents = marked.get(path) ?? markCalls(path);
        marked.set(path, contents);
        return { contents: await contents, loader: 'ts' };
      });
    },
  };
}

async function markCalls(path: string): Promise<string> {
  return (await readFile(path, 'utf8')).replaceAll(contracts.test(path) ? declarations : schemas, markPure);
}
