import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { removeItem, replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem, queriedItems } from '#shared/platform/dynamo/documents.ts';
import { ServiceError } from '#shared/platform/errors.ts';

/** Keys of everything in the billing table but the lease of exports (`shared/money/exports/export-lease.ts`); `docs/storage.md` shows an item of each kind. */
export const billingKeys = {
  order: ({ accountId, orderId }: OrderReference) => ({ pk: accountId, sk: `order#${orderId}` }),
  orders: (accountId: string) => ({ pk: accountId, skPrefix: 'order#' }),
  event: ({ provider, eventId }: { readonly provider: string; readonly eventId: string }) => ({
    pk: `event#${provider}#${eventId}`,
    sk: 'event',
  }),
  alert: (accountId: string) => ({ pk: accountId, sk: 'alert' }),
  details: (accountId: string) => ({ pk: accountId, sk: 'details' }),
  invoices: (provider: string) => ({ pk: `invoices#${provider}` }),
  /** Padded, so that the order of keys is that of numbers. */
  invoice: ({ provider, number }: { readonly provider: string; readonly number: number }) => ({
    pk: `invoices#${provider}`,
    sk: String(number).padStart(12, '0'),
  }),
  embeddedCheckout: (checkoutId: string) => ({ pk: `checkout#${checkoutId}`, sk: 'checkout' }),
};

export interface PurchaseTerms {
  /** Price of one step, in the currency's smallest unit. */
  readonly stepCents: number;
  readonly creditsPerStep: number;
  /** ISO 4217, lower case. */
  readonly currency: string;
  readonly maxSteps: number;
}

/** $10 a step, 1,000 credits each, at most $1,000 in one order. */
export const defaultTerms: PurchaseTerms = {
  stepCents: 1_000,
  creditsPerStep: 1_000,
  currency: 'usd',
  maxSteps: 100,
};

/** Whom invoices are made out to; what is not wanted on them is empty. */
export const billingDetails = v.object({
  company: v.string(),
  address: v.string(),
  tax_number: v.string(),
  order_number: v.string(),
});
type BillingDetails = v.InferOutput<typeof billingDetails>;

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
      const item = await currentItem(documents, TableName, billingKeys.details(accountId));
      return item ? v.parse(billingDetails, item) : noBillingDetails;
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

const whole = v.pipe(v.number(), v.integer());
const amount = v.pipe(whole, v.minValue(0));

/**
 * Money that went back to the payer: a refund or a dispute, by its id at the
 * payment provider. `returned` is final: a refund that failed or a dispute that
 * was won, so the money is ours again.
 */
const reversal = v.object({
  id: v.string(),
  kind: v.picklist(['refund', 'dispute']),
  cents: amount,
  returned: v.boolean(),
});
export type Reversal = v.InferOutput<typeof reversal>;

/**
 * Credits to take back (or, negative, to give again) after a change of the
 * reversals. Written with the change that caused it and posted to the ledger
 * under its own id, so that a crash between the two loses nothing.
 */
const adjustment = v.object({
  id: v.string(),
  kind: v.picklist(['refund', 'dispute']),
  credits: whole,
  cents: whole,
});
type Adjustment = v.InferOutput<typeof adjustment>;

/** A purchase of credits, from the moment its checkout is opened. Price and credits are fixed at that moment. */
export const order = v.object({
  orderId: v.string(),
  accountId: v.string(),
  quantity: amount,
  amountCents: amount,
  currency: v.string(),
  credits: amount,
  status: v.picklist(['open', 'paid', 'expired']),
  provider: v.picklist(['stripe', 'embedded']),
  checkoutId: v.nullable(v.string()),
  checkoutUrl: v.nullable(v.string()),
  paymentId: v.nullable(v.string()),
  /** The provider's own receipt, where it makes one. */
  receiptUrl: v.nullable(v.string()),
  /** Absent where no invoice was made. */
  invoiceNumber: v.optional(amount),
  createdAt: v.string(),
  paidAt: v.nullable(v.string()),
  reversals: v.array(reversal),
  adjustments: v.array(adjustment),
  /** Counts the writes; each write names the one it follows. */
  version: amount,
});
export type Order = v.InferOutput<typeof order>;

/** Where an order is found; travels through the payment provider as metadata. */
export interface OrderReference {
  readonly accountId: string;
  readonly orderId: string;
}

/** Cents of the order that are with the payer again, never more than were paid. */
export function reversedCents(current: Pick<Order, 'reversals' | 'amountCents'>): number {
  const cents = current.reversals.reduce((sum, entry) => sum + (entry.returned ? 0 : entry.cents), 0);
  return Math.min(cents, current.amountCents);
}

/**
 * The order after a refund or dispute arrived. What is taken back follows
 * from the set of reversals alone, so that events in any order and any number
 * end with the same credits. The very same order where nothing is new.
 */
export function withReversal(current: Order, heard: Reversal): Order {
  const known = current.reversals.find((entry) => entry.id === heard.id);
  if (known && (known.returned || !heard.returned)) return current;
  const merged = known ? { ...known, returned: true } : heard;
  const reversals = [...current.reversals.filter((entry) => entry.id !== heard.id), merged];
  const next = { ...current, reversals };
  const cents = reversedCents(next);
  const done = sumOf(current.adjustments);
  const credits = creditsFor(cents, current) - done.credits;
  if (credits === 0) return next;
  const id = `${current.orderId}:${current.adjustments.length + 1}`;
  const adjusted = { id, kind: heard.kind, credits, cents: cents - done.cents };
  return { ...next, adjustments: [...current.adjustments, adjusted] };
}

function sumOf(adjustments: readonly Adjustment[]): Pick<Adjustment, 'credits' | 'cents'> {
  const sum = { credits: 0, cents: 0 };
  for (const entry of adjustments) {
    sum.credits += entry.credits;
    sum.cents += entry.cents;
  }
  return sum;
}

function creditsFor(cents: number, { credits, amountCents }: Order): number {
  return amountCents === 0 ? 0 : Math.round((credits * cents) / amountCents);
}

/** The outcome of a webhook; kept to answer why a payment did or did not count. */
interface EventRecord {
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
      const item = await currentItem(documents, tableName, billingKeys.order(reference));
      return item && v.parse(orderItem, item).order;
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
      const { pk, skPrefix } = billingKeys.orders(accountId);
      const items = await queriedItems(documents, {
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ':prefix': skPrefix },
        ScanIndexForward: false,
        ConsistentRead: true,
      });
      return items.map((item) => v.parse(orderItem, item).order);
    },

    /** The first record of an event stays; repeats of the event are not recorded. */
    async recordEvent(record: EventRecord): Promise<void> {
      await replaceItem(table, { ...billingKeys.event(record), ...record }, [isNew]);
    },
  };
}

/** Collisions in a row before giving up; the payment provider then sends its event again. */
const maxAttempts = 8;

/** Changes of orders by compare and swap, so that no change overwrites another. */
export function createOrderUpdates(orders: OrderRepository) {
  async function get(reference: OrderReference): Promise<Order> {
    const found = await orders.find(reference);
    if (!found) throw new ServiceError('not_found', 'There is no such order.');
    return found;
  }

  return {
    /** The order, or `not_found`. */
    get,
    /** Reads, changes and writes, again until no other write came in between. `change` returns its argument for "nothing to do". */
    async update(reference: OrderReference, change: (current: Order) => Order): Promise<Order> {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        const current = await get(reference);
        const changed = change(current);
        if (changed === current) return current;
        const stored = await orders.replace(changed);
        if (stored) return stored;
      }
      throw new ServiceError(
        'internal_error',
        'The order is being changed by another request. Send yours again.',
      );
    },
  };
}
