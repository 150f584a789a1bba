import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attempt, Ended } from '../../bench/load/caller.ts';
import { type Books, checkBooks } from '../../bench/load/check-books.ts';
import { type Operation, planOperation } from '../../bench/load/plan.ts';
import { runLoad } from '../../bench/load/run-load.ts';

describe('the service under load, killed half-way', () => {
  it('loses no credit, charges no retry twice, and fails only where it was made to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-load-'));
    const report = await runLoad({
      ...{ folder, seconds: 8, leastOperations: 150, accounts: 6, workers: 8 },
      ...{ upstreamFaults: 0.1, kills: true, seed: 'journey' },
    });
    await rm(folder, { recursive: true, force: true });
    expect(report.faults).toEqual([]);
    expect(report).toMatchObject({ lost_credits: 0, restarts: 1 });
    expect(report.charged).toBeGreaterThan(0);
    expect(report.replays).toBeGreaterThan(0);
  });
});

describe('the check of a load', () => {
  const paid: Operation = {
    ...{ number: 1, account: 0, method: 'POST', path: '/v1/tools/inspect_page', body: {}, price: 2 },
    ...{ key: 'key-1', abortAfterMs: undefined, isDoubled: false, isRepeated: false },
  };
  const answered: Attempt = {
    ...{ milliseconds: 5, status: 200, requestId: 'req_1', code: undefined, charged: 2, isReplay: false },
  };
  const lost: Attempt = { ...answered, status: 0, requestId: undefined, charged: 0 };
  const record = (requestId: string, id: string) =>
    ({ id, request_id: requestId, decision: 'charged', credits_charged: 2 }) as const;

  function books(records: readonly ReturnType<typeof record>[], balance: number, keptCall?: string): Books {
    return {
      accountIds: ['acct_1'],
      granted: 100,
      operations: {
        sweep: async () => ({
          ...{ accounts: 0, openHolds: 0, entries: 0, oldestHoldSeconds: 0 },
          holds: { charged: 0, void: 0, unknown: 0 },
        }),
        reconcile: async () => ({ proven: true, accounts: [] }),
        operator: { show: async () => ({ balance, open_holds: 0 }) },
      },
      records: () => records.values(),
      findKey: async () => keptCall && { call_id: keptCall },
    } as unknown as Books;
  }
  const check = (ended: Ended, of: Books) => checkBooks([ended], of);

  it('is content with a charge that its caller heard of, and with one whose answer is kept for a retry', async () => {
    const heard = await check(
      { operation: paid, attempts: [answered] },
      books([record('req_1', 'use_1')], 98),
    );
    expect(heard).toMatchObject({ lost_credits: 0, charged: 2, unheard_charges: 0, faults: [] });
    const replayed = { ...answered, requestId: 'req_2', charged: 0, isReplay: true };
    const kept = books([record('req_1', 'use_1')], 98, 'use_1');
    expect(await check({ operation: paid, attempts: [lost, replayed] }, kept)).toMatchObject({
      unheard_charges: 1,
      faults: [],
    });
  });

  it.each([
    ['a balance that fell without a record', [answered], books([record('req_1', 'use_1')], 97)],
    ['an answer whose charge has no record', [answered], books([], 100)],
    [
      'an operation that was charged twice',
      [answered, { ...answered, requestId: 'req_2' }],
      books([record('req_1', 'use_1'), record('req_2', 'use_2')], 96),
    ],
    [
      'a charge for which no call was made',
      [answered],
      books([record('req_1', 'use_1'), record('req_9', 'use_9')], 96),
    ],
    [
      'a kept answer of another call than the one that was charged',
      [lost, answered],
      books([record('req_1', 'use_1')], 98, 'use_2'),
    ],
  ])('reports %s', async (_what, attempts, of) => {
    expect((await check({ operation: paid, attempts }, of)).faults).not.toEqual([]);
  });

  it('plans the same operations for the same seed, of every kind', () => {
    const plan = Array.from({ length: 400 }, (_, number) => planOperation('seed', number, 8));
    expect(plan).toEqual(Array.from({ length: 400 }, (_, number) => planOperation('seed', number, 8)));
    for (const is of [
      (operation: Operation) => operation.account === 0,
      ({ method }: Operation) => method === 'GET',
      ({ isDoubled }: Operation) => isDoubled,
      ({ abortAfterMs }: Operation) => abortAfterMs !== undefined,
      ({ key, price }: Operation) => key === undefined && price > 0,
    ])
      expect(plan.filter(is).length).toBeGreaterThan(4);
    expect(new Set(plan.map(({ path }) => path)).size).toBeGreaterThan(10);
  });
});
