import { readFile } from 'node:fs/promises';

/** A guide as the service serves it: Markdown of `docs`, with links that hold under `/docs`. */
interface Guide {
  readonly name: string;
  readonly title: string;
  readonly markdown: string;
}

interface GuidePart {
  readonly file: string;
  /** Only these sections, by heading; all where left out. */
  readonly only?: readonly string[];
  /** Sections for those who run or change the service. */
  readonly without?: readonly string[];
}

interface GuideSource {
  readonly name: string;
  readonly title: string;
  readonly parts: readonly GuidePart[];
}

const sources: readonly GuideSource[] = [
  {
    name: 'datasets',
    title: 'Datasets and changes',
    parts: [{ file: 'datasets.md', without: ['Where they lie'] }],
  },
  {
    name: 'imports',
    title: 'Your own data',
    parts: [
      { file: 'own-sites.md', without: ['Where they lie'] },
      { file: 'stored-index.md', only: ['Bringing your own data'] },
    ],
  },
  {
    name: 'search-console',
    title: 'Search Console by sign-in',
    parts: [
      {
        file: 'search-console.md',
        without: ['A client at Google, once for each place', 'Quotas', 'Where it lies'],
      },
    ],
  },
  {
    name: 'watch',
    title: 'Trackers, events and webhooks',
    parts: [{ file: 'watch.md', without: ['Where it lies'] }],
  },
  { name: 'why', title: 'Why clicks changed', parts: [{ file: 'why.md' }] },
  {
    name: 'open-data',
    title: 'Open data about real domains',
    parts: [{ file: 'open-data.md', only: ['What answers say', 'Sources and terms'] }],
  },
  { name: 'clients', title: 'Clients', parts: [{ file: 'clients.md', without: ['Changing them'] }] },
  { name: 'agents', title: 'Connecting agents', parts: [{ file: 'connecting-agents.md' }] },
  {
    name: 'audit',
    title: 'How a site is audited',
    parts: [{ file: 'audit.md', without: ['The guarded fetcher', 'Adding a check'] }],
  },
];

/** The guides for callers, cut from the documentation. A section that is named here and gone is an error. */
export async function readGuides(folder = 'docs'): Promise<readonly Guide[]> {
  const served = new Map(sources.flatMap(({ name, parts }) => parts.map(({ file }) => [file, name])));
  return await Promise.all(
    sources.map(async ({ name, title, parts }) => {
      const texts = await Promise.all(parts.map((part) => readPart(folder, part)));
      return { name, title, markdown: `# ${title}\n\n${linksOf(texts.join('\n'), served)}` };
    }),
  );
}

async function readPart(folder: string, { file, only, without = [] }: GuidePart): Promise<string> {
  const [opening = '', ...sections] = (await readFile(`${folder}/${file}`, 'utf8')).split(/^(?=## )/mu);
  const headings = sections.map((section) => section.split('\n', 1)[0]?.slice(3) ?? '');
  for (const heading of [...(only ?? []), ...without])
    if (!headings.includes(heading)) throw new Error(`${file} has no section "${heading}".`);
  const kept = sections.filter((_, at) => {
    const heading = headings[at] ?? '';
    return only ? only.includes(heading) : !without.includes(heading);
  });
  return [...(only ? [] : [opening.replace(/^# .*\n+/u, '')]), ...kept].join('');
}

/** Links to guides and reference pages as paths; what is only in the repository becomes text, and a decision goes. */
function linksOf(markdown: string, served: ReadonlyMap<string, string>): string {
  return markdown
    .replaceAll(/\s*\(\[[^\]]*\]\(decisions\/[^)]*\)\)/gu, '')
    .replaceAll(
      /\[(?<text>[^\]]*)\]\((?<file>[a-z_/-]+\.md)?(?<anchor>#[\w-]+)?\)/gu,
      (_match, text: string, file: string | undefined, anchor: string | undefined) => {
        if (file === undefined) return `[${text}](${anchor})`;
        const page = served.get(file);
        if (page === undefined) return text;
        const title = sources.find(({ name }) => name === page)?.title;
        const shown = text.endsWith('.md') ? (title ?? text) : text;
        return `[${shown}](/docs/${page}${anchor ?? ''})`;
      },
    );
}
