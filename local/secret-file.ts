import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SecretText } from '#shared/identity/signing-secret.ts';

/** A secret in a file that only its owner can read. */
export function createSecretFile(path: string): SecretText {
  async function read(): Promise<string | undefined> {
    try {
      return await readFile(path, 'utf8');
    } catch (error) {
      if (isCode(error, 'ENOENT')) return undefined;
      throw error;
    }
  }

  return {
    read,
    async create(text) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // A link appears whole or not at all, and only for the first who makes it.
      const draft = `${path}.${randomUUID()}`;
      await writeFile(draft, text, { mode: 0o600 });
      try {
        await link(draft, path);
      } catch (error) {
        if (!isCode(error, 'EEXIST')) throw error;
      } finally {
        await rm(draft);
      }
      return (await read()) ?? text;
    },
    async replace(text) {
      // Written beside and renamed, so that a crash leaves the old or the new secret.
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
