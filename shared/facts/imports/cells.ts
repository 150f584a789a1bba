import { foldKeyword } from '#shared/contract/fields.ts';
import { type CompetitionLevel, competitionLevel, type Intent, intents } from '#shared/contract/rows.ts';
import { BadRowError } from './import-record.ts';

/** What files say for "nothing": never a number. */
const emptyCells = new Set([
  '',
  '-',
  '--',
  '–',
  '—',
  'n/a',
  'na',
  'null',
  'none',
  'unknown',
  '<unavailable>',
]);
const longestKeyword = 200;
const longestUrl = 2048;
const longestText = 500;

/**
 * A number as people and their tools write it: `1,234`, `1.234`, `1 234`,
 * `12,5`, `1.2K`, `$1.20`, `15%`. A range (`0-10`, `1K – 10K`) gives its
 * middle, geometric where it starts above 0. Null where the cell says nothing.
 */
export function numberOf(cell: string | undefined): number | null {
  const text = (cell ?? '').trim();
  if (emptyCells.has(text.toLowerCase())) return null;
  const range = /^(.*\d[kmb]?)\s*[-–—]\s*(\d.*)$/iu.exec(text);
  if (range) return middle(plainNumber(range[1] ?? ''), plainNumber(range[2] ?? ''), text);
  const value = plainNumber(text.replace(/^[<>≤≥~]\s*/u, ''));
  if (value === null) throw new BadRowError(`"${shown(text)}" is not a number.`);
  return value;
}

function middle(low: number | null, high: number | null, text: string): number {
  if (low === null || high === null) throw new BadRowError(`"${shown(text)}" is not a number.`);
  return low > 0 ? Math.round(Math.sqrt(low * high)) : (low + high) / 2;
}

const multiples: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 };

function plainNumber(text: string): number | null {
  const parts = /^[^\d+.,-]*([-+]?[\d.,'’\s\u00a0\u202f]*\d)\s*([kmb])?\s*[%\p{L}\p{Sc}]*$/iu.exec(
    text.trim(),
  );
  const digits = parts?.[1];
  if (digits === undefined) return null;
  const value = Number(withDecimalPoint(digits.replaceAll(/['’\s\u00a0\u202f]/gu, '')));
  const multiple = multiples[(parts?.[2] ?? '').toLowerCase()] ?? 1;
  return Number.isFinite(value) ? value * multiple : null;
}

/** Tells thousands separators from decimal ones: the last of two kinds is decimal; one kind is so unless it groups threes. */
function withDecimalPoint(digits: string): string {
  const lastComma = digits.lastIndexOf(',');
  const lastPoint = digits.lastIndexOf('.');
  if (lastComma >= 0 && lastPoint >= 0) {
    const thousands = lastComma > lastPoint ? '.' : ',';
    return digits.replaceAll(thousands, '').replace(',', '.');
  }
  if (/^[-+]?\d{1,3}(?:,\d{3})+$/u.test(digits) || /^[-+]?\d{1,3}(?:\.\d{3}){2,}$/u.test(digits))
    return digits.replaceAll(/[.,]/gu, '');
  return digits.replace(',', '.');
}

/** A whole number that is not negative, or null. `1.234` is read as 1,234 here: counts have no decimals. */
export function countOf(cell: string | undefined): number | null {
  const grouped = /^\d{1,3}(?:\.\d{3})+$/u.test((cell ?? '').trim()) ? cell?.replaceAll('.', '') : cell;
  const value = numberOf(grouped);
  if (value !== null && (value < 0 || value > 1e11))
    throw new BadRowError(`${value} is not a number of searches.`);
  return value === null ? null : Math.round(value);
}

/** US dollars, two decimals. */
export function dollarsOf(cell: string | undefined): number | null {
  const value = numberOf(cell);
  if (value !== null && (value < 0 || value > 1e6))
    throw new BadRowError(`${value} is not a price per click.`);
  return value === null ? null : Math.round(value * 100) / 100;
}

/** 0-100, or null. */
export function difficultyOf(cell: string | undefined): number | null {
  const value = numberOf(cell);
  if (value !== null && (value < 0 || value > 100))
    throw new BadRowError(`${value} is not a difficulty (0-100).`);
  return value;
}

/** A place among the first hundred; averages are rounded. Null for an empty cell and for deeper places. */
export function positionOf(cell: string | undefined): number | null {
  const value = numberOf(cell);
  if (value === null) return null;
  if (value < 1) throw new BadRowError(`${value} is not a position.`);
  return value > 100 ? null : Math.round(value);
}

/** A level by name, or from an index 0-1 by the thirds that Google Ads uses. */
export function levelOf(cell: string | undefined): CompetitionLevel | null {
  const text = (cell ?? '').trim().toLowerCase();
  const named = competitionLevel.options.find((level) => level === text);
  if (named) return named;
  if (!/^[01](?:[.,]\d+)?$/u.test(text)) return null;
  const share = Number(text.replace(',', '.'));
  if (share < 1 / 3) return 'low';
  return share < 2 / 3 ? 'medium' : 'high';
}

/** The first intent that a cell names (`Informational, Commercial`); null where it names none. */
export function intentOf(cell: string | undefined): Intent | null {
  const text = (cell ?? '').toLowerCase();
  const places = intents.map((intent) => ({ intent, at: text.indexOf(intent) })).filter(({ at }) => at >= 0);
  return places.sort((a, b) => a.at - b.at)[0]?.intent ?? null;
}

/** A keyword, or a bad row where it is none: empty, too long, or with control characters. */
export function keywordOf(cell: string | undefined): string {
  const text = foldKeyword(cell ?? '');
  if (text === '') throw new BadRowError('The keyword is empty.');
  if (text.length > longestKeyword)
    throw new BadRowError(`The keyword is longer than ${longestKeyword} characters.`);
  if (/\p{Cc}/u.test(text)) throw new BadRowError('The keyword has control characters.');
  return text;
}

/** An absolute web address; without a scheme it is taken as https. */
export function urlOf(cell: string | undefined): string {
  const text = (cell ?? '').trim();
  if (text === '') throw new BadRowError('The URL is empty.');
  if (text.length > longestUrl) throw new BadRowError(`The URL is longer than ${longestUrl} characters.`);
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//iu.test(text) ? text : `https://${text}`);
  if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname.includes('.'))
    throw new BadRowError(`"${shown(text)}" is not a web address.`);
  return url.href;
}

/** Text of strangers, bounded and without control characters; null where there is none. */
export function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = value
    .slice(0, longestText * 4)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestText);
  return text === '' ? null : text;
}

/** Unix seconds of a date or time as files write them; undefined for an empty cell. */
export function secondsOf(cell: string | undefined): number | undefined {
  const text = (cell ?? '').trim();
  if (emptyCells.has(text.toLowerCase())) return undefined;
  const numeric = /^\d{10}(?:\d{3})?$/u.test(text) ? Number(text.slice(0, 10)) * 1000 : undefined;
  const iso = text
    .replace(/^(\d{4})(\d\d)(\d\d)$/u, '$1-$2-$3')
    .replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(?::\d\d)?) ?(?:UTC)?/u, '$1T$2')
    .replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d+)?)$/u, '$1Z');
  const time = numeric ?? Date.parse(iso);
  if (Number.isNaN(time) || time < Date.UTC(1998, 0))
    throw new BadRowError(`"${shown(text)}" is not a time.`);
  return Math.floor(time / 1000);
}

function shown(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ').slice(0, 60);
}
