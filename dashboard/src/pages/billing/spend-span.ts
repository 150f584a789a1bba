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
export function callsAddress(
  span: Span,
  row: { readonly tool: string } | { readonly credential: string },
): string {
  return `/activity?${new URLSearchParams({ ...row, ...span, days: 'utc' })}`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(Date.parse(text));
}
