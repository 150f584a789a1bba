import * as v from 'valibot';
import { type IdentityTable, outsideCheck as key, putItem, readItem } from './identity-table.ts';

/** What a caller from outside met when it last tried every way into the service. */
export interface OutsideCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Signals of the probes that failed; empty where all was well. */
  readonly failing: readonly string[];
}

const item = v.object({ at: v.number(), failing: v.array(v.string()) });

/** The latest check from outside, which the canary writes and the status page reads. */
export function createOutsideChecks(table: IdentityTable) {
  return {
    record: (failing: readonly string[]): Promise<void> =>
      putItem(table, key(), { at: table.clock(), failing: [...failing] }),
    /** Undefined where none was ever made. */
    latest: (): Promise<OutsideCheck | undefined> => readItem(table, item, key()),
  };
}

export type OutsideChecks = ReturnType<typeof createOutsideChecks>;
