/** First and last day, where they are known. */
interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

const dayMs = 24 * 3_600_000;
export const daysOfMonth = 365.25 / 12;

/** Days of a period, both ends included; null where it is not known. */
export function daysOf({ from, to }: Period): number | null {
  if (from === null || to === null) return null;
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** A count over a period as one a month, to one decimal; null where the period is not known. */
export function perMonth(count: number | null, period: Period): number | null {
  const days = daysOf(period);
  return count === null || days === null ? null : Math.round((count / days) * daysOfMonth * 10) / 10;
}

export function periodText({ from, to }: Period): string {
  return from === null || to === null ? 'a period that its export does not name' : `${from} to ${to}`;
}

/** The members of every row that says what the console counted. */
export function figures(
  { from, to }: Period,
  row: { readonly clicks: number; readonly impressions: number; readonly position: number | null },
) {
  const { clicks, impressions, position } = row;
  return {
    clicks,
    impressions,
    ctr: impressions > 0 ? Math.round((clicks / impressions) * 1e4) / 1e4 : null,
    average_position: position === null ? null : Math.round(position * 10) / 10,
    from,
    to,
  };
}
