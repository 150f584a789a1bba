import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '#local/data/data-folder.ts';
import { loadSigning, rotateLocalSigning } from '#local/signing.ts';

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
    const rotated = await rotateLocalSigning(folder);
    expect(rotated).toEqual({ current_key: first.keys.next.kid });
    const second = await loadSigning(folder);
    expect(second.keys.previous).toEqual(first.keys.current);
    expect(second.cookieKeys).toContain(first.cookieKeys[0]);
  });
});
