import fc from 'fast-check';
import * as v from 'valibot';
import { countOrder, countRows, writeOrder, writeShard } from '#shared/money/exports/day-shards.ts';
import { exportDay } from '#shared/money/exports/export-day.ts';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import { type ShardRunner, shardsHere } from '#shared/money/shards/shard-runner.ts';
import { createShardWorker } from '#shared/money/shards/shard-worker.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageRange } from '#shared/money/usage/usage-log.ts';
import { idAt, idTime } from '#shared/platform/ids.ts';
import { day as daySeconds, openBooks } from '#test/support/ledger/books.ts';
import { callReport } from '#test/support/ledger/ledger.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const day = '2026-11-19';
const since = Date.parse(day);
const dayMs = 86_400_000;

interface CallDraft {
  /** Minutes after midnight. */
  readonly minute: number;
  /** Of the day before, and awaited since. */
  readonly isLate: boolean;
  readonly isHidden: boolean;
  /** Among the holds when the run began. */
  readonly wasOpen: boolean;
}

/** A day of accounts: their records, the calls that an earlier day left open, and the holds. */
function worldOf(accounts: readonly (readonly CallDraft[])[]) {
  const accountIds = accounts.map((_, index) => `acct_${String(index).padStart(3, '0')}`);
  const calls = accounts.flatMap((drafts, index) =>
    drafts.map((draft, place) => ({ ...draft, ...recordOf(accountIds[index] ?? '', draft, place) })),
  );
  const openCallsOf = (wanted: typeof calls) => wanted.map(({ account_id, id }) => ({ account_id, id }));
  // Of each account a call that nobody has decided yet: in no file, and open in the seal.
  const undecided = accountIds.map((account_id) => {
    return { account_id, id: `${idAt('use', since + 5)}${'z'.repeat(16)}` };
  });
  return {
    accountIds,
    late: openCallsOf(calls.filter(({ isLate }) => isLate)),
    holds: [...openCallsOf(calls.filter(({ wasOpen }) => wasOpen)), ...undecided],
    usage: usageOf(calls.map(({ item }) => item).toSorted((one, other) => (one.id < other.id ? -1 : 1))),
  };
}

function recordOf(account_id: string, { minute, isLate, isHidden }: CallDraft, place: number) {
  const time = since + minute * 60_000 - (isLate ? dayMs : 0);
  const id = `${idAt('use', time)}${String(place).padStart(16, '0')}`;
  const item: UsageItem = reportedItem(id, callReport(account_id), 'charged', 1 + (place % 3));
  return { account_id, id, item: isHidden ? { ...item, hidden: true as const } : item };
}

function usageOf(items: readonly UsageItem[]) {
  const within = ({ accountId, since: from = 0, until = Number.POSITIVE_INFINITY }: UsageRange) =>
    items.filter(({ account_id, id }) => {
      const time = idTime(id) ?? 0;
      return account_id === accountId && time >= from && time < until;
    });
  return {
    async *records(range: UsageRange) {
      yield* within(range);
    },
    async *countedPages(range: UsageRange) {
      yield within(range);
    },
  };
}

type World = ReturnType<typeof worldOf>;
type Size = Omit<ShardRunner, 'run'>;

/** Every file of the day, with the seal. */
async function filesOf(
  world: World,
  partRows: number,
  runnerOn: (objects: MemoryObjects) => ShardRunner = shardsOf(world, alone),
) {
  const objects = memoryObjects();
  const { accountIds, holds, late } = world;
  const before = { ...emptyDigest, open_calls: late };
  await exportDay(
    { objects, partRows, runner: runnerOn(objects), owner: 'the run' },
    {
      day,
      snapshot: { takenAt: since + 2 * dayMs, accountIds, holds },
      previous: { digest: before, sha256: 'of the day before' },
      final: true,
    },
  );
  return contentOf(objects);
}

type MemoryObjects = ReturnType<typeof memoryObjects>;

async function contentOf(objects: MemoryObjects): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const key of objects.keys().toSorted())
    content[key] = Buffer.from((await objects.get(key)) ?? '').toString('base64');
  return content;
}

const emptyDigest = {
  ...{ format: 1 as const, day: '2026-11-18', previous: null, rows: 0, adjustments: 0 },
  ...{ credits_charged: 0, upstream_cost_micro_usd: 0, files: [] },
};

/** As one process is that does everything itself. */
const alone: Size = shardsHere(async () => {});

const shardOrder = v.variant('do', [countOrder, writeOrder]);

/** Does parts as a function does that was called with JSON; `dies` says whether before or after its work it does not come back. */
function shardsOf(
  { usage }: World,
  size: Size,
  dies: (order: string) => 'before' | 'after' | undefined = () => undefined,
): (objects: MemoryObjects) => ShardRunner {
  return (objects) => ({
    ...size,
    async run(given) {
      const text = JSON.stringify(given);
      const end = dies(text);
      if (end === 'before') throw new Error('It died.');
      const order = v.parse(shardOrder, JSON.parse(text));
      const outcome =
        order.do === 'count' ? await countRows(usage, order) : await writeShard({ objects, usage }, order);
      if (end === 'after') throw new Error('Its answer was lost.');
      return JSON.parse(JSON.stringify(outcome));
    },
  });
}

const call: fc.Arbitrary<CallDraft> = fc.record({
  minute: fc.integer({ min: 0, max: 1_439 }),
  isLate: fc.constant(false),
  isHidden: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
  wasOpen: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
});
const lateCall = call.map((draft) => ({ ...draft, isLate: true }));
const accounts = fc.array(
  fc
    .tuple(fc.array(lateCall, { maxLength: 3 }), fc.array(call, { maxLength: 40 }))
    .map(([late, own]) => [...late, ...own]),
  { maxLength: 7 },
);
const sizes: fc.Arbitrary<Size> = fc.record({
  atOnce: fc.integer({ min: 1, max: 4 }),
  attempts: fc.constant(3),
  accounts: fc.integer({ min: 1, max: 4 }),
  files: fc.integer({ min: 1, max: 4 }),
});

describe('a day that is written in shards', () => {
  it('is the same bytes as one that is written alone, however many shards there are and whichever die', async () => {
    await fc.assert(
      fc.asyncProperty(
        accounts,
        sizes,
        fc.integer({ min: 1, max: 12 }),
        fc.array(fc.constantFrom(undefined, 'before', 'after'), { minLength: 1, maxLength: 20 }),
        async (drafts, size, partRows, deaths) => {
          const world = worldOf(drafts);
          const expected = await filesOf(world, partRows);
          const tried = new Map<string, number>();
          let turn = 0;
          // Each part dies twice at most; at the third time it would fail the run.
          const dies = (order: string) => {
            const times = tried.get(order) ?? 0;
            tried.set(order, times + 1);
            return times < 2 ? deaths[turn++ % deaths.length] : undefined;
          };
          expect(await filesOf(world, partRows, shardsOf(world, size, dies))).toEqual(expected);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has no seal and no file where one of them fails for good, and is begun again by the next run', async () => {
    const world = worldOf([Array.from({ length: 30 }, (_, minute) => plainCall(minute))]);
    const size = { atOnce: 2, attempts: 3, accounts: 1, files: 1 };
    const objects = memoryObjects();
    const broken = shardsOf(world, size, (order) => (order.includes('"first_part":3') ? 'after' : undefined));
    await expect(filesOf(world, 10, () => broken(objects))).rejects.toThrow('Its answer was lost.');
    expect(await filesOf(world, 10, shardsOf(world, size))).toEqual(await filesOf(world, 10));
  });

  it('is not sealed where its files do not hold what the table held', async () => {
    const world = worldOf([Array.from({ length: 30 }, (_, minute) => plainCall(minute))]);
    const usage = {
      ...world.usage,
      async *records(range: UsageRange) {
        for await (const item of world.usage.records(range)) yield { ...item, credits_charged: 1 };
      },
    };
    const forged = shardsOf({ ...world, usage }, alone);
    const objects = memoryObjects();
    await expect(filesOf(world, 10, () => forged(objects))).rejects.toThrow(
      'hold 30 calls of acct_000 for 30 credits, the table 30 for 60',
    );
    expect(objects.keys().filter((key) => key.endsWith('digest.json'))).toEqual([]);
  });

  it('is refused where calls have changed since they were counted', async () => {
    const world = worldOf([Array.from({ length: 30 }, (_, minute) => plainCall(minute))]);
    const order = v.parse(writeOrder, {
      ...{
        do: 'write',
        owner: 'the run',
        day,
        part_rows: 10,
        first_part: 1,
        late: [],
        left_out: [],
      },
      spans: [{ account_id: 'acct_000', skip: 25, take: 6 }],
    });
    await expect(writeShard({ objects: memoryObjects(), usage: world.usage }, order)).rejects.toThrow(
      'have changed since they were counted',
    );
  });
});

const plainCall = (minute: number): CallDraft => ({ minute, isLate: false, isHidden: false, wasOpen: false });

describe('an export by shards', () => {
  it('leaves a call that is decided after its day was counted to the next day', async () => {
    const world = await openBooks();
    try {
      const accountId = await world.openAccount(100);
      for (let calls = 0; calls < 5; calls += 1) await world.finish(await world.hold(accountId), 'charged');
      world.clock.advance(2 * 3_600 - 10);
      const held = await world.hold(accountId);
      world.clock.advance(1_800);
      const objects = memoryObjects();
      const parts = { ...world.database, objects, clock: world.clock };
      const work = createShardWorker(parts);
      let isDecided = false;
      const runner: ShardRunner = {
        ...{ atOnce: 2, attempts: 3, accounts: 1, files: 1 },
        async run(order) {
          const outcome = await work(JSON.parse(JSON.stringify(order)));
          if (!isDecided) await world.finish(held, 'charged');
          isDecided = true;
          return outcome;
        },
      };
      const exporter = createExporter({ ...openExporterParts({ ...parts, runner }), partRows: 2 });
      const { digest } = await exporter.day('2026-11-27');
      expect(digest).toMatchObject({ rows: 5, open_calls: [{ account_id: accountId, id: held.callId }] });
      world.clock.advance(daySeconds);
      expect((await exporter.day('2026-11-28')).digest).toMatchObject({
        rows: 1,
        adjustments: 1,
        open_calls: [],
      });
      world.clock.advance(4 * daySeconds);
      const { months } = await exporter.due();
      expect(months).toEqual([{ month: '2026-11', proven: true }]);
    } finally {
      await world.database.stop();
    }
  });

  it('writes nothing for a run that has lost the right to write', async () => {
    const world = await openBooks();
    try {
      const objects = memoryObjects();
      const work = createShardWorker({ ...world.database, objects, clock: world.clock });
      const order = { do: 'write', owner: 'a run that ended', day, spans: [], part_rows: 5, first_part: 1 };
      await expect(work({ ...order, late: [], left_out: [] })).rejects.toThrow('has taken over');
      expect(objects.keys()).toEqual([]);
    } finally {
      await world.database.stop();
    }
  });
});
