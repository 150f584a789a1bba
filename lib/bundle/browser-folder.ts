import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import * as v from 'valibot';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const require = createRequire(import.meta.url);

/**
 * What a function that opens pages has in `/opt`: Chromium, packed; its fonts, and the libraries that Amazon
 * Linux lacks, where the runtime looks for them; and the library that drives it. Made once for each pair of versions.
 */
export function browserFolder(): string {
  const chromium = packageOf(dirname(dirname(require.resolve('@sparticuz/chromium'))));
  const driver = packageOf(dirname(require.resolve('playwright-core')));
  const folder = join(root, 'dist', `browser-${chromium.version}-${driver.version}`);
  if (existsSync(folder)) return folder;
  const work = `${folder}.${process.pid}`;
  mkdirSync(join(work, 'fonts'), { recursive: true });
  copyFileSync(join(chromium.folder, 'bin/chromium.br'), join(work, 'chromium.br'));
  unpack(join(chromium.folder, 'bin/al2023.tar.br'), work);
  unpack(join(chromium.folder, 'bin/fonts.tar.br'), join(work, 'fonts'));
  cpSync(driver.folder, join(work, 'nodejs/node_modules/playwright-core'), { recursive: true });
  try {
    renameSync(work, folder);
  } catch (error) {
    // Another process has made the same meanwhile.
    rmSync(work, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function unpack(packed: string, folder: string): void {
  execFileSync('tar', ['-x', '-C', folder], { input: brotliDecompressSync(readFileSync(packed)) });
}

const Manifest = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

function packageOf(folder: string): { readonly folder: string; readonly version: string } {
  return { folder, version: v.parse(Manifest, readFileSync(join(folder, 'package.json'), 'utf8')).version };
}
