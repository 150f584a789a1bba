import { keep, kept } from '../browser-store.ts';
import { isData, num } from '../charts/read.ts';

/** How a reader has arranged a grid; kept in the address, so that a link and a reload show the same. */
export interface GridState {
  readonly sorting: { readonly id: string; readonly desc: boolean }[];
  readonly columnFilters: { readonly id: string; readonly value: unknown }[];
  readonly wanted: string;
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
    columnFilters: list('where').flatMap(readFilter),
  };
}

/** Puts the state into the address, without a step in the history. */
export function writeState(place: string, { sorting, columnFilters, wanted }: GridState): void {
  const address = new URL(location.href);
  const put = (key: string, value: string) => {
    if (value) address.searchParams.set(`${key}.${place}`, value);
    else address.searchParams.delete(`${key}.${place}`);
  };
  put('sort', sorting.map(({ id, desc }) => `${desc ? '-' : ''}${id}`).join(';'));
  put('find', wanted.trim());
  put('where', columnFilters.map(writtenFilter).join(';'));
  if (address.href !== location.href) history.replaceState(null, '', address);
}

/** `Keyword=~shoes`, `Clicks=10..`. */
function writtenFilter({ id, value }: GridState['columnFilters'][number]): string {
  const condition = isData(value) ? `${num(value, 'from') ?? ''}..${num(value, 'to') ?? ''}` : `~${value}`;
  return `${id}=${condition.replaceAll(';', ' ')}`;
}

function readFilter(written: string): GridState['columnFilters'] {
  const [, id = '', text, ...ends] = /^([^=]+)=(?:~(.*)|([\d.-]*?)\.\.([\d.-]*))$/u.exec(written) ?? [];
  const [from = null, to = null] = ends.map((digits) => (digits && !Number.isNaN(+digits) ? +digits : null));
  return id === '' ? [] : [{ id, value: text ?? { from, to } }];
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
