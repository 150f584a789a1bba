import { keep, kept } from '../browser-store.ts';
import { isData } from '../charts/read.ts';
import type { Condition } from './sheet.ts';

/** How a reader has arranged a grid; kept in the address, so that a link and a reload show the same. */
export interface GridState {
  readonly sorting: { readonly id: string; readonly desc: boolean }[];
  readonly wanted: string;
  readonly conditions: Readonly<Record<string, Condition>>;
}

/** A name for an address, of the label of a grid. */
export function placeOf(label: string): string {
  return label.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-');
}

/** The state that the address holds of the grid. */
export function readState(place: string): GridState {
  const query = new URLSearchParams(location.search);
  const list = (key: string) => (query.get(`${key}.${place}`) ?? '').split(';').filter(Boolean);
  return {
    sorting: list('sort').map((name) => ({ id: name.replace(/^-/u, ''), desc: name.startsWith('-') })),
    wanted: query.get(`find.${place}`) ?? '',
    conditions: Object.fromEntries(list('where').flatMap(readCondition)),
  };
}

/** Puts the state into the address, without a step in the history. */
export function writeState(place: string, { sorting, wanted, conditions }: GridState): void {
  const address = new URL(location.href);
  const put = (key: string, value: string) => {
    if (value) address.searchParams.set(`${key}.${place}`, value);
    else address.searchParams.delete(`${key}.${place}`);
  };
  put('sort', sorting.map(({ id, desc }) => `${desc ? '-' : ''}${id}`).join(';'));
  put('find', wanted.trim());
  put('where', Object.entries(conditions).map(writtenCondition).join(';'));
  if (address.href !== location.href) history.replaceState(null, '', address);
}

function writtenCondition([name, condition]: readonly [string, Condition]): string {
  const value =
    typeof condition === 'string' ? `~${condition}` : `${condition.from ?? ''}..${condition.to ?? ''}`;
  return `${name}=${value.replaceAll(';', ' ')}`;
}

function readCondition(written: string): [string, Condition][] {
  const [, name = '', text, from = '', to = ''] =
    /^(?<name>[^=]+)=(?:~(?<text>.*)|(?<from>[\d.-]*?)\.\.(?<to>[\d.-]*))$/u.exec(written) ?? [];
  if (name === '') return [];
  const bound = (digits: string) => (digits === '' || Number.isNaN(Number(digits)) ? null : Number(digits));
  return [[name, text ?? { from: bound(from), to: bound(to) }]];
}

/** Columns that are shown and their widths, as a reader left them in this browser. */
export interface KeptColumns {
  readonly shown?: readonly string[];
  readonly widths?: Readonly<Record<string, number>>;
}

const keyOf = (place: string) => `oriel-grid:${place}`;

/** Nothing where the browser keeps nothing, or something else. */
export function keptColumns(place: string): KeptColumns {
  const { shown, widths } = kept(keyOf(place));
  return {
    ...(Array.isArray(shown) && { shown: shown.map(String) }),
    ...(isWidths(widths) && { widths }),
  };
}

export function keepColumns(place: string, columns: KeptColumns): void {
  keep(keyOf(place), { ...keptColumns(place), ...columns });
}

function isWidths(value: unknown): value is Readonly<Record<string, number>> {
  return isData(value) && Object.values(value).every((width) => typeof width === 'number');
}
