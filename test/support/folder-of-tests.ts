import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A new folder that is there until the last test of a file has run. */
export function folderOfTests(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `oriel-${name}-`));
  made.push(folder);
  return folder;
}
