import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Test } from '#shared/platform/dynamo/conditional-change.ts';
import type { ItemKey } from './keys.ts';

/** Counts what reads and writes cost, as the database reports it. */
export interface UnitMeter {
  read(units: number): void;
  written(units: number): void;
}

/** Where the index lies, and how it is written there. */
export interface IndexTableOptions {
  readonly documents: DynamoDBDocumentClient;
  /** Deployed name of the index table. */
  readonly table: string;
  readonly meter?: UnitMeter;
  /**
   * Whether the engine commits a transaction of many items as fast as a single
   * item, as the embedded one does. Deployed, a transaction costs twice the
   * units and gains nothing. No promise of the index rests on it.
   */
  readonly commitsTogether?: boolean;
  /** The engine's own door for many items, where it has one; for items that may replace whatever is under their keys. */
  readonly putAll?: PutAll | undefined;
}

/**
 * Puts items with different keys in one commit, without a look at what they
 * replace; false where nothing was written, because the engine refused them.
 */
export type PutAll = (table: string, items: readonly Item[]) => Promise<boolean>;

/** An item of the index table, keys included. */
export type Item = Readonly<Record<string, unknown>>;

export type Change = { readonly put: Item } | { readonly remove: ItemKey };

/** An item to write if every check holds of what is under its key. */
export interface ConditionalPut {
  readonly item: Item;
  readonly checks: readonly Test[];
}

/** Items to write where their guard's checks hold, each by its own checks too where it is not written in one commit with the guard. */
export interface GuardedPuts {
  readonly guard: ConditionalPut;
  readonly guarded: readonly ConditionalPut[];
}

/** Puts an item in the place of the version that it was made from; undefined for where there was none. */
export function ifStill(item: Item, version: number | undefined): ConditionalPut {
  if (version === undefined) return { item, checks: [{ test: 'absent', path: ['pk'] }] };
  return { item, checks: [{ test: 'equals', path: ['v'], value: version }] };
}

/** Source name of the generated sample market, and the `connection_id` of answers from it. */
export const sampleSource = 'sample-market';

/** Source name of listings that were fetched live and have grown the index. */
export const liveSource = 'live';

/** How answers name the import that a row is from; undefined where it came from a live listing. */
export function connectionOf(source: string): string | undefined {
  return source.startsWith('imp_') ? `import:${source}` : undefined;
}

const numberDigits = 10;

/**
 * An import in one number, for rows of which there are millions: the first forty
 * bits of its id. Null for other sources.
 */
export function importNumberOf(source: string): number | null {
  if (!source.startsWith('imp_')) return null;
  const number = Number.parseInt(source.slice(4, 4 + numberDigits), 16);
  // Where a row has the number, 0 and 1 say that no import or the sample market gave it.
  return number > 1 ? number : null;
}

/** What the id of an import begins with. */
export function importPrefix(number: number): string {
  return `imp_${number.toString(16).padStart(numberDigits, '0')}`;
}
