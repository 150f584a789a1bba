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
  'shared/platform/mail/ses-mailer.ts',
  'shared/platform/invoke/invoke-function.ts',
  // What only test keys need: the sample market is made with all that writes an index.
  'shared/money/ledger/hold-nothing.ts',
  'shared/calls/play-fault.ts',
  // What is looked up of calls that a limit was reserved for.
  'shared/money/ledger/open-reservations.ts',
  // What is said and counted of a call that was refused.
  'shared/money/ledger/count-refusal.ts',
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

/** Leaves what is loaded apart out of a bundle, as a file beside it. */
export const leaveApart: Plugin = {
  name: 'leave-apart',
  setup({ onResolve }) {
    onResolve({ filter: apartImport }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path: `./${apartName(path)}`, external: true } : undefined,
    );
  },
};

/** The modules that a bundle leaves apart. */
export function apartOf({ outputs }: Metafile): readonly string[] {
  const named = new Set(Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path)));
  return loadedApart.filter((path) => named.has(`./${apartName(path)}`));
}
