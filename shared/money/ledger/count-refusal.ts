import { createHash } from 'node:crypto';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import type { CallReport } from '#shared/money/usage/usage-record.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { idAt } from '#shared/platform/ids.ts';
import { change, create, type Flow, type Reply } from './operations.ts';

/** Refused calls of one credential with one error share a record this long, in milliseconds. */
const windowMs = 60_000;

/**
 * Counts a refused call in the record of its minute. The first makes the
 * record with its particulars; a thousand bad requests are one record with that
 * number, and the log stays readable.
 */
export function* countRefusal(report: CallReport, now: number): Flow<Reply['outcome']> {
  const since = now - (now % windowMs);
  const which = createHash('sha256').update(`${report.credentialId} ${report.errorType}`).digest('hex');
  const id = `${idAt('use', since)}${which.slice(0, 16)}`;
  const record = {
    ...reportedItem(id, report, 'free', 0),
    created_at: isoTime(now - report.responseTimeMs),
    calls: 1,
  };
  const again = {
    checks: [{ condition: 'a call was refused this minute', path: ['calls'], test: 'at least', value: 1 }],
    steps: [{ do: 'add', path: ['calls'], value: 1 }],
  } as const;
  const key = { account_id: report.accountId, id };
  const counted = yield* change('usage', key, again);
  if (counted.outcome !== 'refused') return counted.outcome;
  const created = yield* create('usage', record);
  return created === 'refused' ? (yield* change('usage', key, again)).outcome : created;
}
