import fc from 'fast-check';
import { dayMs, dayOf } from '#shared/money/exports/calendar.ts';
import { createDayRecords } from '#shared/money/exports/day-records.ts';
import { reportedItem, type UsageItem } from '#shared/money/usage/usage-item.ts';
import type { UsageRange } from '#shared/money/usage/usage-log.ts';
import { idAt, idTime } from '#shared/platform/ids.ts';
import { callReport } from '#test/support/ledger/ledger.ts';

const since = Date.UTC(2026, 10, 1);
const days = 6;

/** Records at these moments, several at one moment too. */
function recordsAt(moments: readonly number[]): UsageItem[] {
  const ids = moments.map(
    (moment, index) => `${idAt('use', since + moment)}${String(index).padStart(16, '0')}`,
  );
  return ids.toSorted().map((id) => reportedItem(id, callReport('acct_1'), 'free', 0));
}

function logOf(items: readonly UsageItem[]) {
  const asked: UsageRange[] = [];
  return {
    asked,
    async *records(range: UsageRange) {
      asked.push(range);
      const { since: from = 0, until = Number.POSITIVE_INFINITY } = range;
      for (const item of items) {
        const time = idTime(item.id) ?? 0;
        if (time >= from && time < until) yield item;
      }
    },
  };
}

async function readDays(log: ReturnType<typeof logOf>): Promise<string[][]> {
  const records = createDayRecords(log, since + days * dayMs);
  const found: string[][] = [];
  for (let day = 0; day < days; day += 1) {
    const ids: string[] = [];
    for await (const { id } of records.of('acct_1', dayOf(since + day * dayMs))) ids.push(id);
    found.push(ids);
  }
  return found;
}

describe("an account's records, day after day", () => {
  it('are those of each day, all of them and none twice, however many are read ahead', async () => {
    const moment = fc.integer({ min: 0, max: days * dayMs - 1 });
    // Bursts reach beyond what is kept of one account, with many calls in one millisecond.
    const burst = fc
      .tuple(moment, fc.integer({ min: 900, max: 2_500 }))
      .map(([start, calls]) =>
        Array.from({ length: calls }, (_, index) =>
          Math.min(days * dayMs - 1, start + Math.floor(index / 7)),
        ),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.array(moment, { maxLength: 50 }),
        fc.array(burst, { maxLength: 3 }),
        async (moments, bursts) => {
          const items = recordsAt([...moments, ...bursts.flat()]);
          const ofDay = (day: number) =>
            items
              .filter(({ id }) => dayOf(idTime(id) ?? 0) === dayOf(since + day * dayMs))
              .map(({ id }) => id);
          expect(await readDays(logOf(items))).toEqual(Array.from({ length: days }, (_, day) => ofDay(day)));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are asked for once where they are few', async () => {
    const log = logOf(recordsAt(Array.from({ length: days }, (_, day) => day * dayMs + 5)));
    await readDays(log);
    expect(log.asked).toHaveLength(1);
  });
});
