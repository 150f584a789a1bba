import fc from 'fast-check';
import { signWebhook } from '#shared/money/billing/payment-events.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { buy, buyer, type Delivery, first, openShop as openShopOn, resign, signed } from './shop.ts';

const database = testDatabase();

const openShop = () => openShopOn(database);

describe('a purchase', () => {
  it('grants 1,000 credits a step when the webhook comes', async () => {
    const shop = openShop();
    const { reference } = await buy(shop, 3);
    expect(shop.ledger.balance()).toBe(0);
    expect(await shop.billing.receiveEvent(first(shop))).toBe('granted');
    expect(shop.ledger.balance()).toBe(3_000);
    expect(await shop.orders.find(reference)).toMatchObject({
      status: 'paid',
      amountCents: 3_000,
      credits: 3_000,
      currency: 'usd',
      paidAt: '2026-11-20T00:00:00.000Z',
    });
  });

  it('grants on the return page before any webhook, and once in all', async () => {
    const shop = openShop();
    const { reference } = await buy(shop);
    expect((await shop.billing.confirm(reference)).status).toBe('paid');
    await shop.billing.receiveEvent(first(shop));
    await shop.billing.confirm(reference);
    expect([...shop.ledger.entries]).toEqual([[expect.stringMatching(/^purchase:cs_embedded_/u), 1_000]]);
    expect(shop.sold).toEqual([1_000]);
  });

  it('gives nothing for a checkout that was not paid', async () => {
    const shop = openShop();
    const { orderId } = await shop.billing.openCheckout(buyer, 1);
    const reference = { accountId: buyer.accountId, orderId };
    expect((await shop.billing.confirm(reference)).status).toBe('open');
    shop.clock.advance(25 * 3600);
    expect((await shop.billing.confirm(reference)).status).toBe('expired');
    expect(shop.ledger.balance()).toBe(0);
  });

  it.each([0, -1, 1.5, 101, Number.NaN])('refuses a quantity of %p', async (quantity) => {
    const shop = openShop();
    await expect(shop.billing.openCheckout(buyer, quantity)).rejects.toMatchObject({
      code: 'validation_error',
    });
  });

  it("does not show one account another's order", async () => {
    const shop = openShop();
    const { orderId } = await buy(shop);
    await expect(shop.billing.confirm({ accountId: 'acct_other', orderId })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('lists orders newest first', async () => {
    const shop = openShop();
    const account = { accountId: 'acct_lister', email: 'lister@example.com' };
    const older = await shop.billing.openCheckout(account, 1);
    shop.clock.advance(1);
    const newer = await shop.billing.openCheckout(account, 2);
    const listed = await shop.billing.listOrders(account.accountId);
    expect(listed.map((order) => order.orderId)).toEqual([newer.orderId, older.orderId]);
  });
});

describe('a webhook', () => {
  it('changes nothing when it is repeated', async () => {
    const shop = openShop();
    await buy(shop);
    await Promise.all(Array.from({ length: 5 }, () => shop.billing.receiveEvent(first(shop))));
    expect(shop.ledger.balance()).toBe(1_000);
  });

  it.each([
    [
      'another secret',
      async (d: Delivery) => ({
        ...d,
        signature: await signWebhook(d.rawBody, 'whsec_other', 1_795_132_800),
      }),
    ],
    ['a changed body', (d: Delivery) => ({ ...d, rawBody: d.rawBody.replace('1000', '9000') })],
    ['white space added to the body', (d: Delivery) => ({ ...d, rawBody: `${d.rawBody} ` })],
    ['no signature', (d: Delivery) => ({ rawBody: d.rawBody, signature: undefined })],
    ['an empty signature', (d: Delivery) => ({ ...d, signature: '' })],
    ['a moved time', (d: Delivery) => ({ ...d, signature: d.signature.replace(/t=\d+/u, 't=1795132801') })],
    ['a scheme of its own', (d: Delivery) => ({ ...d, signature: d.signature.replace('v1=', 'v0=') })],
  ])('is refused when it has %s', async (_case, forge) => {
    const shop = openShop();
    await buy(shop);
    const forged = await forge(first(shop));
    await expect(shop.billing.receiveEvent(forged)).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(shop.ledger.balance()).toBe(0);
  });

  it.each([301, -301])('is refused when it is %p seconds old', async (age) => {
    const shop = openShop();
    await buy(shop);
    shop.clock.advance(age);
    await expect(shop.billing.receiveEvent(first(shop))).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect(shop.ledger.balance()).toBe(0);
  });

  it.each([299, -299])('is accepted when it is %p seconds old', async (age) => {
    const shop = openShop();
    await buy(shop);
    shop.clock.advance(age);
    expect(await shop.billing.receiveEvent(first(shop))).toBe('granted');
  });

  it.each<[string, (event: { data: { object: Record<string, unknown> } }) => void]>([
    ['a smaller amount', (event) => Object.assign(event.data.object, { amount_total: 1 })],
    ['another currency', (event) => Object.assign(event.data.object, { currency: 'idr' })],
    ['another checkout', (event) => Object.assign(event.data.object, { id: 'cs_other' })],
    [
      'an order that does not exist',
      (event) =>
        Object.assign(event.data.object, {
          metadata: { oriel_account: 'acct_buyer', oriel_order: 'order_x' },
        }),
    ],
  ])('that is genuine but carries %s is reported and grants nothing', async (_case, change) => {
    const shop = openShop();
    await buy(shop);
    const altered = await resign(shop, first(shop), change);
    expect(await shop.billing.receiveEvent(altered)).toBe('mismatch');
    expect(shop.mismatches).toHaveLength(1);
    expect(shop.ledger.balance()).toBe(0);
  });

  it('grants nothing while the payment is not complete', async () => {
    const shop = openShop();
    await buy(shop);
    const unpaid = await resign(shop, first(shop), (event: { data: { object: Record<string, unknown> } }) =>
      Object.assign(event.data.object, { payment_status: 'unpaid' }),
    );
    expect(await shop.billing.receiveEvent(unpaid)).toBe('ignored');
    expect(shop.ledger.balance()).toBe(0);
  });

  it('about something else is acknowledged and ignored', async () => {
    const shop = openShop();
    const delivery = await signed(shop, { id: 'evt_1', type: 'customer.created', data: { object: {} } });
    expect(await shop.billing.receiveEvent(delivery)).toBe('ignored');
  });

  it('grants after a crash between the grant and the mark, and grants once', async () => {
    const shop = openShop();
    const { reference } = await buy(shop);
    shop.ledger.failNext();
    await expect(shop.billing.receiveEvent(first(shop))).rejects.toThrow('lost');
    expect(await shop.orders.find(reference)).toMatchObject({ status: 'open' });
    await shop.billing.receiveEvent(first(shop));
    expect(shop.ledger.balance()).toBe(1_000);
  });
});

describe('money that goes back', () => {
  it('takes the credits back, in proportion', async () => {
    const shop = openShop();
    const { checkoutId } = await buy(shop, 2);
    await shop.payments.refund(checkoutId, 500);
    await shop.payments.refund(checkoutId, 1_500);
    for (const delivery of shop.sent) await shop.billing.receiveEvent(delivery);
    expect([...shop.ledger.entries.values()]).toEqual([2_000, -500, -1_500]);
  });

  it('grants first when the refund overtakes its payment', async () => {
    const shop = openShop();
    const { checkoutId } = await buy(shop);
    await shop.payments.refund(checkoutId, 1_000);
    for (const delivery of shop.sent.toReversed()) await shop.billing.receiveEvent(delivery);
    expect([...shop.ledger.entries.values()]).toEqual([1_000, -1_000]);
  });

  it('is taken back when a crash came between the order and the ledger', async () => {
    const shop = openShop();
    const { checkoutId, reference } = await buy(shop);
    await shop.billing.confirm(reference);
    await shop.payments.dispute(checkoutId);
    const dispute = shop.sent[1] ?? first(shop);
    shop.ledger.failNext();
    await expect(shop.billing.receiveEvent(dispute)).rejects.toThrow('lost');
    expect(shop.ledger.balance()).toBe(1_000);
    expect(await shop.billing.receiveEvent(dispute)).toBe('reversed');
    expect(shop.ledger.balance()).toBe(0);
  });

  it('ends with the same credits whatever the order and the number of the events', async () => {
    const reversalArbitrary = fc.record({
      type: fc.constantFrom(
        'refund.created',
        'refund.failed',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.funds_reinstated',
      ),
      id: fc.constantFrom('a', 'b', 'c'),
    });
    const centsOf = { a: 300, b: 700, c: 2_000 } as Record<string, number>;
    await fc.assert(
      fc.asyncProperty(
        fc.array(reversalArbitrary, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (reversals, random) => {
          const shop = openShop();
          const { checkoutId } = await buy(shop, 2);
          const events = reversals.map(({ type, id }) => {
            const kind = type.startsWith('refund') ? 're' : 'dp';
            const object = {
              id: `${kind}_${id}`,
              amount: centsOf[id],
              currency: 'usd',
              payment_intent: `pi_${checkoutId}`,
              status: type === 'refund.failed' ? 'failed' : 'succeeded',
            };
            return { id: `evt_${type}_${id}`, type, data: { object } };
          });
          const deliveries = await Promise.all(events.map((event) => signed(shop, event)));
          const shuffled = [...shop.sent, ...deliveries, ...deliveries]
            .map((delivery) => ({ delivery, at: random.next().value ?? 0 }))
            .sort((left, right) => left.at - right.at);
          for (const { delivery } of shuffled) await shop.billing.receiveEvent(delivery);
          expect(shop.ledger.balance()).toBe(2_000 - Math.min(2_000, openCents(reversals, centsOf)));
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });
});

/** Cents that are with the payer by the plain reading: what went out and did not come back. */
function openCents(events: readonly { type: string; id: string }[], centsOf: Record<string, number>): number {
  const kindOf = (type: string) => (type.startsWith('refund') ? 're' : 'dp');
  const returned = new Set(
    events
      .filter(({ type }) => type === 'refund.failed' || type.endsWith('reinstated'))
      .map(({ type, id }) => `${kindOf(type)}_${id}`),
  );
  const all = new Set(events.map(({ type, id }) => `${kindOf(type)}_${id}`));
  return [...all].filter((id) => !returned.has(id)).reduce((sum, id) => sum + (centsOf[id.slice(3)] ?? 0), 0);
}
