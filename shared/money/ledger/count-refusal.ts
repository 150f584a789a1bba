import { createHash } from 'node:crypto';
import { type CallReport, callName, reportedItem } from '#shared/money/usage/usage-item.ts';
import type { Change } from '#shared/platform/dynamo/conditional-writes.ts';
import { idAt } from '#shared/platform/ids.ts';
import { change, create, type Flow, type Reply } from './operations.ts';

/** Refused calls of one credential with one error share a record for a minute, and one for a second when that is full. */
const windowsMs = [60_000, 1_000];
/** Calls that a record names, so that each can be found: about a kilobyte with the rest. */
const namedCalls = 60;

/**
 * Counts a refused call in the record of its minute. The first makes the
 * record with its particulars; a thousand bad requests are a few records with that
 * number, and the log stays readable. Where more are refused in a second than a record
 * can name, the rest are only counted.
 */
export function* countRefusal(report: CallReport, now: number): Flow<Reply['outcome']> {
  const which = createHash('sha256').update(`${report.credentialId} ${report.errorType}`).digest('hex');
  const ids = windowsMs.map((windowMs) => `${idAt('use', now - (now % windowMs))}${which.slice(0, 16)}`);
  const name = callName(report.requestId);
  const write = function* (id: string, counted: Change): Flow<Reply['outcome']> {
    return (yield* change('usage', { account_id: report.accountId, id }, counted)).outcome;
  };
  const named: Change = {
    checks: [{ test: 'below', path: ['calls'], value: namedCalls }],
    steps: [...oneMore, { do: 'set', path: [name], value: true }],
  };
  for (const id of ids) {
    const counted = yield* write(id, named);
    if (counted !== 'refused') return counted;
  }
  for (const id of ids) {
    const created = yield* create('usage', {
      ...reportedItem(id, report, 'free', 0),
      calls: 1,
      [name]: true,
    });
    if (created !== 'refused') return created;
    const counted = yield* write(id, named);
    if (counted !== 'refused') return counted;
  }
  return yield* write(ids.at(-1) ?? '', { checks: [{ test: 'present', path: ['calls'] }], steps: oneMore });
}

const oneMore = [{ do: 'add', path: ['calls'], value: 1 }] as const;
