import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { objectLifetimes } from '#shared/platform/object-store/object-lifetimes.ts';

const dayMs = 24 * 3_600_000;

/**
 * Deletes the objects below `folder` whose days are over, as a bucket's
 * lifecycle rules do, drafts of a stopped write included. Returns how many.
 * A file's age is that of the file system: a shifted clock ages none.
 */
export async function deleteExpiredFiles(folder: string, now = Date.now()): Promise<number> {
  let deleted = 0;
  for (const [prefix, days] of Object.entries(objectLifetimes)) {
    const root = join(folder, prefix);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(unlessMissing);
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const file = await stat(path).catch(unlessMissing);
      if (!('mtimeMs' in file) || file.mtimeMs + days * dayMs > now) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}

/** A folder that was never needed, or a file that an import has deleted meanwhile. */
function unlessMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
