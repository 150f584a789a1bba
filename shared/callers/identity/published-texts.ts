import * as v from 'valibot';
import type { OperatorTextName, sellerText } from '#shared/contract/operator-texts.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { type IdentityTable, operatorText, putItem, readItem } from './identity-table.ts';

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
