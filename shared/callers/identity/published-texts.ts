import * as v from 'valibot';
import type { OperatorTextName, sellerText } from '#shared/contract/operator-texts.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { operatorText } from './identity-keys.ts';
import { type IdentityTable, putItem, readItem } from './identity-table.ts';

/** A page's text, or the seller's block of invoices. */
export type PublishedName = OperatorTextName | typeof sellerText;

const item = v.object({ markdown: v.string(), published_at: v.string() });

export interface PublishedText {
  /** As the operator wrote it. */
  readonly markdown: string;
  readonly publishedAt: string;
}

/** The operator's own texts, which visitors read without signing in. */
export interface PublishedTexts {
  /** Undefined while the operator has published none. */
  find(name: PublishedName): Promise<PublishedText | undefined>;
  publish(name: PublishedName, markdown: string): Promise<PublishedText>;
  /** False where there was none. */
  withdraw(name: PublishedName): Promise<boolean>;
}

export function createPublishedTexts(table: IdentityTable): PublishedTexts {
  return {
    async find(name) {
      const stored = await readItem(table, item, operatorText(name));
      return stored && { markdown: stored.markdown, publishedAt: stored.published_at };
    },
    async publish(name, markdown) {
      const publishedAt = isoTime(table.clock());
      await putItem(table, operatorText(name), { markdown, published_at: publishedAt });
      return { markdown, publishedAt };
    },
    async withdraw(name) {
      return (await removeItem(table, operatorText(name))) !== undefined;
    },
  };
}
