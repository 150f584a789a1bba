import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretFile } from '#local/secret-file.ts';
import { loadSigningSecret, rotateSigningSecret } from '#shared/identity/signing-secret.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-secret-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('the signing secret on one machine', () => {
  it('is made once, also when two start at the same time, and only its owner can read it', async () => {
    const path = join(folder, 'a', 'signing.json');
    const [one, two] = await Promise.all([
      loadSigningSecret(createSecretFile(path)),
      loadSigningSecret(createSecretFile(path)),
    ]);
    expect(one).toEqual(two);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('keeps old keys and cookies usable through a rotation', async () => {
    const path = join(folder, 'b', 'signing.json');
    const before = await loadSigningSecret(createSecretFile(path));
    const after = await rotateSigningSecret(createSecretFile(path), Date.now());
    expect(await loadSigningSecret(createSecretFile(path))).toEqual(after);
    expect(after.signing.current).toEqual(before.signing.next);
    expect(after.cookie_keys).toContain(before.cookie_keys[0]);
  });

  it('is never quoted in the error about a damaged file', async () => {
    const path = join(folder, 'damaged.json');
    await writeFile(path, JSON.stringify({ signing: 'top-secret' }));
    const failure = await loadSigningSecret(createSecretFile(path)).catch((error: Error) => error);
    expect(String(failure)).toMatch(/not in its expected form/u);
    expect(String(failure)).not.toContain('top-secret');
    expect(await readFile(path, 'utf8')).toContain('top-secret');
  });
});
