import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as v from 'valibot';
import type { AiOverview } from '#shared/contract/watch.ts';

/** What a check found for one keyword. A keyword that was not checked has none. */
export interface RankCell {
  /** Best place of the site; null where it is not among the results that were looked at. */
  readonly position: number | null;
  /** Results that were looked at; null where the source does not tell. */
  readonly depth: number | null;
  readonly aiOverview: AiOverview;
  /** Searches a month. */
  readonly volume: number | null;
  readonly url: string | null;
  /** Item types of the listing. */
  readonly features: readonly string[] | null;
  /** Best place of each rival that ranks. */
  readonly rivals: Readonly<Record<string, number>>;
}

/** Places of one day; each list is by the number of the keyword. */
export interface PlacesDay {
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** 1 to 100 a place; see `placeOf`. */
  readonly places: Uint8Array;
  /** Position in `overviews`. */
  readonly overviews: Uint8Array;
  /** Share of voice of each rival over all keywords, 0-1. */
  readonly rivalShares: Readonly<Record<string, number>>;
}

/** A month of places in one market, days in order: what questions about history read. */
export interface PlacesMonth {
  readonly days: readonly PlacesDay[];
  /** Searches a month as they were told last. */
  readonly volumes: readonly (number | null)[];
}

/** What stands beside the places of a day; each list is by the number of the keyword. */
export interface DetailsDay {
  readonly day: string;
  readonly urls: readonly (string | null)[];
  readonly features: readonly (string | null)[];
  /** Places of each rival; 0 where it does not rank. */
  readonly rivals: Readonly<Record<string, readonly number[]>>;
}

export const overviews = ['not_checked', 'none', 'not_cited', 'cited'] as const satisfies AiOverview[];

const deepest = 100;
/** Codes beyond the places: not among so many results. */
const absentWithin = [
  [10, 101],
  [20, 102],
  [deepest, 103],
] as const;

function codeOf({ position, depth }: Pick<RankCell, 'position' | 'depth'>): number {
  if (position !== null) return Math.min(Math.max(1, position), deepest);
  const looked = depth ?? deepest;
  return absentWithin.find(([within]) => looked <= within)?.[1] ?? 103;
}

/** What a code says; undefined where the keyword was not checked. */
export function placeOf(code: number | undefined): Pick<RankCell, 'position' | 'depth'> | undefined {
  if (!code) return undefined;
  if (code <= deepest) return { position: code, depth: null };
  return { position: null, depth: absentWithin.find(([, known]) => known === code)?.[0] ?? deepest };
}

/** Numbers that are 0 where the list does not reach. */
function grown(bytes: Uint8Array | undefined, size: number): Uint8Array {
  const longer = new Uint8Array(Math.max(size, bytes?.length ?? 0));
  if (bytes) longer.set(bytes);
  return longer;
}

/** A month with what a check found; what other checks of the day found for other keywords stays. */
export function withChecked(
  month: PlacesMonth,
  day: string,
  cells: ReadonlyMap<number, RankCell>,
): PlacesMonth {
  const size = Math.max(0, ...[...cells.keys()].map((number) => number + 1));
  const before = month.days.find((one) => one.day === day);
  const places = grown(before?.places, size);
  const cited = grown(before?.overviews, size);
  const volumes = Array.from({ length: Math.max(size, month.volumes.length) }, (_, number) => {
    return cells.get(number)?.volume ?? month.volumes[number] ?? null;
  });
  for (const [number, cell] of cells) {
    places[number] = codeOf(cell);
    cited[number] = overviews.indexOf(cell.aiOverview);
  }
  const checked = { day, places, overviews: cited, rivalShares: before?.rivalShares ?? {} };
  return { days: inOrder(month.days, checked), volumes };
}

/** The same for what stands beside the places. */
export function withDetails(
  days: readonly DetailsDay[],
  day: string,
  cells: ReadonlyMap<number, RankCell>,
): readonly DetailsDay[] {
  const before = days.find((one) => one.day === day);
  const size = Math.max(before?.urls.length ?? 0, ...[...cells.keys()].map((number) => number + 1));
  const list = <Value>(known: readonly Value[] | undefined, none: Value, read: (cell: RankCell) => Value) =>
    Array.from({ length: size }, (_, number) => {
      const cell = cells.get(number);
      return cell ? read(cell) : (known?.[number] ?? none);
    });
  const names = new Set([...cells.values()].flatMap(({ rivals }) => Object.keys(rivals)));
  for (const name of Object.keys(before?.rivals ?? {})) names.add(name);
  const rivals = [...names].map((name) => [
    name,
    list(before?.rivals[name], 0, (cell) => cell.rivals[name] ?? 0),
  ]);
  return inOrder(days, {
    day,
    urls: list<string | null>(before?.urls, null, ({ url }) => url),
    features: list<string | null>(before?.features, null, ({ features }) => features?.join(',') ?? null),
    rivals: Object.fromEntries(rivals),
  });
}

function inOrder<Day extends { readonly day: string }>(days: readonly Day[], one: Day): readonly Day[] {
  return [...days.filter(({ day }) => day !== one.day), one].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

const packing = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } } as const;
/** Unpacked bytes that are believed; a month of many keywords has some hundred thousand. */
const unpacking = { maxOutputLength: 32 * 1024 * 1024 } as const;
const headerBytes = 4;

const placesHeader = v.object({
  days: v.array(v.object({ day: v.string(), rivals: v.record(v.string(), v.number()) })),
  size: v.number(),
  volumes: v.array(v.nullable(v.number())),
});

/**
 * A header in JSON with its length before it, then a byte a keyword and day, first of the places and then
 * of the AI overviews, each as the difference from the day before: most days change little.
 */
export function packPlaces({ days, volumes }: PlacesMonth): Uint8Array {
  const size = Math.max(0, ...days.map(({ places }) => places.length));
  const header = Buffer.from(
    JSON.stringify({
      days: days.map(({ day, rivalShares: rivals }) => ({ day, rivals })),
      size,
      volumes,
    }),
  );
  const length = Buffer.alloc(headerBytes);
  length.writeUInt32BE(header.length);
  const columns = [
    ...differences(
      days.map(({ places }) => places),
      size,
    ),
    ...differences(
      days.map((day) => day.overviews),
      size,
    ),
  ];
  return new Uint8Array(brotliCompressSync(Buffer.concat([length, header, ...columns]), packing));
}

function differences(columns: readonly Uint8Array[], size: number): Uint8Array[] {
  return columns.map((column, at) => {
    const before = columns[at - 1];
    return Uint8Array.from({ length: size }, (_, number) => (column[number] ?? 0) - (before?.[number] ?? 0));
  });
}

function summed(bytes: Uint8Array, days: number, size: number): Uint8Array[] {
  const columns: Uint8Array[] = [];
  for (let at = 0; at < days; at += 1) {
    const before = columns[at - 1];
    const column = bytes.slice(at * size, (at + 1) * size);
    columns.push(before ? column.map((difference, number) => difference + (before[number] ?? 0)) : column);
  }
  return columns;
}

export function unpackPlaces(packed: Uint8Array): PlacesMonth {
  const bytes = brotliDecompressSync(packed, unpacking);
  const start = headerBytes + bytes.readUInt32BE();
  const { days, size, volumes } = v.parse(
    placesHeader,
    JSON.parse(bytes.subarray(headerBytes, start).toString()),
  );
  const end = start + days.length * size;
  const places = summed(bytes.subarray(start, end), days.length, size);
  const cited = summed(bytes.subarray(end), days.length, size);
  const none = new Uint8Array();
  return {
    volumes,
    days: days.map(({ day, rivals: rivalShares }, at) => ({
      day,
      rivalShares,
      places: places[at] ?? none,
      overviews: cited[at] ?? none,
    })),
  };
}

/** Numbers of keywords and what changed there since the day before, one after another. */
const changed = v.array(v.number());
const packedDetails = v.object({
  texts: v.array(v.string()),
  days: v.array(
    v.object({
      day: v.string(),
      size: v.number(),
      urls: changed,
      features: changed,
      rivals: v.record(v.string(), changed),
    }),
  ),
});

export function packDetails(days: readonly DetailsDay[]): Uint8Array {
  const texts = new Map<string, number>();
  /** 0 is nothing. */
  const textNumber = (text: string | null) => {
    if (text === null) return 0;
    const known = texts.get(text) ?? texts.size + 1;
    texts.set(text, known);
    return known;
  };
  const changes = (now: readonly number[], before: readonly number[]) =>
    now.flatMap((value, number) => (value === (before[number] ?? 0) ? [] : [number, value]));
  const numbered = days.map((day) => ({
    ...day,
    urls: day.urls.map(textNumber),
    features: day.features.map(textNumber),
  }));
  const packed = numbered.map(({ day, urls, features, rivals }, at) => {
    const before = numbered[at - 1];
    const ofRivals = Object.entries(rivals).map(([name, places]) => [
      name,
      changes(places, before?.rivals[name] ?? []),
    ]);
    return {
      day,
      size: urls.length,
      urls: changes(urls, before?.urls ?? []),
      features: changes(features, before?.features ?? []),
      rivals: Object.fromEntries(ofRivals),
    };
  });
  return new Uint8Array(
    brotliCompressSync(JSON.stringify({ texts: [...texts.keys()], days: packed }), packing),
  );
}

export function unpackDetails(packed: Uint8Array): readonly DetailsDay[] {
  const { texts, days } = v.parse(
    packedDetails,
    JSON.parse(brotliDecompressSync(packed, unpacking).toString()),
  );
  const text = (number: number) => texts[number - 1] ?? null;
  const after = (before: readonly number[] | undefined, changes: readonly number[], size: number) => {
    const values = Array.from({ length: size }, (_, number) => before?.[number] ?? 0);
    for (let at = 0; at < changes.length; at += 2) values[changes[at] ?? 0] = changes[at + 1] ?? 0;
    return values;
  };
  let before: Omit<(typeof days)[number], 'day'> | undefined;
  return days.map(({ day, size, ...changes }) => {
    const urls = after(before?.urls, changes.urls, size);
    const features = after(before?.features, changes.features, size);
    const rivals = Object.fromEntries(
      Object.entries(changes.rivals).map(([name, places]) => [
        name,
        after(before?.rivals[name], places, size),
      ]),
    );
    before = { size, urls, features, rivals };
    return { day, urls: urls.map(text), features: features.map(text), rivals };
  });
}
