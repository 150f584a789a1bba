import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Invoice, InvoiceRepository } from './invoice-repository.ts';
import type { Order, OrderReference } from './order.ts';
import type { OrderRepository } from './order-repository.ts';
import { createOrderUpdates } from './order-updates.ts';

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
