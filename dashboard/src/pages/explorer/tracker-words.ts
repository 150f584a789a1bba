import type { Tracker } from '../../api/schema.ts';
import type { Rhythm, Terms } from '../../api/workspace.ts';
import { explorerLink } from '../../explorer-link.ts';
import { ago, credits, words } from '../../format.ts';

/** The zone of the browser; where it is none that the service knows, the service says so. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export interface Times extends Required<Terms['schedule']> {}

/** As they are set, or as the person who looks would set them. */
export function timesOf(schedule: Tracker['schedule'] | undefined): Times {
  if (!schedule) return { every: 'week', at: '08:00', weekday: 'monday', time_zone: ownZone() };
  const { every, at, weekday, time_zone } = schedule;
  return { every, at, weekday: weekday ?? 'monday', time_zone };
}

/** A weekday is sent with a weekly schedule alone. */
export function termsOf({ weekday, ...times }: Times): Terms['schedule'] {
  return times.every === 'week' ? { ...times, weekday } : times;
}

/** Where a tracker is looked at. */
export function trackerLink({ id, rank, tool, args }: Tracker): string {
  return rank ? `/trackers/${id}` : explorerLink(tool, args);
}

export const rhythms = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
] as const;

/** As many keywords as one call takes. */
export const callKeywords = 100;

/** Times that a tracker asks a month at most. */
export const mostAMonth: Readonly<Record<Rhythm, number>> = { day: 31, week: 5, month: 1 };

const pauses: Readonly<Record<NonNullable<Tracker['paused_because']>, string>> = {
  owner: 'Paused by you.',
  missed: 'Paused: it failed three times in a row.',
  refused: 'Paused: the tool refuses this question.',
  price: 'Paused: the tool costs more than when this was set.',
};

const reasons: Readonly<Record<string, string>> = {
  budget_used: 'the budget of the month is used',
  insufficient_credits: 'the account has too few credits',
  account_suspended: 'the account is suspended',
  going_on: 'the check continues in a minute',
};

/** What came of it last, in a sentence or two. */
export function outcomeText({ last, paused_because: pause }: Tracker): string {
  const paused = pause === null ? [] : [pauses[pause]];
  return [...paused, ...(last ? [lastText(last)] : [])].join(' ') || 'Not asked yet.';
}

function lastText({ at, outcome, reason }: NonNullable<Tracker['last']>): string {
  if (outcome === 'asked') return `Last asked ${ago(at)}.`;
  if (outcome === 'running') return `Started ${ago(at)}, still running.`;
  if (reason === null) return 'Will be asked within a minute.';
  return `Not asked ${ago(at)}: ${reasons[reason] ?? words(reason).toLowerCase()}.`;
}

/** When a tracker asks, such as `Mon 08:00`. */
export function timesText({ schedule }: Pick<Tracker, 'schedule'>): string {
  if (!schedule) return 'saved only';
  const { every, at, weekday, day } = schedule;
  if (every === 'day') return `daily ${at}`;
  return every === 'week' ? `${words(weekday ?? 'monday').slice(0, 3)} weekly` : `monthly, day ${day}`;
}

/** The state of a tracker in a word or two, beside its name. */
export function trackerBadge(tracker: Tracker) {
  const { status, last, price } = tracker;
  const isOff = last && last.outcome !== 'asked' && last.outcome !== 'running' && last.reason !== null;
  const isWell = status === 'active' && !isOff;
  const times = timesText(tracker);
  const text = status === 'paused' ? 'paused' : isWell ? times : 'not asked';
  return { text, isWell, label: `Asked ${times} for ${credits(price ?? 0)}` };
}
