import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = join(root, 'dashboard');

/** Where the built dashboard is; all of it is served as it lies there. */
export const dashboardFolder = join(source, 'dist');

/** Names the sources that the files were built from. Not served: its name starts with a dot. */
const marker = join(dashboardFolder, '.built-from');

/**
 * Builds the dashboard when it is missing or its sources have changed since;
 * true where it had to be built. A check takes some 10 ms, a build about 2 s.
 */
export async function buildDashboard(): Promise<boolean> {
  const wanted = await sourceDigest();
  const built = await readFile(marker, 'utf8').catch(() => undefined);
  if (built === wanted) return false;
  // Loaded only here: a start with nothing to build should not pay for the bundler.
  const { build } = await import('vite');
  await build({ root: source, configFile: join(source, 'vite.config.ts'), logLevel: 'error' });
  await writeFile(marker, wanted);
  return true;
}

/** A digest of everything that can change the build: the app, its settings and the locked dependencies. */
async function sourceDigest(): Promise<string> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(dashboardFolder))
    .toSorted();
  const hash = createHash('sha256');
  for (const path of [join(root, 'package-lock.json'), ...files]) {
    hash.update(relative(root, path)).update('\0');
    hash.update(await readFile(path)).update('\0');
  }
  return hash.digest('hex');
}
