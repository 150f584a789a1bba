import { type DynamoDBDocumentClient, GetCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { billingKeys } from './billing-keys.ts';
import { type Order, type OrderReference, order } from './order.ts';

/** The outcome of a webhook; kept to answer why a payment did or did not count. */
export interface EventRecord {
  readonly provider: Order['provider'];
  readonly eventId: string;
  readonly outcome: string;
  readonly receivedAt: string;
}

const orderItem = v.object({ order });

export type OrderRepository = ReturnType<typeof createOrderRepository>;

export function createOrderRepository(documents: DynamoDBDocumentClient, tableName: string) {
  const table = { documents, name: tableName };
  const isNew = { test: 'absent', path: ['pk'] } as const;

  return {
    async create(created: Order): Promise<void> {
      const item = { ...billingKeys.order(created), order: created };
      if (!(await replaceItem(table, item, [isNew]))) throw new Error('An order id was given twice.');
    },

    async find(reference: OrderReference): Promise<Order | undefined> {
      const { Item } = await documents.send(
        new GetCommand({ TableName: tableName, Key: billingKeys.order(reference), ConsistentRead: true }),
      );
      return Item && v.parse(orderItem, Item).order;
    },

    /**
     * Writes `changed` over the version it was made from and returns it as
     * stored; undefined where another call wrote in between: read again.
     */
    async replace(changed: Order): Promise<Order | undefined> {
      const stored = { ...changed, version: changed.version + 1 };
      const written = await replaceItem(table, { ...billingKeys.order(changed), order: stored }, [
        { test: 'equals', path: ['order', 'version'], value: changed.version },
      ]);
      return written ? stored : undefined;
    },

    /** All orders of an account, newest first. */
    async list(accountId: string): Promise<readonly Order[]> {
      const orders: Order[] = [];
      const { pk, skPrefix } = billingKeys.orders(accountId);
      const pages = paginateQuery(
        { client: documents },
        {
          TableName: tableName,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix },
          ScanIndexForward: false,
          ConsistentRead: true,
        },
      );
      for await (const page of pages)
        orders.push(...(page.Items ?? []).map((item) => v.parse(orderItem, item).order));
      return orders;
    },

    /** The first record of an event stays; repeats of the event are not recorded. */
    async recordEvent(record: EventRecord): Promise<void> {
      await replaceItem(table, { ...billingKeys.event(record), ...record }, [isNew]);
    },
  };
}
