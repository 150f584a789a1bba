import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
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
}

/** An item of the index table, keys included. */
export type Item = Readonly<Record<string, unknown>>;

export type Change = { readonly put: Item } | { readonly remove: ItemKey };

/** An item to write if the named condition holds. */
export interface ConditionalPut {
  readonly item: Item;
  readonly condition: PutCondition;
}

export interface PutCondition {
  readonly expression: string;
  readonly names?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, unknown>>;
}
