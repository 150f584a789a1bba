import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createExporter, openExporterParts } from '#shared/money/exports/exporter.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import type { ShardRunner } from '#shared/money/shards/shard-runner.ts';
import { createShardWorker } from '#shared/money/shards/shard-worker.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { generateMonth } from '#test/support/ledger/finance-month.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const since = Date.UTC(2026, 10, 28);
const clock = () => Date.UTC(2026, 11, 1, 3);
const partRows = 20;

type MemoryObjects = ReturnType<typeof memoryObjects>;
type Size = Omit<ShardRunner, 'run'>;
type Death = 'before' | 'after' | undefined;

describe('a month that is added up in shards', () => {
  const database = testDatabase();
  /** Written by one process. */
  const alone = memoryObjects();

  const exporterOn = (objects: ObjectStore, runner?: ShardRunner) =>
    createExporter({ ...openExporterParts({ ...database, objects, clock, runner }), partRows });

  beforeAll(async () => {
    const plan = { since, days: 3, accounts: 9, records: 400, seed: 5 };
    const { accounts } = await generateMonth({ ...database, ...plan });
    const entries = createCreditEntries({ ...database, clock: () => since + 5_000 });
    for (const [index, { accountId }] of accounts.slice(0, 4).entries())
      await entries.grant({
        ...{ accountId, kind: 'purchase', entryId: `purchase:${index}` },
        ...{ credits: 1_000, amountUsdCents: 1_000, reference: `order_${index}` },
      });
    await exporterOn(alone).due();
  });

  /** Parts as functions do them that are called with JSON, of which some do not come back. */
  function called(objects: ObjectStore, size: Size, dies: (order: string) => Death = () => undefined) {
    const work = createShardWorker({ ...database, objects, clock });
    const run = async (order: object) => {
      const text = JSON.stringify(order);
      const death = dies(text);
      if (death === 'before') throw new Error('It died.');
      const outcome = JSON.stringify(await work(JSON.parse(text)));
      if (death === 'after') throw new Error('Its answer was lost.');
      return JSON.parse(outcome);
    };
    return { ...size, run };
  }

  it('is the same bytes as one that is written alone, however many shards there are and whichever die', async () => {
    const expected = await contentOf(alone);
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          atOnce: fc.integer({ min: 1, max: 4 }),
          attempts: fc.constant(3),
          accounts: fc.integer({ min: 1, max: 5 }),
          files: fc.integer({ min: 1, max: 12 }),
        }),
        fc.array(fc.constantFrom<Death>(undefined, 'before', 'after'), { minLength: 1, maxLength: 20 }),
        async (size, deaths) => {
          const tried = new Map<string, number>();
          let turn = 0;
          // Each part dies twice at most; at the third time it would fail the run.
          const dies = (order: string) => {
            const times = tried.get(order) ?? 0;
            tried.set(order, times + 1);
            return times < 2 ? deaths[turn++ % deaths.length] : undefined;
          };
          const objects = memoryObjects();
          await exporterOn(objects, called(objects, size, dies)).due();
          expect(await contentOf(objects)).toEqual(expected);
        },
      ),
      { numRuns: 6 },
    );
  });

  it.each(['add up', 'focus', 'check'])(
    'leaves no file where a part fails for good (%s), and is begun again by the next run',
    async (kind) => {
      const objects = memoryObjects();
      const size = { atOnce: 2, attempts: 2, accounts: 3, files: 4 };
      const broken = called(objects, size, (order) =>
        order.includes(`"do":"${kind}"`) ? 'after' : undefined,
      );
      await expect(exporterOn(objects, broken).due()).rejects.toThrow('Its answer was lost.');
      expect(objects.keys().filter((key) => key.includes('/month='))).toEqual([]);
      await exporterOn(objects, called(objects, size)).due();
      expect(await contentOf(objects)).toEqual(await contentOf(alone));
    },
  );

  it('writes nothing for a run that has lost the right to write', async () => {
    const objects = memoryObjects();
    const work = createShardWorker({ ...database, objects, clock });
    const order = { do: 'focus', owner: 'a run that ended', month: '2026-11', spans: [], days: [] };
    await expect(work({ ...order, part_rows: 5, first_part: 1 })).rejects.toThrow('has taken over');
    expect(objects.keys()).toEqual([]);
  });

  it.each([/dt=2026-11-29.*usage-00001\.csv/u, /dt=2026-11-29.*parquet/u, /dt=2026-11-29.*tool_day-00001/u])(
    'is refused where a file of a day is not what was sealed (%s)',
    async (pattern) => {
      const objects = memoryObjects();
      await exporterOn(objects).day('2026-11-30');
      const [key = ''] = objects.keys().filter((name) => pattern.test(name));
      await objects.put(key, Buffer.from('rewritten'));
      await expect(exporterOn(objects).due()).rejects.toThrow(`${key} was changed`);
      await objects.delete(key);
      await expect(exporterOn(objects).due()).rejects.toThrow(`${key} is missing`);
    },
  );

  it('has sums beside each day that are those of its calls', async () => {
    for (const day of ['2026-11-28', '2026-11-29', '2026-11-30']) {
      const sums = await rowsOf(alone, new RegExp(`dt=${day}.*tool_day-.*csv`, 'u'));
      const calls = await rowsOf(alone, new RegExp(`dt=${day}.*usage-.*csv`, 'u'));
      const keyOf = (row: Row) => `${row.account_id} ${row.tool}`;
      expect(sums.map(keyOf)).toEqual([...new Set(calls.map(keyOf))].toSorted());
      for (const sum of sums) {
        const own = calls.filter((call) => keyOf(call) === keyOf(sum));
        const total = (column: string) => own.reduce((all, call) => all + Number(call[column]), 0);
        expect([sum.calls, sum.credits_charged]).toEqual([`${own.length}`, `${total('credits_charged')}`]);
        expect(Number(sum.upstream_cost_usd)).toBeCloseTo(total('upstream_cost_usd'), 9);
      }
    }
  });

  it('is the same where days were sealed before their calls were summed', async () => {
    const objects = memoryObjects();
    await exporterOn(objects).day('2026-11-30');
    for (const key of objects.keys().filter((name) => name.includes('tool_day-'))) await objects.delete(key);
    for (const key of objects.keys().filter((name) => name.endsWith('digest.json'))) {
      const digest = JSON.parse(Buffer.from((await objects.get(key)) ?? '').toString());
      const files = digest.files.filter((file: { key: string }) => !file.key.includes('tool_day-'));
      await objects.put(key, Buffer.from(JSON.stringify({ ...digest, files })));
    }
    await exporterOn(objects).due();
    const ofMonth = async (store: MemoryObjects) =>
      Object.entries(await contentOf(store)).filter(([key]) => /month=.*(?:csv|parquet)/u.test(key));
    expect(await ofMonth(objects)).toEqual(await ofMonth(alone));
  });
});

type Row = Record<string, string>;

async function rowsOf(objects: MemoryObjects, pattern: RegExp): Promise<Row[]> {
  const rows: Row[] = [];
  for (const key of objects
    .keys()
    .filter((name) => pattern.test(name))
    .toSorted())
    rows.push(...parse<Row>(gunzipSync((await objects.get(key)) ?? ''), { columns: true }));
  return rows;
}

async function contentOf(objects: MemoryObjects): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const key of objects.keys().toSorted())
    content[key] = Buffer.from((await objects.get(key)) ?? '').toString('base64');
  return content;
}
