import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildDashboard, dashboardFolder } from '#local/pages/build-dashboard.ts';
import { pageHeads } from '../../dashboard/src/page-heads.ts';

/** What a visitor loads before the sign-in page stands, a person before the overview does, and an owner before the site does. */
const looks = [
  { name: 'sign-in page', chunks: ['sign-in-page'], budgetBytes: 122_000, budgetFiles: 4 },
  { name: 'overview', chunks: ['shell', 'overview-page'], budgetBytes: 150_000, budgetFiles: 8 },
  // Its chart comes after it.
  { name: 'site page', chunks: ['shell', 'sites-page', 'site-page'], budgetBytes: 190_000, budgetFiles: 10 },
  { name: 'research page', chunks: ['shell', 'explorer-page'], budgetBytes: 200_000, budgetFiles: 9 },
];

/** Scripts that a look loads: those of the page and the given chunks, and what they import at once. */
async function scriptsOf(chunks: readonly string[]): Promise<Map<string, number>> {
  const assets = join(dashboardFolder, 'assets');
  const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8');
  const files = await readdir(assets);
  const first = chunks.map((chunk) =>
    files.find((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js')),
  );
  const wanted = [...page.matchAll(/\s(?:src|href)="\/assets\/([\w.-]+\.js)"/gu)]
    .map((match) => match[1] ?? '')
    .concat(first.map((name) => name ?? ''));
  const sizes = new Map<string, number>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (sizes.has(name)) continue;
    const text = await readFile(join(assets, name), 'utf8');
    sizes.set(name, gzipSync(text, { level: 9 }).length);
    wanted.push(
      ...[...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/gu)].map((match) => match[1] ?? ''),
    );
  }
  return sizes;
}

describe('the first look at the dashboard', () => {
  it.each(looks)(
    'loads at most $budgetBytes bytes of compressed script in $budgetFiles files for the $name',
    async ({ name, chunks, budgetBytes, budgetFiles }) => {
      await buildDashboard();
      const sizes = await scriptsOf(chunks);
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      process.stdout.write(
        `${name}: ${(total / 1_000).toFixed(1)} kB of compressed script in ${sizes.size} files.\n`,
      );
      expect(sizes.size).toBeGreaterThan(3);
      expect(total).toBeLessThan(budgetBytes);
      expect(sizes.size).toBeLessThanOrEqual(budgetFiles);
    },
  );

  it('has the sheet of every component that a script draws', async () => {
    await buildDashboard();
    const assets = join(dashboardFolder, 'assets');
    const files = await readdir(assets);
    const textOf = async (ending: string) => {
      const found = files.filter((name) => name.endsWith(ending));
      return (await Promise.all(found.map((name) => readFile(join(assets, name), 'utf8')))).join('');
    };
    const all = await readFile('node_modules/@mantine/core/styles.css', 'utf8');
    const sheets = await textOf('.css');
    const classes = [...new Set((await textOf('.js')).match(/\bm_[\da-f]{6,8}\b/gu))];
    const styled = classes.filter((name) => all.includes(`.${name}`));
    expect(styled.length).toBeGreaterThan(100);
    expect(styled.filter((name) => !sheets.includes(`.${name}`))).toEqual([]);
  });

  it('is a document for each page, with its heading in it and the files that it needs', async () => {
    await buildDashboard();
    const assets = await readdir(join(dashboardFolder, 'assets'));
    for (const [section, { title }] of Object.entries(pageHeads)) {
      const name = section === '' ? 'index' : section;
      const text = await readFile(join(dashboardFolder, `${name}.html`), 'utf8');
      expect(text).toContain(`<h1>${section === 'sign-in' ? 'Home' : title}</h1>`);
      const files = [...text.matchAll(/data-(?:in|out)(?:-\w+)?="(?<list>\/[^"]+)"/gu)].flatMap(
        ({ groups }) => groups?.list?.split(' ') ?? [],
      );
      expect(files.length).toBeGreaterThan(4);
      expect(files.filter((file) => !assets.includes(file.slice('/assets/'.length)))).toEqual([]);
    }
  });

  it('has no script and no handler inline', async () => {
    await buildDashboard();
    const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/u);
    expect(page).not.toMatch(/\son\w+=/u);
    expect(page).not.toMatch(/https?:\/\//u);
  });
});
