import * as v from 'valibot';
import type { OperatorTextName, sellerText } from '#shared/contract/operator-texts.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import {
  type IdentityTable,
  outsideCheck as key,
  operatorText,
  putItem,
  readItem,
} from './identity-table.ts';

export type PublishedName = OperatorTextName | typeof sellerText;

const item = v.object({ markdown: v.string(), published_at: v.string() });

export interface PublishedText {
  readonly markdown: string;
  readonly publishedAt: string;
}

export type PublishedTexts = ReturnType<typeof createPublishedTexts>;

export function createPublishedTexts(table: IdentityTable) {
  return {
    /** Undefined while the operator has published none. */
    async find(name: PublishedName): Promise<PublishedText | undefined> {
      const stored = await readItem(table, item, operatorText(name));
      return stored && { markdown: stored.markdown, publishedAt: stored.published_at };
    },
    async publish(name: PublishedName, markdown: string): Promise<PublishedText> {
      const publishedAt = isoTime(table.clock());
      await putItem(table, operatorText(name), { markdown, published_at: publishedAt });
      return { markdown, publishedAt };
    },
    /** False where there was none. */
    async withdraw(name: PublishedName): Promise<boolean> {
      return (await removeItem(table, operatorText(name))) !== undefined;
    },
  };
}

/** What a caller from outside met when it last tried every way into the service. */
export interface OutsideCheck {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Signals of the probes that failed; empty where all was well. */
  readonly failing: readonly string[];
}

const checkItem = v.object({ at: v.number(), failing: v.array(v.string()) });

/** The latest check from outside, which the canary writes and the status page reads. */
export function createOutsideChecks(table: IdentityTable) {
  return {
    record: (failing: readonly string[]): Promise<void> =>
      putItem(table, key(), { at: table.clock(), failing: [...failing] }),
    /** Undefined where none was ever made. */
    latest: (): Promise<OutsideCheck | undefined> => readItem(table, checkItem, key()),
  };
}

export type OutsideChecks = ReturnType<typeof createOutsideChecks>;
