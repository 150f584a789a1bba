import type { Schedule } from '../../api/schema.ts';
import type { Weekday } from '../../api/workspace.ts';
import { ago, credits, words } from '../../format.ts';

export const weekdays: readonly Weekday[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

const pauses: Readonly<Record<NonNullable<Schedule['paused_because']>, string>> = {
  owner: 'Paused by you.',
  missed: 'Paused: three weeks in a row had no answer.',
  refused: 'Paused: the tool refuses this question.',
  price: 'Paused: the tool costs more than when this was set.',
};

const reasons: Readonly<Record<string, string>> = {
  budget_used: 'the budget of the month is used',
  insufficient_credits: 'the account has too few credits',
  account_suspended: 'the account is suspended',
};

/** The outcome of the latest week, in a sentence or two. */
export function outcomeText({ last, paused_because: pause }: Schedule): string {
  const paused = pause === null ? [] : [pauses[pause]];
  return [...paused, ...(last ? [lastText(last)] : [])].join(' ') || 'Not asked yet.';
}

function lastText({ at, outcome, reason }: NonNullable<Schedule['last']>): string {
  if (outcome === 'asked') return `Last asked ${ago(at)}.`;
  if (outcome === 'running') return `Begun ${ago(at)}; its end is not known yet.`;
  const why = reason === null ? '' : `: ${reasons[reason] ?? words(reason).toLowerCase()}`;
  return `Not asked ${ago(at)}${why}.`;
}

/** The state of a schedule in a word or two, beside the name of its question. */
export function scheduleBadge({ day, status, price, last }: Schedule): {
  readonly text: string;
  readonly isWell: boolean;
  readonly label: string;
} {
  const isWell =
    status === 'active' && (last === null || last.outcome === 'asked' || last.outcome === 'running');
  const text = status === 'paused' ? 'paused' : isWell ? `${words(day).slice(0, 3)} weekly` : 'not asked';
  return { text, isWell, label: `Asked on ${words(day)}s for ${credits(price)}` };
}
