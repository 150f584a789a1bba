import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import {
  billingDetails,
  billingKeys,
  createOrderUpdates,
  type Order,
  type OrderReference,
  type OrderRepository,
} from './order.ts';

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
      const item = await currentItem(documents, TableName, billingKeys.invoice({ provider, number }));
      return item && v.parse(invoiceItem, item).invoice;
    },
    /** False where the number is taken. */
    create: (created: Invoice): Promise<boolean> =>
      replaceItem({ documents, name: TableName }, { ...billingKeys.invoice(created), invoice: created }, [
        { test: 'absent', path: ['pk'] },
      ]),
  };
}

interface InvoicingParts {
  readonly orders: OrderRepository;
  readonly invoices: Pick<InvoiceRepository, 'latest' | 'create'>;
  readonly clock: Clock;
  /** The operator's block; undefined where none is published: then there is no seller to invoice for. */
  findSeller(): Promise<string | undefined>;
  findBuyer(accountId: string): Promise<Invoice['buyer']>;
}

/** Makes the invoice of a paid order, unless it has one. Safe to repeat, and after a crash anywhere. */
export type IssueInvoice = (paid: Order) => Promise<void>;

/** Each attempt that is lost has given a number to another order. */
const maxAttempts = 100;

/**
 * The invoice is one conditional write under the number after the highest, so
 * numbers have no gap and none is given twice. Before it, the invoice with the
 * highest number is noted in its order: so all but the highest always are, and
 * an order that is read without a number after that has none, unless somebody
 * gave the next number meanwhile, which the write then finds taken.
 */
export function createInvoicing(parts: InvoicingParts): IssueInvoice {
  const { orders, invoices, clock } = parts;
  const { get, update } = createOrderUpdates(orders);

  async function note(reference: OrderReference, number: number): Promise<void> {
    await update(reference, (current) =>
      current.invoiceNumber === undefined ? { ...current, invoiceNumber: number } : current,
    );
  }

  /** Whether the order has its invoice now; false where another order was given the number. */
  async function attempt(paid: Order, parties: Pick<Invoice, 'seller' | 'buyer'>): Promise<boolean> {
    const { provider, accountId, orderId, quantity, credits, amountCents, currency } = paid;
    const latest = await invoices.latest(provider);
    if (latest) await note(latest, latest.number);
    if ((await get(paid)).invoiceNumber !== undefined) return true;
    const number = (latest?.number ?? 0) + 1;
    const sold = { quantity, credits, amountCents, currency };
    const issuedAt = isoTime(clock());
    const created = { number, provider, accountId, orderId, issuedAt, ...parties, ...sold };
    if (!(await invoices.create(created))) return false;
    await note(paid, number);
    return true;
  }

  return async (paid) => {
    if (paid.invoiceNumber !== undefined) return;
    const seller = await parts.findSeller();
    if (seller === undefined) return;
    const parties = { seller, buyer: await parts.findBuyer(paid.accountId) };
    for (let attempts = 0; attempts < maxAttempts; attempts += 1) if (await attempt(paid, parties)) return;
    throw new ServiceError('internal_error', 'Too many invoices are made at the same time. Try again.');
  };
}

/** As it stands on the invoice; those of test payments are no invoices of the books. */
export function invoiceName({ provider, number }: Pick<Invoice, 'provider' | 'number'>): string {
  return `${provider === 'stripe' ? 'INV' : 'TEST'}-${String(number).padStart(6, '0')}`;
}
