import type { UsageFilter } from '../../api/schema.ts';

/**
 * `asked` is text that the arguments hold, `from` and `to` are days such as `2026-11-20`, both inclusive, and
 * `days` is `utc` where they are those of UTC, as sums count them; else they are those of the reader's time zone.
 */
const names = ['tool', 'credential', 'status', 'asked', 'from', 'to', 'days'] as const;

/** Which calls the page shows, as the address carries it. Empty is everything, for the tool any of the tools. */
export type Filters = Readonly<Record<(typeof names)[number], string>>;

/** As the credential: all people of the dashboard. */
export const dashboardCalls = 'session';

/** Also the calls that read the account itself, as this dashboard does all the time. */
export const everyCall = 'every';

export const noFilters: Filters = {
  tool: '',
  credential: '',
  status: '',
  asked: '',
  from: '',
  to: '',
  days: '',
};

export function readFilters(query: URLSearchParams): Filters {
  const read = names.map((name) => [name, query.get(name) ?? ''] as const);
  return { ...noFilters, ...Object.fromEntries(read) };
}

/** The address of the page with these filters. */
export function addressOf(filters: Filters): string {
  const chosen = names.filter((name) => filters[name] !== '').map((name) => [name, filters[name]] as const);
  return chosen.length === 0 ? '/activity' : `/activity?${new URLSearchParams(Object.fromEntries(chosen))}`;
}

/** What the service is asked for. */
export function usageFilter({ tool, credential, status, asked, from, to, days }: Filters): UsageFilter {
  const isUtc = days === 'utc';
  return {
    ...(tool === everyCall ? {} : { tool: tool || '*' }),
    ...callerFilter(credential),
    ...(status === 'answered' || status === 'failed' ? { status } : {}),
    ...(asked ? { asked } : {}),
    ...(isDay(from) ? { since: midnight(from, 0, isUtc) } : {}),
    ...(isDay(to) ? { until: midnight(to, 1, isUtc) } : {}),
  };
}

function callerFilter(credential: string): UsageFilter {
  if (credential === dashboardCalls) return { auth_source: 'session' };
  return credential ? { credential_id: credential } : {};
}

/** What the address holds may be no day at all. */
function isDay(day: string): boolean {
  return !Number.isNaN(Date.parse(`${day}T00:00:00`));
}

function midnight(day: string, daysLater: number, isUtc: boolean): string {
  const date = new Date(`${day}T00:00:00${isUtc ? 'Z' : ''}`);
  if (isUtc) date.setUTCDate(date.getUTCDate() + daysLater);
  else date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
