import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { read } from '#test/functions/reference/read-reference.ts';

const pages = [...globSync('*.md'), ...globSync('{docs/**,clients/*}/*.md')].sort();
const textOf = (page: string) => readFileSync(page, 'utf8');

/** As the forge makes a heading's anchor: letters, digits and hyphens, in lower case. */
function anchorOf(heading: string): string {
  const shown = heading.replaceAll(/\[(?<text>[^\]]*)\]\([^)]*\)/gu, '$<text>');
  return shown
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(page: string): Set<string> {
  return new Set(
    [...textOf(page).matchAll(/^#+ (?<heading>.*)$/gmu)].map((match) => anchorOf(match[1] ?? '')),
  );
}

/** Links of a page into the repository, as paths from its root. */
function linksOf(page: string): { readonly target: string; readonly anchor: string }[] {
  const found = [
    ...textOf(page).matchAll(/\]\((?!https?:|mailto:|\/)(?<path>[^)\s#]*)(?:#(?<anchor>[^)\s]+))?\)/gu),
  ];
  return found.map(({ groups: { path = '', anchor = '' } = {} }) => ({
    target: path === '' ? page : normalize(join(dirname(page), path)),
    anchor,
  }));
}

describe('the documentation', () => {
  it('has no link that leads nowhere, to the heading', () => {
    const broken = pages.flatMap((page) =>
      linksOf(page)
        .filter(({ target, anchor }) => {
          const isThere = globSync(target).length > 0;
          return !isThere || (anchor !== '' && target.endsWith('.md') && !anchorsOf(target).has(anchor));
        })
        .map(({ target, anchor }) => `${page} → ${target}#${anchor}`),
    );
    expect(broken).toEqual([]);
  });

  it('links only to pages that the service renders, to the section', async () => {
    const served = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?<path>\/[^)#]*)(?:#(?<anchor>[^)]+))?\)/gu)].map(({ groups }) => ({
        page,
        path: groups?.path ?? '',
        anchor: groups?.anchor,
      })),
    );
    expect(served.length).toBeGreaterThan(5);
    for (const { page, path, anchor } of served) {
      const { statusCode, body } = await read(path);
      const isThere = statusCode === 200 && (anchor === undefined || body.includes(` id="${anchor}"`));
      expect({ page, path, anchor, isThere }).toEqual({ page, path, anchor, isThere: true });
    }
  });

  it('names no file or folder that is not there', () => {
    const named =
      /`(?<path>(?:bin|clients|lib|local|functions|shared|dashboard|test|bench|docs)\/[\w./*-]+)`/gu;
    const missing = pages.flatMap((page) =>
      [...textOf(page).matchAll(named)]
        .map(({ groups }) => groups?.path ?? '')
        // A test's file may be named without its ending; the tool that adding-a-tool.md adds is made up.
        .filter((path) => globSync([path, `${path}.*`]).length === 0 && !path.includes('inspect-brand'))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('lists every page for the reader it is for', () => {
    const listed = new Set(linksOf('docs/README.md').map(({ target }) => target));
    const unlisted = globSync('docs/*.md').filter((page) => page !== 'docs/README.md' && !listed.has(page));
    expect(unlisted).toEqual([]);
  });

  it('lists every decision under its title, once', () => {
    const records = globSync('docs/decisions/[0-9]*.md').map((page) => {
      const name = basename(page);
      return `- [${name.slice(0, 4)}](${name}) ${textOf(page).split('\n')[0]?.slice('# 0000: '.length)}`;
    });
    const listed = textOf('docs/decisions/README.md').match(/^- .*$/gmu) ?? [];
    expect(listed.toSorted()).toEqual(records.toSorted());
  });

  it('names only decisions that hold, and so does the code', () => {
    const numbers = new Set(globSync('docs/decisions/[0-9]*.md').map((page) => basename(page).slice(0, 4)));
    const sources = globSync(
      '{bin,clients,lib,local,functions,shared,test,bench,dashboard/src}/**/*.{ts,tsx}',
    );
    const named = [...pages, ...sources].flatMap((file) =>
      [...textOf(file).matchAll(/\bdecisions?[ /](?<number>0\d{3})\b/gu)].map(
        ({ groups }) => `${file}: ${groups?.number}`,
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !numbers.has(name.slice(-4)))).toEqual([]);
  });

  it('says things in the words of the field, and so do source and screens', () => {
    const privateWords = /\bwhat became of\b|\bwhoever\b|\bpurses?\b|\bfor ever\b/giu;
    const sources = globSync('{bin,lib,local,functions,shared,dashboard/src}/**/*.{ts,tsx}');
    const found = [...pages, ...sources].flatMap((file) =>
      [...textOf(file).matchAll(privateWords)].map(([word]) => `${file}: ${word}`),
    );
    expect(found).toEqual([]);
  });
});
