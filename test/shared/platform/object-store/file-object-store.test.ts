import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileObjectStore } from '#shared/platform/object-store/file-object-store.ts';
import {
  createObjectLinks,
  type ObjectLinks,
  openObjectLink,
} from '#shared/platform/object-store/object-links.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { refusedKeys } from '#test/support/stores/object-keys.ts';

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

let folder: string;
let now = Date.UTC(2026, 10, 20);
let links: ObjectLinks;
let files: ObjectStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oriel-objects-'));
  links = createObjectLinks({ baseUrl: () => 'http://localhost:4000', secret: 'secret', clock: () => now });
  files = createFileObjectStore({ folder: join(folder, 'objects'), links });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe('objects as files', () => {
  const keysUnder = async (prefix: string) => {
    const keys: string[] = [];
    for await (const key of files.list(prefix)) keys.push(key);
    return keys;
  };

  it('gives back what was put, and the newest of two', async () => {
    await files.put('a/b/one.csv', Buffer.from('first'));
    await files.put('a/b/one.csv', Buffer.from('second'), { contentType: 'text/csv' });
    expect(text(await files.get('a/b/one.csv'))).toBe('second');
  });

  it('gives back in pieces what was put', async () => {
    const body = Buffer.alloc(300_000, 'piece');
    await files.put('a/b/long.csv', body);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await files.open('a/b/long.csv')) ?? []) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
  });

  it('has nothing where nothing was put', async () => {
    expect(await files.open('a/b/none.csv')).toBeUndefined();
    expect(await files.get('a/b/none.csv')).toBeUndefined();
  });

  it('lists the keys under a prefix in order, and nothing else', async () => {
    for (const key of ['list/b', 'list/a', 'listing/c', 'other']) await files.put(key, Buffer.from(key));
    expect(await keysUnder('list/')).toEqual(['list/a', 'list/b']);
    expect(await keysUnder('nowhere/')).toEqual([]);
  });

  it('forgets what is deleted, and lets one delete what is not there', async () => {
    await files.put('gone', Buffer.from('x'));
    await files.delete('gone');
    await files.delete('gone');
    expect(await files.get('gone')).toBeUndefined();
  });

  it.each(refusedKeys)('refuses the key %j', async (key) => {
    await expect(files.put(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    await expect(files.get(key)).rejects.toThrow(RangeError);
    await expect(files.delete(key)).rejects.toThrow(RangeError);
    await expect(files.downloadUrl(key, { fileName: 'x', expiresInSeconds: 1 })).rejects.toThrow(RangeError);
  });
});

describe('a file that is being written', () => {
  it('leaves nothing else behind when it is done', async () => {
    await files.put('whole/one.json', Buffer.from('{}'));
    expect(await readdir(join(folder, 'objects', 'whole'))).toEqual(['one.json']);
  });
});

describe('a file that comes in pieces', () => {
  const pieces = async function* (failure?: Error) {
    yield Buffer.from('a,b\r\n');
    if (failure) throw failure;
    yield Buffer.from('1,2\r\n');
  };

  it('is there whole, or, where they end in a failure, not at all', async () => {
    await files.put('pieces/rows.csv', pieces());
    expect(text(await files.get('pieces/rows.csv'))).toBe('a,b\r\n1,2\r\n');
    await expect(files.put('pieces/broken.csv', pieces(new Error('broken')))).rejects.toThrow('broken');
    expect(await readdir(join(folder, 'objects', 'pieces'))).toEqual(['rows.csv']);
  });
});

describe('GET /objects/…', () => {
  const linkTo = async (key: string, fileName = 'rows.csv') => {
    await files.put(key, Buffer.from('a,b\r\n'));
    return new URL(await files.downloadUrl(key, { fileName, expiresInSeconds: 60 }));
  };

  it('answers a fresh link with the file, to be saved and never run', async () => {
    const download = await openObjectLink(await linkTo('datasets/rows.csv'), links, files);
    expect(text(download?.body)).toBe('a,b\r\n');
    expect(download?.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="rows.csv"',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers nothing once the link has expired', async () => {
    const url = await linkTo('datasets/late.csv');
    now += 60_000;
    expect(await openObjectLink(url, links, files)).toBeUndefined();
  });

  it.each([
    ['another key', (url: URL) => url.pathname.replace('mine', 'other'), undefined],
    ['a later end', undefined, { expires: '99999999999' }],
    ['another name', undefined, { name: 'invoice.html' }],
    ['another signature', undefined, { signature: 'AAAA' }],
    ['no signature', undefined, { signature: '' }],
  ])('answers nothing to a link changed to %s', async (_what, path, query) => {
    await files.put('datasets/other.csv', Buffer.from('theirs'));
    const url = await linkTo('datasets/mine.csv');
    if (path) url.pathname = path(url);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    expect(await openObjectLink(url, links, files)).toBeUndefined();
  });

  it('answers nothing to a link signed with another secret', async () => {
    const foreign = createObjectLinks({ baseUrl: () => 'http://x', secret: 'other', clock: () => now });
    await files.put('datasets/mine.csv', Buffer.from('x'));
    const url = new URL(foreign.linkTo('datasets/mine.csv', { fileName: 'x.csv', expiresInSeconds: 60 }));
    expect(await openObjectLink(url, links, files)).toBeUndefined();
  });

  it('cannot be made to set another header by a file name', async () => {
    const download = await openObjectLink(await linkTo('datasets/rows.csv', 'a"\r\nx: y.csv'), links, files);
    expect(download?.headers['content-disposition']).toBe('attachment; filename="a___x__y.csv"');
  });
});
