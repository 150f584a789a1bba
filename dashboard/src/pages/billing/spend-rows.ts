import type { Connection, Credential, UsageSummary } from '../../api/schema.ts';
import { date, words } from '../../format.ts';
import { dashboardCalls } from '../activity/filters.ts';

const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** By what spending is told apart. */
export type Grouping = 'tool' | 'key' | 'agent';

/** Days such as `2026-11-20` of UTC, both inclusive. */
interface Span {
  readonly from: string;
  readonly to: string;
}

export interface SpendView extends Span {
  readonly by: Grouping;
}

/** `November 2026` of `2026-11`. */
export function monthName(month: string): string {
  return monthFormat.format(new Date(`${month}-01`));
}

export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The days of a month such as `2026-11`. */
export function monthSpan(month: string): Span {
  const first = new Date(`${month}-01`);
  return {
    from: isoDay(first),
    to: isoDay(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0))),
  };
}

/** The month and those before it, newest first. */
export function latestMonths(count: number, now = new Date()): readonly string[] {
  return Array.from({ length: count }, (_, back) =>
    isoDay(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1))).slice(0, 7),
  );
}

/** What the address asks for; this month by tool where it says nothing that can be shown. */
export function readSpendView(query: URLSearchParams, now = new Date()): SpendView {
  const by = query.get('by');
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const isSpan = isDay(from) && isDay(to) && from <= to;
  return {
    by: by === 'key' || by === 'agent' ? by : 'tool',
    ...(isSpan ? { from, to } : monthSpan(isoDay(now).slice(0, 7))),
  };
}

export function spendingAddress({ by, from, to }: SpendView): string {
  return `/billing?${new URLSearchParams({ by, from, to })}`;
}

/** The log with the calls of a row; the days are those of UTC there as well. */
function callsAddress(span: Span, row: { readonly tool: string } | { readonly credential: string }): string {
  return `/activity?${new URLSearchParams({ ...row, ...span, days: 'utc' })}`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text));
}

/** What one tool, key or agent cost. */
export interface SpendRow {
  readonly id: string;
  readonly name: string;
  readonly note?: string;
  /** The log with these calls; undefined where they are those of many callers. */
  readonly href?: string;
  readonly spent: number;
  readonly calls: number;
  readonly failed: number;
}

/** What names of callers are read from. */
interface Callers {
  readonly keys: readonly Credential[];
  readonly agents: readonly Connection[];
}

type Counts = Pick<UsageSummary, 'calls' | 'failed' | 'credits_charged'>;
type Caller = UsageSummary['callers'][number];

/** The rows of a view, those that cost most first; agents and the dashboard are no keys. */
export function spendRows(summary: UsageSummary, view: SpendView, callers: Callers): readonly SpendRow[] {
  if (view.by === 'tool')
    return summary.tools.map((entry) => ({
      id: entry.tool,
      name: words(entry.tool),
      href: callsAddress(view, { tool: entry.tool }),
      ...counts(entry),
    }));
  const shown = summary.callers.filter((caller) => isKey(caller) === (view.by === 'key'));
  return shown.map((caller) => ({
    ...named(caller, callers),
    ...(caller.auth_source === null
      ? {}
      : { href: callsAddress(view, { credential: caller.credential_id ?? dashboardCalls }) }),
    ...counts(caller),
  }));
}

/** Credits of callers that the view leaves out. */
export function spentElsewhere({ callers }: UsageSummary, { by }: SpendView): number {
  if (by === 'tool') return 0;
  return callers
    .filter((caller) => isKey(caller) !== (by === 'key'))
    .reduce((sum, caller) => sum + caller.credits_charged, 0);
}

/** The others are agents, people who call a tool in the dashboard, and questions that are asked weekly. */
function isKey({ auth_source }: Caller): boolean {
  return auth_source === 'api_key' || auth_source === null;
}

function named({ auth_source, credential_id: id }: Caller, { keys, agents }: Callers) {
  if (auth_source === null) return { id: 'others', name: 'Further keys and agents' };
  if (id === null) return { id: dashboardCalls, name: 'This dashboard', note: 'People who are signed in' };
  const key = keys.find((entry) => entry.id === id);
  if (key) return { id, name: key.name, note: `${key.prefix}…${key.is_active ? '' : ' · ended'}` };
  const agent = agents.find((entry) => entry.id === id);
  if (agent) return { id, name: agent.client_name, note: `Connected ${date(agent.created_at)}` };
  return auth_source === 'schedule'
    ? { id, name: 'Weekly question', note: 'Asked by its schedule' }
    : { id, name: id };
}

function counts({ calls, failed, credits_charged }: Counts) {
  return { spent: credits_charged, calls, failed };
}
