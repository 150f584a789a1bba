import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { billingKeys } from './billing-keys.ts';

const embeddedCheckout = v.object({
  checkoutId: v.string(),
  accountId: v.string(),
  orderId: v.string(),
  email: v.string(),
  quantity: v.number(),
  credits: v.number(),
  amountCents: v.number(),
  currency: v.string(),
  successUrl: v.string(),
  cancelUrl: v.string(),
  /** Unix milliseconds. */
  expiresAt: v.number(),
  state: v.picklist(['open', 'complete', 'expired']),
});
/** A checkout of the embedded provider: what Stripe would keep on its side. */
export type EmbeddedCheckout = v.InferOutput<typeof embeddedCheckout>;

export type EmbeddedCheckouts = ReturnType<typeof createEmbeddedCheckouts>;

export function createEmbeddedCheckouts(documents: DynamoDBDocumentClient, tableName: string) {
  return {
    async create(checkout: EmbeddedCheckout): Promise<void> {
      const Item = { ...billingKeys.embeddedCheckout(checkout.checkoutId), ...checkout };
      await documents.send(new PutCommand({ TableName: tableName, Item }));
    },

    async find(checkoutId: string): Promise<EmbeddedCheckout | undefined> {
      const Key = billingKeys.embeddedCheckout(checkoutId);
      const { Item } = await documents.send(
        new GetCommand({ TableName: tableName, Key, ConsistentRead: true }),
      );
      return Item && v.parse(embeddedCheckout, Item);
    },

    /** Ends an open checkout; false where it had ended before. */
    async end(checkoutId: string, state: 'complete' | 'expired'): Promise<boolean> {
      const ended = await changeItem(
        { documents, name: tableName },
        billingKeys.embeddedCheckout(checkoutId),
        {
          checks: [{ test: 'equals', path: ['state'], value: 'open' }],
          steps: [{ do: 'set', path: ['state'], value: state }],
        },
      );
      return ended !== undefined;
    },
  };
}
