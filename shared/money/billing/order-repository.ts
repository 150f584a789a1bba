import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  paginateQuery,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import { billingKeys } from './billing-keys.ts';
import { type Order, type OrderReference, order } from './order.ts';

/** The outcome of a webhook; kept to answer why a payment did or did not count. */
export interface EventRecord {
  readonly provider: Order['provider'];
  readonly eventId: string;
  readonly outcome: string;
  readonly receivedAt: string;
}

export interface OrderRepository {
  create(created: Order): Promise<void>;
  find(reference: OrderReference): Promise<Order | undefined>;
  /**
   * Writes `changed` over the version it was made from and returns it as
   * stored; undefined where somebody else wrote in between: read again.
   */
  replace(changed: Order): Promise<Order | undefined>;
  /** All orders of an account, newest first. */
  list(accountId: string): Promise<readonly Order[]>;
  /** The first record of an event stays; repeats of the event are not recorded. */
  recordEvent(record: EventRecord): Promise<void>;
}

const orderItem = v.object({ order });

export function createOrderRepository(documents: DynamoDBDocumentClient, tableName: string): OrderRepository {
  /** True where the condition held and the item was written. */
  function putIf(condition: Omit<PutCommandInput, 'TableName'>): Promise<boolean> {
    return whenConditionHolds(documents.send(new PutCommand({ TableName: tableName, ...condition })));
  }
  const isNew = 'attribute_not_exists(pk)';

  return {
    async create(created) {
      const written = await putIf({
        Item: { ...billingKeys.order(created), order: created },
        ConditionExpression: isNew,
      });
      if (!written) throw new Error('An order id was given twice.');
    },

    async find(reference) {
      const { Item } = await documents.send(
        new GetCommand({ TableName: tableName, Key: billingKeys.order(reference), ConsistentRead: true }),
      );
      return Item && v.parse(orderItem, Item).order;
    },

    async replace(changed) {
      const stored = { ...changed, version: changed.version + 1 };
      const followsKnownVersion = '#order.#version = :version';
      const written = await putIf({
        Item: { ...billingKeys.order(changed), order: stored },
        ConditionExpression: followsKnownVersion,
        ExpressionAttributeNames: { '#order': 'order', '#version': 'version' },
        ExpressionAttributeValues: { ':version': changed.version },
      });
      return written ? stored : undefined;
    },

    async list(accountId) {
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

    async recordEvent(record) {
      await putIf({ Item: { ...billingKeys.event(record), ...record }, ConditionExpression: isNew });
    },
  };
}
