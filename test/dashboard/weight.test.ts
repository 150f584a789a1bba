import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildDashboard, dashboardFolder } from '#local/pages/build-dashboard.ts';

const budgetBytes = 200_000;

/** Scripts that a first look at the overview loads: those of the page, and what they import at once. */
async function firstLoad(): Promise<Map<string, number>> {
  const assets = join(dashboardFolder, 'assets');
  const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8');
  const overview = (await readdir(assets)).filter((name) => /^overview-page-.*\.js$/u.test(name));
  const wanted = [...page.matchAll(/\/assets\/([\w.-]+\.js)/gu)]
    .map((match) => match[1] ?? '')
    .concat(overview);
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
  it('loads less than 200 kB of compressed script', async () => {
    await buildDashboard();
    const sizes = await firstLoad();
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    process.stdout.write(
      `First load: ${(total / 1_000).toFixed(1)} kB of compressed script in ${sizes.size} files.\n`,
    );
    expect(sizes.size).toBeGreaterThan(3);
    expect(total).toBeLessThan(budgetBytes);
  });

  it('has no script and no handler inline', async () => {
    await buildDashboard();
    const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/u);
    expect(page).not.toMatch(/\son\w+=/u);
    expect(page).not.toMatch(/https?:\/\//u);
  });
});
