import type { UsageFilter } from '../../api/client.ts';

/** Which calls the page shows, as the address carries it. Empty is everything, for the tool `any` of the tools. */
export interface Filters {
  readonly tool: string;
  readonly credential: string;
  readonly status: string;
  /** Text that the arguments hold. */
  readonly asked: string;
  /** Days such as `2026-11-20` in the reader's time zone, both inclusive. */
  readonly from: string;
  readonly to: string;
}

/** Also the calls that read the account itself, as this dashboard does all the time. */
export const everyCall = 'every';

export const noFilters: Filters = { tool: '', credential: '', status: '', asked: '', from: '', to: '' };
const names = ['tool', 'credential', 'status', 'asked', 'from', 'to'] as const;

export function readFilters(query: URLSearchParams): Filters {
  const read = names.map((name) => [name, query.get(name) ?? ''] as const);
  return { ...noFilters, ...Object.fromEntries(read) };
}

/** The address of the page with these filters. */
export function addressOf(filters: Filters): string {
  const chosen = names.filter((name) => filters[name] !== '').map((name) => [name, filters[name]]);
  return chosen.length === 0 ? '/activity' : `/activity?${new URLSearchParams(chosen)}`;
}

/** What the service is asked for. */
export function usageFilter({ tool, credential, status, asked, from, to }: Filters): UsageFilter {
  return {
    ...(tool === everyCall ? {} : { tool: tool || '*' }),
    ...(credential ? { credential_id: credential } : {}),
    ...(status === 'answered' || status === 'failed' ? { status } : {}),
    ...(asked ? { asked } : {}),
    ...(isDay(from) ? { since: midnight(from, 0) } : {}),
    ...(isDay(to) ? { until: midnight(to, 1) } : {}),
  };
}

/** What the address holds may be no day at all. */
function isDay(day: string): boolean {
  return !Number.isNaN(Date.parse(`${day}T00:00:00`));
}

function midnight(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
