import * as v from 'valibot';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { focusColumns, focusRows } from './focus.ts';
import { monthFolder } from './month-record.ts';
import { createPartWriter } from './part-writer.ts';
import { paymentRow } from './payment-row.ts';
import { readByAccount, readToolDays, sumToolDays } from './tool-days.ts';
import { createFileLog, writtenFile } from './written-files.ts';

const whole = v.pipe(v.number(), v.integer());

/** Has the files of consecutive rows of `focus` written. */
export const focusOrder = v.object({
  do: v.literal('focus'),
  /** The run on whose behalf, which must still have the right to write. */
  owner: v.string(),
  month: v.string(),
  /** In order of account: which of its rows, and what they are made from. */
  spans: v.array(
    v.object({
      account_id: v.string(),
      skip: whole,
      take: whole,
      spent: whole,
      revenue_micro_usd: whole,
      payments: v.array(paymentRow),
    }),
  ),
  /** Of each day of the month the files that can hold sums of these accounts. */
  days: v.array(v.array(writtenFile)),
  part_rows: whole,
  /** Number of its first file, from 1. */
  first_part: whole,
});
type FocusOrder = v.InferOutput<typeof focusOrder>;

export const focusOutcome = v.object({ rows: whole, files: v.array(writtenFile) });

/** Writes rows of `focus`. Fails where there are fewer than were counted. */
export async function writeFocus(
  objects: ObjectStore,
  { month, spans, days, part_rows, first_part }: FocusOrder,
): Promise<v.InferOutput<typeof focusOutcome>> {
  const log = createFileLog(objects);
  const writer = createPartWriter({
    ...{ log, folder: monthFolder(month), name: 'focus', columns: focusColumns, parquet: false },
    ...{ partRows: part_rows, firstPart: first_part },
  });
  const files = readByAccount(days.map((day) => readToolDays(objects, day)));
  let written = 0;
  for (const { account_id: accountId, skip, take, spent, revenue_micro_usd, payments } of spans) {
    const sums = sumToolDays();
    for await (const toolDay of files.take(accountId)) sums.add(toolDay);
    const earned = { accountId, month, spent, revenueMicroUsd: revenue_micro_usd };
    const rows = focusRows(earned, sums.inOrder(), payments).slice(skip, skip + take);
    if (rows.length < take) throw new Error(`The sums of ${accountId} have changed since they were counted.`);
    for (const row of rows) await writer.add(row);
    written += rows.length;
  }
  await writer.finish();
  await files.end();
  return { rows: written, files: [...log.files] };
}
