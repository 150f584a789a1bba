// Numbers and dates are written as the reader's browser writes them; phrases are in the language of the page.
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const share = new Intl.NumberFormat(undefined, {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const precise = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
const shortDollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', year: 'numeric' });
const moment = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const exactMoment = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'long',
  hourCycle: 'h23',
});
const utcDay = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const utcDays = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
});
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** What is not known is a dash, never a zero. */
export const unknown = '–';

type Maybe<Value> = Value | null | undefined;

const known =
  <Value>(format: (value: Value) => string) =>
  (value: Maybe<Value>): string =>
    value === null || value === undefined || value === '' ? unknown : format(value);

/** `12,345`. */
export const number = known(whole.format);
/** `12,345`, `1.6`, `0.42`: of a number whose unit is not known, two places behind the point. */
export const exactNumber = known(precise.format);
/** `4.0`, for a column whose values all have one decimal. */
export const decimal = known(oneDecimal.format);
/** `12.3K`. */
export const shortNumber = known(compact.format);
/** `$12.30`. */
export const money = known(dollars.format);
/** `$150.3K`, for sums where cents do not matter. */
export const shortMoney = known(shortDollars.format);
/** `12.0%`, `2.4%` of a share between 0 and 1. */
export const percent = known(share.format);
/** `840 ms`, `2.1 s`. */
export const duration = known((ms: number) => (ms < 1_000 ? `${number(ms)} ms` : `${decimal(ms / 1_000)} s`));
/** `1.4 kB`. */
export const bytes = known((count: number) =>
  count < 1_000 ? `${number(count)} B` : `${decimal(count / 1_000)} kB`,
);
/** `Nov 20, 2026`, in the reader's time zone. */
export const date = known((iso: string) => day.format(new Date(iso)));
/** `Nov 20, 18:31:02`, in the reader's time zone; for lists whose head names it. */
export const dateTime = known((iso: string) => moment.format(new Date(iso)));
/** `Nov 20, 2026, 18:31:02 GMT+1`, in the reader's time zone. */
export const exactTime = known((iso: string) => exactMoment.format(new Date(iso)));
/** `Nov 20` of a day such as `2026-11-20`, which is the same in every time zone. */
export const dayName = known((isoDay: string) => utcDay.format(new Date(isoDay)));

/** `Nov 3 – 20, 2026`, `Nov 20, 2025 – Feb 2, 2026`. */
export const dayRange = (from: string, to: string) => utcDays.formatRange(new Date(from), new Date(to));

/** `+12`, `−3.4%`, `0`. */
export function signed(value: number, text: (size: number) => string = number): string {
  const size = text(Math.abs(value));
  return size === text(0) ? size : `${value > 0 ? '+' : '−'}${size}`;
}

/** `1 page`, `12 pages`. */
export function counted(count: number | null, one: string): string {
  return `${number(count)} ${count === 1 ? one : `${one}s`}`;
}

/** `1 credit`, `3 credits`. */
export const credits = (count: number) => counted(count, 'credit');

/** `12 of 500 credits this month`; undefined without a limit. */
export function monthlyLimit({
  spend_limit: limit,
  spent_this_month: spent,
}: MonthlyLimit): string | undefined {
  return limit === null ? undefined : `${whole.format(spent ?? 0)} of ${credits(limit)} this month`;
}

interface MonthlyLimit {
  readonly spend_limit: number | null;
  readonly spent_this_month: number | null;
}

/** `GMT+1`: the reader's time zone as it is now. */
export function zoneName(): string {
  const parts = exactMoment.formatToParts(new Date());
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** `3 hours ago`, `in 2 days`, `just now`. */
export function ago(iso: Maybe<string>, now = Date.now()): string {
  if (!iso) return 'never';
  const seconds = (new Date(iso).getTime() - now) / 1_000;
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now';
}

const acronyms = /\b(?:ai|amp|cpc|faq|h1|html|http|https|id|json|llms|serp|uri|urls?|usd)\b/gu;

/** `inspect_domain` → `Inspect domain`, `inspect_serp` → `Inspect SERP`. */
export function words(snakeCase: string): string {
  const text = snakeCase
    .replaceAll('_', ' ')
    .replaceAll(acronyms, (name) => (name === 'urls' ? 'URLs' : name.toUpperCase()))
    .replace('search console', 'Search Console');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
