import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { nextDay } from './calendar.ts';
import { checkFiles } from './check-files.ts';
import { dayFolder, readDigest, type SealedDay } from './day-digest.ts';
import type { DayParts } from './export-day.ts';
import { type KeptMonth, monthFolder, readMonth } from './month-record.ts';

/**
 * Whether a month that is final is still what was written: its own files, the
 * files of its days, the chain that their seals make, and the month before.
 */
export async function checkMonth(
  { objects, runner }: Pick<DayParts, 'objects' | 'runner'>,
  { record }: KeptMonth,
): Promise<void> {
  await checkFiles(runner, [...record.files, ...record.days.flatMap(({ files }) => files)]);
  await checkChain(
    objects,
    record.days.map(({ day }) => day),
  );
  if (!record.previous) return;
  const before = await readMonth(objects, record.previous.month);
  if (before?.sha256 !== record.previous.sha256) throw brokenSeal(monthFolder(record.previous.month));
}

/** Each seal names the one before it; the last of the month is named by the first day of the next, once that is sealed. */
async function checkChain(objects: ObjectStore, days: readonly string[]): Promise<void> {
  let before: SealedDay | undefined;
  for (const day of days) {
    const seal = await readDigest(objects, day);
    if (!seal) throw brokenSeal(dayFolder(day));
    checkLink(before, seal);
    before = seal;
  }
  const after = before && (await readDigest(objects, nextDay(before.digest.day)));
  if (after) checkLink(before, after);
}

function checkLink(before: SealedDay | undefined, { digest: { previous } }: SealedDay): void {
  if (before && previous?.sha256 !== before.sha256) throw brokenSeal(dayFolder(before.digest.day));
}

function brokenSeal(folder: string): Error {
  return new Error(`The seal of ${folder} was changed or is missing. Restore it.`);
}
