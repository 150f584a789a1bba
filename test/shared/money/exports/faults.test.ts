import { exportWhatIsDue } from '#functions/maintenance/finance.ts';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { type Books, day, openBooks } from '#test/support/ledger/books.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

type MemoryObjects = ReturnType<typeof memoryObjects>;

describe('the files of finance', () => {
  let world: Books;
  beforeAll(async () => {
    world = await openBooks();
    const accountId = await world.openAccount(1_000);
    for (let calls = 0; calls < 3; calls += 1) await world.finish(await world.hold(accountId), 'charged');
    world.clock.advance(5 * day);
  });
  afterAll(() => world.database.stop());

  const open = (objects: ObjectStore) =>
    createExporter(openExporterParts({ ...world.database, objects, clock: world.clock }));

  /** Writes and deletions that a whole export makes, and the files it leaves. */
  async function wholeRun() {
    const objects = memoryObjects();
    let changes = 0;
    const counted = failingStore(objects, () => {
      changes += 1;
      return false;
    });
    await open(counted).due();
    return { files: await filesOf(objects), changes };
  }

  it('are all there or none is, for every write that can fail, and the same bytes after the next run', async () => {
    const { files, changes } = await wholeRun();
    expect(changes).toBeGreaterThan(10);
    for (let failing = 0; failing < changes; failing += 1) {
      const objects = memoryObjects();
      let change = 0;
      const once = failingStore(objects, () => change++ === failing);
      await expect(open(once).due()).rejects.toThrow('The disk is full.');
      expectOnlyWholeFolders(objects, files);
      await open(objects).due();
      expect(await filesOf(objects)).toEqual(files);
    }
  });

  it('are taken for unfinished after a kill at any write, and made again', async () => {
    const { files, changes } = await wholeRun();
    for (let killedAt = 0; killedAt < changes; killedAt += 1) {
      const objects = memoryObjects();
      let change = 0;
      const killed = failingStore(objects, () => change++ >= killedAt);
      await expect(open(killed).due()).rejects.toThrow('The disk is full.');
      for (const folder of sealedFolders(objects))
        expect(inFolder(await filesOf(objects), folder)).toEqual(inFolder(files, folder));
      await open(objects).due();
      expect(await filesOf(objects)).toEqual(files);
    }
  });

  it('are written by one run at a time: the second is refused, and the hourly one leaves it to the first', async () => {
    const objects = memoryObjects();
    const results = await Promise.allSettled([open(objects).due(), open(objects).due()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'request_in_progress' },
    });
    expect(await filesOf(objects)).toEqual((await wholeRun()).files);
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    const [first, second] = await Promise.all([
      exportWhatIsDue(open(memoryObjects()), logger),
      exportWhatIsDue(open(memoryObjects()), logger),
    ]);
    expect([first?.days.length, second?.days.length].sort()).toEqual([
      0,
      first.days.length || second.days.length,
    ]);
  });

  it('are left alone by a run that slept while another took over', async () => {
    const objects = memoryObjects();
    const { promise: asleep, resolve: wake } = Promise.withResolvers<void>();
    const { promise: dozing, resolve: doze } = Promise.withResolvers<void>();
    const sleepy: ObjectStore = {
      ...objects,
      async *list(prefix) {
        // It is about to clear the folder of a day, and is stopped there for longer than it holds the lease.
        if (prefix.startsWith('usage/dt=2')) {
          doze();
          await asleep;
        }
        yield* objects.list(prefix);
      },
    };
    const first = open(sleepy).month('2026-11');
    await dozing;
    world.clock.advance(61);
    await open(objects).month('2026-11');
    const files = await filesOf(objects);
    wake();
    await expect(first).rejects.toThrow('Another export has taken over');
    expect(await filesOf(objects)).toEqual(files);
  });
});

/** A store whose next writes and deletions fail where `fails` says so. */
function failingStore(objects: MemoryObjects, fails: () => boolean): ObjectStore {
  const orFail = (work: () => Promise<void>) =>
    fails() ? Promise.reject(new Error('The disk is full.')) : work();
  return {
    ...objects,
    put: (key, body) => orFail(() => objects.put(key, body)),
    delete: (key) => orFail(() => objects.delete(key)),
  };
}

async function filesOf(objects: MemoryObjects): Promise<Record<string, string>> {
  const files: [string, string][] = [];
  for await (const key of objects.list(''))
    files.push([key, Buffer.from((await objects.get(key)) ?? '').toString('base64')]);
  return Object.fromEntries(files);
}

const folderOf = (key: string) => key.split('/').slice(0, 2).join('/');

function inFolder(files: Record<string, string>, folder: string) {
  return Object.entries(files).filter(([key]) => folderOf(key) === folder);
}

function sealedFolders(objects: MemoryObjects): string[] {
  return objects
    .keys()
    .filter((key) => /digest\.json$|reconciliation\.json$/u.test(key))
    .map(folderOf);
}

function expectOnlyWholeFolders(objects: MemoryObjects, files: Record<string, string>): void {
  for (const folder of new Set(objects.keys().map(folderOf)))
    expect(
      objects
        .keys()
        .filter((key) => folderOf(key) === folder)
        .sort(),
    ).toEqual(inFolder(files, folder).map(([key]) => key));
}
