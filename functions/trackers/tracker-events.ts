import type { EventLog, NewEvent } from '#shared/callers/watch/event-log.ts';
import { findingEvents, questionIn } from '#shared/callers/watch/findings.ts';
import type { Asking, Tracker } from '#shared/callers/watch/tracker-item.ts';
import type { Askings } from '#shared/callers/watch/tracker-repository.ts';
import { type Delta, isFinding } from '#shared/contract/envelope.ts';
import type { PauseReason } from '#shared/contract/watch.ts';
import { isoTime } from '#shared/platform/clock.ts';

interface Writer {
  readonly events: Pick<EventLog, 'write'>;
}

const pauses: Readonly<Record<Exclude<PauseReason, 'owner'>, string>> = {
  missed: 'It had no answer three times in a row.',
  refused: 'The tool refused it, and would again: its arguments or the rights of the account have changed.',
  price: 'Its tool costs more credits than when the schedule was set.',
};

const failures: Readonly<Record<string, string>> = {
  budget_used: 'Its budget of the month is used.',
  insufficient_credits: 'The account has fewer credits than it costs.',
  account_suspended: 'The account is suspended.',
};

export async function note(
  tracker: Tracker,
  asking: Omit<Asking, 'revision'>,
  { askings }: { readonly askings: Pick<Askings, 'note'> },
  { changes, credits } = { changes: 0, credits: 0 },
): Promise<void> {
  const { period, run, state: outcome, reason = null, at, request_id = null } = asking;
  await askings.note(tracker, {
    period: run === undefined ? period : `${period}.${run}`,
    at: isoTime(at),
    outcome,
    reason,
    request_id,
    credits_charged: credits,
    changes,
  });
}

/** A period has its answer. */
export async function writeAnswer(
  tracker: Tracker,
  { period, run, request_id }: Omit<Asking, 'revision'>,
  { changes, credits }: { readonly changes: number; readonly credits: number },
  writer: Writer,
): Promise<void> {
  const what = changes === 0 ? 'no change' : changes === 1 ? '1 change' : `${changes} changes`;
  await write(tracker, writer, {
    type: 'tracker.answered',
    // An answer that is asked for beside the schedule is an event of its own.
    cause: [period, ...(run === undefined ? [] : [run])].join('.'),
    summary: `The tracker "${tracker.name}" has a new answer for ${period}: ${what}.`,
    why: run === undefined ? 'It ran on schedule.' : 'It was run by hand.',
    link: tracker.rank ? pageOf(tracker) : `/explorer/${tracker.tool}/${request_id}`,
    data: { period, request_id, changes, credits_charged: credits },
  });
}

/** What an answer shows that was not so in the one before: graver faults of a site, links that are gone. */
export async function writeFindings(
  tracker: Tracker,
  { period, run, request_id }: Omit<Asking, 'revision'>,
  deltas: readonly Delta[],
  { events }: { readonly events: Pick<EventLog, 'write' | 'rule'> },
): Promise<void> {
  if (!deltas.some(isFinding)) return;
  const { severity } = (await events.rule(tracker.accountId, 'audit.finding', tracker.trackerId)).settings;
  const linked = `the site of "${tracker.name}"`;
  for (const { data, ...told } of findingEvents(deltas, { severity, linked }))
    await write(
      tracker,
      { events },
      {
        ...told,
        cause: [period, run].join('.'),
        link: `/explorer/${tracker.tool}/${request_id}`,
        data: { request_id, ...data },
      },
    );
}

/** A period ends without an answer, or waits for what its owner can mend. */
export async function writeFailure(
  tracker: Tracker,
  { period, run, reason = 'failed' }: Omit<Asking, 'revision'>,
  writer: Writer,
): Promise<void> {
  const why = failures[reason] ?? `All tries of the period failed, the last with ${reason}.`;
  await write(tracker, writer, {
    type: 'tracker.failed',
    cause: [period, run, reason].join('.'),
    summary: `The tracker "${tracker.name}" has no answer for ${period}.`,
    why,
    link: pageOf(tracker),
    data: { period, reason },
  });
}

/** The service has stopped a tracker. Written by the look after the one that stopped it, so that none is lost between the two. */
export async function writePause(tracker: Tracker, writer: Writer): Promise<void> {
  const { schedule, name } = tracker;
  const because = schedule?.paused_because;
  if (schedule?.status !== 'paused' || because === undefined || because === 'owner') return;
  await write(tracker, writer, {
    type: 'tracker.paused',
    cause: schedule.revision,
    summary: `The tracker "${name}" has stopped.`,
    why: pauses[because],
    link: pageOf(tracker),
    data: { reason: because },
  });
}

const pageOf = ({ rank, trackerId, tool }: Tracker) =>
  rank ? (`/trackers/${trackerId}` as const) : (`/explorer/${tool}` as const);

async function write(
  { accountId, trackerId, tool, args }: Tracker,
  { events }: Writer,
  { data, ...event }: Omit<NewEvent, 'subject'>,
): Promise<void> {
  const question = questionIn(tool, args);
  await events.write(accountId, { ...event, subject: trackerId, data: { question, ...data } });
}
