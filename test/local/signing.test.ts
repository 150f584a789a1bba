import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '#local/data/data-folder.ts';
import { loadSigning, rotateLocalSigning } from '#local/foundation.ts';

let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'oriel-signing-'));
});
afterAll(() => rm(path, { recursive: true }));

describe('the signing keys of one machine', () => {
  it('are made once, kept where only their owner can read them, and rotated in steps', async () => {
    const folder = await openDataFolder(path);
    const first = await loadSigning(folder);
    expect(await loadSigning(folder)).toEqual(first);
    expect((await stat(join(path, 'signing.json'))).mode & 0o777).toBe(0o600);
    const now = Date.now();
    const rotated = await rotateLocalSigning(folder, now);
    expect(rotated).toEqual({ current_key: first.keys.next.kid });
    const second = await loadSigning(folder);
    expect(second.keys.previous).toEqual(first.keys.current);
    expect(second.cookieKeys).toContain(first.cookieKeys[0]);

    // A token of eight hours may still be signed by the key before.
    await expect(rotateLocalSigning(folder, now + 8 * 3_600_000 - 1)).rejects.toThrow('eight hours');
    expect(await loadSigning(folder)).toEqual(second);
    expect(await rotateLocalSigning(folder, now + 8 * 3_600_000)).toEqual({
      current_key: second.keys.next.kid,
    });
  });
});
