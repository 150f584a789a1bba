import { createImportRuns } from '#local/imports/import-runs.ts';

const program = new URL('../../support/imports/odd-thread.mjs', import.meta.url);
const settings = {
  endpoint: '',
  bulkDoor: undefined,
  commitsTogether: false,
  objectsFolder: '',
  takesSharedUploads: false,
};

/** Runs of threads that end as the ids of their uploads say, and what became of each. */
function runsOf(limits: { readonly longestMs?: number } = {}) {
  const outcomes: string[] = [];
  const touched = new Set<string>();
  const ended = Promise.withResolvers<void>();
  const noteEnd = (outcome: string) => {
    outcomes.push(outcome);
    if (outcome.startsWith('last')) ended.resolve();
  };
  const log = (message: string) => noteEnd(message);
  const runs = createImportRuns({
    settings,
    uploads: {
      fail: async (_account, id, message) => noteEnd(`${id}: ${message.split(' ').slice(0, 3).join(' ')}`),
      stayQueued: async (_account, id) => void touched.add(id),
    },
    clock: Date.now,
    logger: { info: log, warn: log, error: () => {} },
    program,
    heapMb: 32,
    aliveEveryMs: 5,
    ...limits,
  });
  const start = (accountId: string, uploadId: string) => runs.start({ accountId, uploadId });
  return { runs, outcomes, touched, start, ended: ended.promise };
}

describe('imports on one machine', () => {
  it('fail alone when they take more memory than one may, or break, and the next one runs', async () => {
    const { start, outcomes, ended } = runsOf();
    for (const id of ['greedy', 'fails', 'last']) start('a', id);
    await ended;
    expect(outcomes).toEqual(['greedy: The files are', 'fails: The files are', 'last']);
  });

  it('are ended when their time is over, whatever they do', async () => {
    const { start, outcomes, ended } = runsOf({ longestMs: 3_000 });
    for (const id of ['endless', 'last']) start('a', id);
    await ended;
    expect(outcomes).toEqual(['endless: The import ran', 'last']);
  });

  it('let the account go first whose imports have taken the least while others waited', async () => {
    const { start, outcomes, ended } = runsOf();
    for (const id of ['slow-1', 'slow-2', 'slow-3', 'last']) start('busy', id);
    for (const id of ['slow-4', 'slow-5']) start(`account of ${id}`, id);
    await ended;
    expect(outcomes).toEqual(['slow-1', 'slow-4', 'slow-5', 'slow-2', 'slow-3', 'last']);
  });

  it('are told to wait still, until they run', async () => {
    const { start, touched, ended } = runsOf();
    for (const id of ['slow-1', 'slow-2', 'last']) start('a', id);
    await ended;
    expect([...touched].toSorted()).toEqual(['last', 'slow-2']);
  });

  it('end with the server, and say so, those that wait included', async () => {
    const { runs, start, outcomes } = runsOf();
    for (const id of ['endless', 'waits']) start('a', id);
    await runs.close();
    expect(outcomes).toEqual(['endless: The server was', 'waits: The server was']);
  });
});
