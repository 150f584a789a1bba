import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageDocuments } from './scripts/page-documents.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Charts and passkeys come after the page that has them: they and what only they need stay apart. */
const ofLater = /node_modules\/(?:d3-|internmap|@simplewebauthn)|sign-in\/passkeys\./u;

/** What signing in needs beyond the core; those who only sign in load nothing of the rest. */
const ofSignIn =
  /@mantine\/core\/esm\/(?:core|components\/(?:Anchor|Input|InputBase|Paper|SimpleGrid|TextInput))\/|@tanstack\/(?:query-core|react-query)|use-(?:merged-ref|uncontrolled)|src\/(?:page-heads|browser-name|parts\/(?:page|bar-list|logo))\./u;

/** Components that most pages have in common: one file that is loaded once, with the frame around them. */
const ofFrame =
  /node_modules\/(?:@mantine|@floating-ui)|dashboard\/src\/(?:api|parts|charts\/read|[\w-]+\.)/u;

/** What the navigation and the home page share with others: merged with those it would bring their libraries to every page. */
const ofHome =
  /charts\/sparkline\.|src\/tool-subjects\.|explorer\/(?:tracker-words|last-market|track-keywords)\.|src\/press-guard\.|charts\/(?:figures|drawings)\.|parts\/(?:undo-toast|form|audit-now)\.|src\/asked-text\.|parts\/call-status\.|api\/(?:watch|use-callers)\.|activity\/filters\.|overview\/|components\/(?:Accordion|Code|Collapse|Radio)\/|hooks\/esm\/(?:use-collapse|utils\/use-callback-ref)/u;

/** Tables, with the libraries that only they need. */
const ofTables =
  /@tanstack\/(?:table|react-table|virtual|react-virtual|store|react-store)|use-sync-external-store|src\/grid\//u;
/** What stands around lists on most pages. */
const ofPanels =
  /@mantine\/core\/esm\/components\/(?:Tabs|Chip|Switch)\/|contract\/code-samples\.|src\/parts\/(?:panels|chips)\./u;

/** The question and its answer are seen at once, by everybody who opens research; other pages need parts of neither. */
const ofResearch =
  /dashboard\/src\/(?:charts\/(?!chart-|line-|explained|answer-|sparkline|read|figures|download-|bars|maps|drawings|marked-|audit-)|pages\/explorer\/(?!explorer-page|last-|track|share-|history|drawn-|list-)|plain-text|parts\/json-view)/u;

/** A site and the report of it that is shared are drawn by the same parts. */
const ofSite = /pages\/sites\/(?:site-(?:page|report|chart|table|scope|slices|period)|opportunities)\./u;

/** What opens over a page with a press: loaded then, and by the pages that have fields with lists. */
const ofMenus =
  /@floating-ui\/|@mantine\/core\/esm\/components\/(?:Menu|Popover|Combobox|TagsInput|Autocomplete|Pill|PillsInput)\//u;
const ofDialogs =
  /node_modules\/(?:react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib)|@mantine\/core\/esm\/components\/(?:Modal|ModalBase|Drawer|FocusTrap|ScrollArea)\/|parts\/modal\./u;

/** Shared files are named after all pages that share them, which no one reads in an address. */
const shortName = (name: string) => name.replace(/~.*$/u, '').replace(/\.\w+$/u, '');

/** `vite build dashboard` writes `dashboard/dist`; `vite dashboard` serves it while it is being worked on. */
export default defineConfig({
  root,
  plugins: [react(), pageDocuments()],
  build: {
    target: 'es2022',
    // Data URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // All sheets of the app weigh less than asking for those of each page.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? '')}-[hash][extname]`,
        codeSplitting: {
          // Each file costs a slow network as much as 30 kB do: what every page needs is one, and of what
          // several share, small pieces go together.
          groups: [
            { name: 'core', tags: ['$initial'], priority: 5 },
            { name: 'sign-in', test: ofSignIn, minShareCount: 2, priority: 4 },
            { name: 'menus', test: ofMenus, minShareCount: 2, priority: 2 },
            { name: 'dialogs', test: ofDialogs, minShareCount: 2, priority: 3 },
            {
              name: 'frame',
              test: (id) => ofFrame.test(id) && !ofMenus.test(id) && !ofDialogs.test(id),
              minShareCount: 5,
              priority: 4,
            },
            { name: 'home', test: ofHome, minShareCount: 2, priority: 4 },
            { name: 'site-page', test: ofSite, priority: 1 },
            { name: 'research', test: ofResearch, priority: 1 },
            { name: 'grid', test: ofTables, minShareCount: 2, priority: 4 },
            { name: 'panels', test: ofPanels, minShareCount: 2, priority: 4 },
            {
              name: 'common',
              test: (id) => !ofLater.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 8_000,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '^/(v1|session|webhooks|checkout|dev)/': 'http://127.0.0.1:4000' } },
});
