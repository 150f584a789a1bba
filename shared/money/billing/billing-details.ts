import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { removeItem, replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { billingKeys } from './billing-keys.ts';

/** Whom invoices are made out to; what is not wanted on them is empty. */
export const billingDetails = v.object({
  company: v.string(),
  address: v.string(),
  tax_number: v.string(),
  order_number: v.string(),
});
export type BillingDetails = v.InferOutput<typeof billingDetails>;

export const noBillingDetails: BillingDetails = {
  company: '',
  address: '',
  tax_number: '',
  order_number: '',
};

export function createBillingDetails(documents: DynamoDBDocumentClient, TableName: string) {
  const table = { documents, name: TableName };
  return {
    /** Empty until the account has written some. */
    async find(accountId: string): Promise<BillingDetails> {
      const Key = billingKeys.details(accountId);
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item ? v.parse(billingDetails, Item) : noBillingDetails;
    },
    /** For invoices made from now on. */
    async save(accountId: string, details: BillingDetails): Promise<void> {
      await replaceItem(table, { ...billingKeys.details(accountId), ...details }, []);
    },
    async forget(accountId: string): Promise<void> {
      await removeItem(table, billingKeys.details(accountId));
    },
  };
}
