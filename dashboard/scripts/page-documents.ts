import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rollup } from 'vite';
import {
  type DashboardSection,
  dashboardDocument,
  dashboardPages,
} from '#shared/contract/dashboard-pages.ts';
import { brandMark, escapeHtml } from '#shared/http/framed-page.ts';
import { colors } from '../src/colors.ts';
import { type PageHead, pageHeads } from '../src/page-heads.ts';

/** What a page needs at once beyond its own module: asked for beside the app, and not by it once it runs. */
interface PageStart {
  /** Modules of the page where its address names nothing of it. */
  readonly whole?: readonly string[];
  /** Modules of the page of what the address names. */
  readonly part?: readonly string[];
  /** Its first questions, as the app asks them, with parts of the address and days in braces. */
  readonly asks?: readonly string[];
  /** And those about what the address names. */
  readonly partAsks?: readonly string[];
}

const starts: Partial<Record<DashboardSection, PageStart>> = {
  '': {
    asks: [
      '/v1/me/imports',
      '/v1/me/credits',
      '/v1/me/usage?tool=*&limit=6',
      '/v1/me/usage?tool=audit_site&limit=5',
      '/v1/me/events?order=newest&limit=5',
      '/v1/me/trackers',
      '/v1/me/usage/summary?since={first}&until={today}',
    ],
  },
  explorer: {
    whole: ['api/example-answers'],
    asks: [
      '/v1/capabilities',
      '/v1/me/credits',
      '/v1/me/trackers',
      '/v1/me/imports',
      '/v1/me/usage?tool={detail}&status=answered&limit=12',
    ],
    partAsks: ['/v1/me/answers/{item}'],
  },
  sites: {
    whole: ['grid/grid', 'pages/sites/import-list'],
    part: ['pages/sites/site-page', 'charts/line-chart'],
    asks: ['/v1/me/imports'],
    partAsks: ['/v1/me/search-console'],
  },
  trackers: { asks: ['/v1/me/trackers'] },
  crawls: { asks: ['/v1/me/crawls'] },
  keys: { asks: ['/v1/me/api-credentials', '/v1/capabilities'] },
  connect: { asks: ['/v1/me/connections'] },
  activity: { asks: ['/v1/me/api-credentials', '/v1/me/connections', '/v1/me/usage?tool=*&limit=50'] },
  events: { asks: ['/v1/me/events?order=newest&limit=500', '/v1/me/rules'] },
  destinations: { asks: ['/v1/me/destinations'] },
  billing: { asks: ['/session/billing/statement'] },
  account: { asks: ['/session/passkey/list', '/session/list', '/v1/me/shares'] },
  shared: { asks: ['/v1/capabilities'] },
};

const unknownPage: PageHead = { title: 'Page not found' };

/** Pages that are shown to those who are not signed in, in a frame of their own. */
const forVisitors: readonly (DashboardSection | undefined)[] = ['explorer', 'shared', undefined];

/**
 * Writes a document for each page, from the one that Vite has made: the page's
 * head stands in it to be read before the app is there, and it names the files
 * of the page, so that they are loaded beside the app and not after it.
 */
export function pageDocuments(): Plugin {
  return {
    name: 'page-documents',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const made = bundle['index.html'];
      if (made?.type !== 'asset') throw new Error('There is no document to write pages from.');
      const text = String(made.source);
      const files = createFileLists(bundle);
      for (const section of [...sections, undefined]) {
        const source = documentOf(text, section, files);
        if (section === '') made.source = source;
        else this.emitFile({ type: 'asset', fileName: dashboardDocument(section).slice(1), source });
      }
    },
  };
}

const sections = Object.keys(dashboardPages).filter((name): name is DashboardSection => name in pageHeads);

type FilesOf = (...modules: readonly string[]) => readonly string[];

/** The files that the given modules of the app need beyond those that every page has. */
function createFileLists(bundle: Rollup.OutputBundle): FilesOf {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (names: readonly string[]) => {
    const found = new Set(names);
    for (const name of found) for (const next of byName.get(name)?.imports ?? []) found.add(next);
    return found;
  };
  const always = closure(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  return (...modules) => {
    const first = modules.map((module) => {
      const isOf = (id: string | null) =>
        id?.endsWith(`/src/${module}.tsx`) || id?.endsWith(`/src/${module}.ts`);
      const chunk = chunks.find(({ facadeModuleId, moduleIds }) => [facadeModuleId, ...moduleIds].some(isOf));
      if (!chunk) throw new Error(`There is no chunk of ${module}.`);
      return chunk.fileName;
    });
    const names = [...closure(first)].filter((name) => !always.has(name));
    const sheets = names.flatMap((name) => [...(byName.get(name)?.viteMetadata?.importedCss ?? [])]);
    return [...names, ...new Set(sheets)].map((name) => `/${name}`);
  };
}

function moduleOf(section: DashboardSection | undefined): string {
  if (section === undefined) return 'pages/not-found-page';
  const name = section === '' || section === 'sign-in' ? 'overview' : section;
  return `pages/${name}/${name}-page`;
}

function documentOf(text: string, section: DashboardSection | undefined, files: FilesOf): string {
  const isOpen = forVisitors.includes(section);
  const start = (section === undefined ? undefined : starts[section]) ?? {};
  const { whole = [], part = [], asks = [], partAsks = [] } = start;
  const listsIn = (visitor: 'in' | 'out', shell: string) => {
    const all = files(shell, moduleOf(section));
    const beyond = (modules: readonly string[]) => files(...modules).filter((name) => !all.includes(name));
    return { [visitor]: all, [`${visitor}-whole`]: beyond(whole), [`${visitor}-part`]: beyond(part) };
  };
  const lists = {
    ...listsIn('in', 'shell'),
    ...(isOpen ? listsIn('out', 'visitor-shell') : { out: files('pages/sign-in/sign-in-page') }),
    ask: asks,
    'ask-part': partAsks,
  };
  const early = `<script src="/early.js" ${Object.entries(lists)
    .map(([name, entries]) => `data-${name}="${escapeHtml(entries.join(' '))}"`)
    .join(' ')}>`;
  const frames = pageFrame(section, 'in') + (isOpen ? pageFrame(section, 'out') : signInFrame());
  // Between the first frame, which is shown without it, and the app, whose theme comes after it.
  const sheet = /\s*<link rel="stylesheet"[^>]*>/u.exec(text)?.[0] ?? '';
  return [
    [sheet, ''],
    ['<script src="/early.js">', early],
    ['</head>', `  <style>${frameStyle}</style>\n  </head>`],
    ['<div id="root"></div>', `<div id="early">${frames}</div>${sheet}\n    <div id="root"></div>`],
  ].reduce((written, [place = '', instead = '']) => {
    if (place === '' || !written.includes(place)) throw new Error('The document has no place for a frame.');
    return written.replace(place, () => instead);
  }, text);
}

const headOf = (section: DashboardSection | undefined): PageHead =>
  section === undefined ? unknownPage : pageHeads[section];

function headText(section: DashboardSection | undefined): string {
  const { title, lead } = headOf(section === 'sign-in' ? '' : section);
  const sentence = lead === undefined ? '' : `<p>${escapeHtml(lead)}</p>`;
  const isWide = section === 'explorer' || section === 'shared' ? ' data-wide' : '';
  return `<div class="early-page"${isWide}><h1>${escapeHtml(title)}</h1>${sentence}${loading}</div>`;
}

const loading = '<div role="status" aria-label="Loading the page"></div>';
const brand = `<div class="early-bar">${brandMark}Oriel</div>`;

function pageFrame(section: DashboardSection | undefined, visitor: 'in' | 'out'): string {
  return `<div class="early" data-for="${visitor}">${brand}${headText(section)}</div>`;
}

function signInFrame(): string {
  const { title, lead } = pageHeads['sign-in'];
  return `<div class="early early-sign-in" data-for="out"><div><div class="early-mark">${brandMark}Oriel</div><div class="early-card"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(lead)}</p>${loading}</div></div></div>`;
}

const names = {
  canvas: '--oriel-canvas',
  surface: '--oriel-surface',
  line: '--mantine-color-default-border',
  dim: '--mantine-color-dimmed',
} as const;

/** The colors of a scheme, as the app has them. */
function schemeStyle(scheme: 'light' | 'dark', text: string): string {
  const named = Object.entries(names).map(([name, variable]) => `--${name}:${colors[scheme][variable]}`);
  return `[data-mantine-color-scheme=${scheme}]{${[...named, `--ink:${text}`].join(';')};color-scheme:${scheme};background:var(--canvas)}`;
}

/** The sheet of the first frame, without what is for readers of its source. */
const frameSheet = readFileSync(fileURLToPath(new URL('early.css', import.meta.url)), 'utf8')
  .replaceAll(/\/\*.*?\*\//gsu, '')
  .replaceAll(/\s*([{}:;,])\s*/gu, '$1');

const frameStyle = [
  schemeStyle('light', '#16201e'),
  schemeStyle('dark', colors.dark['--mantine-color-text']),
  frameSheet,
].join('');
