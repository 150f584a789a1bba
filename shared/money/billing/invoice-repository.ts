import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { billingDetails } from './billing-details.ts';
import { billingKeys } from './billing-keys.ts';

/** An invoice as it was made; nothing of it changes afterwards. */
const invoice = v.object({
  /** 1, 2, 3 and so on without a gap, for each payment provider. */
  number: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  provider: v.picklist(['stripe', 'embedded']),
  accountId: v.string(),
  orderId: v.string(),
  issuedAt: v.string(),
  /** The operator's text: name, address, tax number. */
  seller: v.string(),
  buyer: v.object({ email: v.string(), ...billingDetails.entries }),
  quantity: v.number(),
  credits: v.number(),
  amountCents: v.number(),
  currency: v.string(),
});
export type Invoice = v.InferOutput<typeof invoice>;

const invoiceItem = v.object({ invoice });

export type InvoiceRepository = ReturnType<typeof createInvoiceRepository>;

/** Invoices by number, all of a provider in one partition. */
export function createInvoiceRepository(documents: DynamoDBDocumentClient, TableName: string) {
  return {
    /** The one with the highest number; undefined before the first. */
    async latest(provider: Invoice['provider']): Promise<Invoice | undefined> {
      const { Items = [] } = await documents.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': billingKeys.invoices(provider).pk },
          ScanIndexForward: false,
          Limit: 1,
          ConsistentRead: true,
        }),
      );
      return Items[0] && v.parse(invoiceItem, Items[0]).invoice;
    },
    async find(provider: Invoice['provider'], number: number): Promise<Invoice | undefined> {
      const Key = billingKeys.invoice({ provider, number });
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && v.parse(invoiceItem, Item).invoice;
    },
    /** False where the number is taken. */
    create: (created: Invoice): Promise<boolean> =>
      replaceItem({ documents, name: TableName }, { ...billingKeys.invoice(created), invoice: created }, [
        { test: 'absent', path: ['pk'] },
      ]),
  };
}
