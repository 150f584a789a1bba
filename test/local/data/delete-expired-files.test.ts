import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { deleteExpiredFiles } from '#local/data/delete-expired.ts';

const now = Date.parse('2026-11-22T12:00:00Z');
const dayMs = 24 * 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(key: string, ageDays: number) {
  const path = join(folder, key);
  const time = new Date(now - ageDays * dayMs);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'x');
  await utimes(path, time, time);
}

async function names() {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((file) => file.isFile())
    .map(({ name }) => name)
    .sort();
}

describe('files whose days are over on one machine', () => {
  it('are deleted under every prefix that expires, and nothing else is', async () => {
    await put('answers/acct_1/old-answer', 396);
    await put('answers/acct_1/answer', 395);
    await put('datasets/acct_1/old-dataset.csv', 7);
    await put('datasets/acct_1/dataset.csv', 6.9);
    await put('idempotency/acct_1/key=a/old-try', 2);
    await put('idempotency/acct_1/key=b/try', 1.9);
    await put('uploads/acct_1/upl_1/old-upload', 1);
    await put('uploads/acct_1/upl_2/upload', 0.9);
    await put('uploads/acct_1/upl_1/old-upload.1.draft', 1);
    await put('usage/dt=2020-01-01/records', 2_000);
    expect(await deleteExpiredFiles(folder, now)).toBe(5);
    expect(await names()).toEqual(['answer', 'dataset.csv', 'records', 'try', 'upload']);
    expect(await deleteExpiredFiles(folder, now)).toBe(0);
  });

  it('are none where nothing was ever stored', async () => {
    expect(await deleteExpiredFiles(join(folder, 'none'), now)).toBe(0);
  });
});
