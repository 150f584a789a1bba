import fc from 'fast-check';
import { createInvoicing, type Invoice, type InvoiceRepository } from '#shared/money/billing/invoices.ts';
import { noBillingDetails, type Order, type OrderRepository } from '#shared/money/billing/order.ts';
import { startTestDatabase, type TestDatabase } from '#test/support/stores/database.ts';
import { buy, first, openShop } from './shop.ts';

const paid = (orderId: string): Order => ({
  orderId,
  accountId: 'acct_buyer',
  quantity: 1,
  amountCents: 1_000,
  currency: 'usd',
  credits: 1_000,
  status: 'paid',
  provider: 'stripe',
  checkoutId: `cs_${orderId}`,
  checkoutUrl: null,
  paymentId: null,
  receiptUrl: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  paidAt: '2026-11-20T12:00:00.000Z',
  reversals: [],
  adjustments: [],
  version: 0,
});

/** Orders and invoices in memory: each operation is one moment, which `between` puts between others, or a crash. */
function memoryBooks(orderIds: readonly string[], between: () => Promise<void>) {
  const orders = new Map(orderIds.map((id) => [id, paid(id)]));
  const invoices = new Map<number, Invoice>();
  const at = async <Result>(operation: () => Result): Promise<Result> => {
    await between();
    const result = operation();
    await between();
    return result;
  };
  const orderPort: Pick<OrderRepository, 'find' | 'replace'> = {
    find: ({ orderId }) => at(() => orders.get(orderId)),
    replace: (changed) =>
      at(() => {
        if (orders.get(changed.orderId)?.version !== changed.version) return undefined;
        const stored = { ...changed, version: changed.version + 1 };
        orders.set(changed.orderId, stored);
        return stored;
      }),
  };
  const invoicePort: Pick<InvoiceRepository, 'latest' | 'create'> = {
    latest: () => at(() => invoices.get(Math.max(0, ...invoices.keys()))),
    create: (created) =>
      at(() => {
        if (invoices.has(created.number)) return false;
        invoices.set(created.number, created);
        return true;
      }),
  };
  const issue = createInvoicing({
    orders: orderPort as OrderRepository,
    invoices: invoicePort,
    clock: () => Date.UTC(2026, 10, 20),
    findSeller: async () => 'Oriel Ltd',
    findBuyer: async () => ({ email: 'a@b.example', ...noBillingDetails }),
  });
  return { orders, invoices, issue };
}

/** One number for each order that has an invoice, from 1 without a gap. */
function expectWholeBooks({ invoices }: Pick<ReturnType<typeof memoryBooks>, 'invoices'>): void {
  const numbers = [...invoices.keys()].toSorted((one, other) => one - other);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  const invoiced = [...invoices.values()].map(({ orderId }) => orderId);
  expect(new Set(invoiced).size).toBe(invoiced.length);
}

describe('invoice numbers', () => {
  it('have no gap and none is given twice, with purchases side by side, repeated events and crashes anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.tuple(fc.nat(3), fc.nat(40)), { minLength: 1, maxLength: 7 }),
        async (scheduler, count, events) => {
          const ids = Array.from({ length: count }, (_, index) => `order_${index}`);
          let crashing = 0;
          const books = memoryBooks(ids, async () => {
            await scheduler.schedule(Promise.resolve());
            crashing -= 1;
            if (crashing === 0) throw new Error('The function died.');
          });
          const running = events.map(([order, crashAfter]) => {
            crashing = crashAfter;
            return books.issue(paid(ids[order % count] ?? '')).catch(() => undefined);
          });
          await scheduler.waitFor(Promise.all(running));
          expectWholeBooks(books);
          // The provider sends its events again until they are answered.
          crashing = 0;
          await scheduler.waitFor(Promise.all(ids.map((id) => books.issue(paid(id)))));
          expectWholeBooks(books);
          expect(books.invoices.size).toBe(count);
          for (const { orderId, number } of books.invoices.values())
            expect(books.orders.get(orderId)?.invoiceNumber).toBe(number);
        },
      ),
      { numRuns: 400, seed: 5 },
    );
  });

  describe('of purchases', () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await startTestDatabase();
    });
    afterEach(() => database.stop());

    it('are given in the database one by one, also to purchases at the same time', async () => {
      const shop = openShop(database);
      shop.seller.text = 'Oriel Ltd, 1 Harbour Road';
      const bought = await Promise.all(Array.from({ length: 12 }, () => buy(shop)));
      await Promise.all(shop.sent.map((delivery) => shop.billing.receiveEvent(delivery)));
      await Promise.all(shop.sent.map((delivery) => shop.billing.receiveEvent(delivery)));
      const orders = await shop.billing.listOrders('acct_buyer');
      const numbers = orders
        .map(({ invoiceNumber = 0 }) => invoiceNumber)
        .toSorted((one, other) => one - other);
      expect(numbers).toEqual(bought.map((_, index) => index + 1));
      expect(await shop.invoices.latest('embedded')).toMatchObject({
        number: 12,
        seller: 'Oriel Ltd, 1 Harbour Road',
        buyer: { company: 'Northwind' },
        amountCents: 1_000,
      });
    });

    it('are given to nothing while no seller is published, and credits come all the same', async () => {
      const shop = openShop(database);
      const { reference } = await buy(shop);
      expect(await shop.billing.receiveEvent(first(shop))).toBe('granted');
      expect(await shop.orders.find(reference)).toMatchObject({ status: 'paid' });
      expect(await shop.invoices.latest('embedded')).toBeUndefined();
    });
  });
});
