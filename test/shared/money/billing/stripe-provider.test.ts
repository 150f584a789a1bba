import { createServer, type Server } from 'node:http';
import { createBilling } from '#shared/money/billing/billing.ts';
import { createOrderRepository, defaultTerms } from '#shared/money/billing/order.ts';
import { signWebhook } from '#shared/money/billing/payment-events.ts';
import { createStripeProvider, readStripeSecret } from '#shared/money/billing/stripe-provider.ts';
import { memoryEntries, movableClock } from '#test/support/ledger/billing.ts';
import { listenOnLoopback } from '#test/support/listen.ts';
import { testDatabase } from '#test/support/stores/database.ts';

const secret = 'whsec_stripe_test';
const account = { accountId: 'acct_stripe', email: 'payer@example.com' };

/** Answers the three requests that the provider makes, and remembers what was asked. */
function fakeStripe() {
  const asked: { path: string; form: URLSearchParams; idempotencyKey: string | undefined }[] = [];
  let metadata: Record<string, string> = {};
  let paid = false;
  const session = (expanded: boolean) => ({
    id: 'cs_test_1',
    object: 'checkout.session',
    url: 'https://checkout.stripe.com/c/pay/cs_test_1',
    status: paid ? 'complete' : 'open',
    payment_status: paid ? 'paid' : 'unpaid',
    amount_total: 2_000,
    currency: 'usd',
    metadata,
    payment_intent: expanded && paid ? payment() : paid ? 'pi_1' : null,
  });
  const payment = () => ({
    id: 'pi_1',
    object: 'payment_intent',
    metadata,
    latest_charge: { id: 'ch_1', receipt_url: 'https://pay.stripe.com/receipts/1' },
  });
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const form = new URLSearchParams(body);
      asked.push({ path, form, idempotencyKey: request.headers['idempotency-key']?.toString() });
      if (path === '/v1/checkout/sessions')
        metadata = {
          oriel_account: form.get('metadata[oriel_account]') ?? '',
          oriel_order: form.get('metadata[oriel_order]') ?? '',
        };
      const answer = path.startsWith('/v1/payment_intents/') ? payment() : session(request.method === 'GET');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    });
  });
  return {
    server,
    asked,
    session,
    pay() {
      paid = true;
    },
  };
}

let stripe: ReturnType<typeof fakeStripe>;
let port: number;
const database = testDatabase();
beforeEach(async () => {
  stripe = fakeStripe();
  port = await listenOnLoopback(stripe.server);
});
afterEach(async () => {
  stripe.server.closeAllConnections();
  await new Promise((resolve) => stripe.server.close(resolve));
});

const settingsOf = (secretKey: string) =>
  ({ secretKey, webhookSecret: secret, api: { protocol: 'http', host: '127.0.0.1', port } }) as const;

function openShop(secretKey = 'sk_test_1') {
  const clock = movableClock(Date.now());
  const ledger = memoryEntries();
  const billing = createBilling({
    orders: createOrderRepository(database.documents, database.tables.billing),
    ledger,
    provider: createStripeProvider(async () => settingsOf(secretKey), clock),
    terms: defaultTerms,
    clock,
    issueInvoice: async () => {},
    billingPageUrl: 'https://oriel.example/billing',
    reportSale() {},
    reportMismatch() {},
  });
  const deliver = async (id: string, type: string, object: object, ageSeconds = 0, livemode = false) => {
    const rawBody = JSON.stringify({ id, object: 'event', type, livemode, data: { object } });
    const signature = await signWebhook(rawBody, secret, Math.floor(clock() / 1000) - ageSeconds);
    return billing.receiveEvent({ rawBody, signature });
  };
  return { billing, ledger, clock, deliver };
}

describe('Stripe Checkout', () => {
  it('is opened with our price, our order in its metadata and an idempotency key', async () => {
    const shop = openShop();
    const opened = await shop.billing.openCheckout(account, 2);
    expect(opened.checkoutUrl).toBe('https://checkout.stripe.com/c/pay/cs_test_1');
    const asked = stripe.asked[0];
    expect(asked?.idempotencyKey).toBe(opened.orderId);
    expect(Object.fromEntries(asked?.form ?? [])).toMatchObject({
      mode: 'payment',
      'line_items[0][quantity]': '2',
      'line_items[0][price_data][unit_amount]': '1000',
      'line_items[0][price_data][currency]': 'usd',
      'payment_intent_data[metadata][oriel_order]': opened.orderId,
      customer_email: account.email,
      success_url: `https://oriel.example/billing?order=${opened.orderId}`,
    });
  });

  it('grants on the webhook, and once', async () => {
    const shop = openShop();
    await shop.billing.openCheckout(account, 2);
    stripe.pay();
    expect(await shop.deliver('evt_1', 'checkout.session.completed', stripe.session(false))).toBe('granted');
    await shop.deliver('evt_1', 'checkout.session.completed', stripe.session(false));
    await shop.deliver('evt_2', 'checkout.session.async_payment_succeeded', stripe.session(false));
    expect(shop.ledger.balance()).toBe(2_000);
  });

  it('grants on return, with the receipt', async () => {
    const shop = openShop();
    const { orderId } = await shop.billing.openCheckout(account, 2);
    stripe.pay();
    const order = await shop.billing.confirm({ accountId: account.accountId, orderId });
    expect(order).toMatchObject({ status: 'paid', receiptUrl: 'https://pay.stripe.com/receipts/1' });
    expect(shop.ledger.balance()).toBe(2_000);
  });

  it('takes back what is refunded or disputed, found through the payment', async () => {
    const shop = openShop();
    await shop.billing.openCheckout(account, 2);
    stripe.pay();
    await shop.deliver('evt_1', 'checkout.session.completed', stripe.session(false));
    const refund = { id: 're_1', amount: 500, currency: 'usd', status: 'succeeded', payment_intent: 'pi_1' };
    const dispute = { id: 'dp_1', amount: 2_000, currency: 'usd', payment_intent: 'pi_1' };
    await shop.deliver('evt_2', 'refund.created', refund);
    expect(shop.ledger.balance()).toBe(1_500);
    await shop.deliver('evt_3', 'charge.dispute.funds_withdrawn', dispute);
    expect(shop.ledger.balance()).toBe(0);
    await shop.deliver('evt_4', 'charge.dispute.funds_reinstated', dispute);
    expect(shop.ledger.balance()).toBe(1_500);
    await shop.deliver('evt_5', 'refund.failed', { ...refund, status: 'failed' });
    expect(shop.ledger.balance()).toBe(2_000);
  });

  it.each([301, -301])('refuses a genuine event that is %p seconds old', async (age) => {
    const shop = openShop();
    await shop.billing.openCheckout(account, 2);
    stripe.pay();
    await expect(
      shop.deliver('evt_1', 'checkout.session.completed', stripe.session(false), age),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(shop.ledger.balance()).toBe(0);
  });

  it('refuses an event with another signature', async () => {
    const shop = openShop();
    const message = { rawBody: '{}', signature: await signWebhook('{}', 'whsec_other', Date.now() / 1000) };
    await expect(shop.billing.receiveEvent(message)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  it.each([-500, 0.5, 1e300, '500', null])(
    'refuses a refund of %p cents before anything is written',
    async (amount) => {
      const shop = openShop();
      const { orderId } = await shop.billing.openCheckout(account, 2);
      stripe.pay();
      await shop.deliver('evt_1', 'checkout.session.completed', stripe.session(false));
      const refund = { id: 're_1', amount, currency: 'usd', status: 'succeeded', payment_intent: 'pi_1' };
      await expect(shop.deliver('evt_2', 'refund.created', refund)).rejects.toMatchObject({
        code: 'validation_error',
      });
      expect(shop.ledger.balance()).toBe(2_000);
      expect(await shop.billing.confirm({ accountId: account.accountId, orderId })).toMatchObject({
        status: 'paid',
      });
    },
  );

  it.each([
    ['sk_live_1', false],
    ['rk_live_1', false],
    ['sk_test_1', true],
  ])('grants nothing to %s for an event whose livemode is %p', async (secretKey, livemode) => {
    const shop = openShop(secretKey);
    await shop.billing.openCheckout(account, 2);
    stripe.pay();
    const paid = shop.deliver('evt_1', 'checkout.session.completed', stripe.session(false), 0, livemode);
    await expect(paid).rejects.toMatchObject({ code: 'validation_error' });
    expect(shop.ledger.balance()).toBe(0);
    const right = shop.deliver('evt_2', 'checkout.session.completed', stripe.session(false), 0, !livemode);
    expect(await right).toBe('granted');
  });
});

describe('payments that are not set up yet', () => {
  it('are refused, and taken as soon as they are', async () => {
    let settings: ReturnType<typeof settingsOf> | undefined;
    const provider = createStripeProvider(async () => {
      if (!settings) throw new Error('Payments are not set up.');
      return settings;
    }, Date.now);
    await expect(provider.findCheckout('cs_unknown')).rejects.toThrow('not set up');
    settings = settingsOf('sk_test_1');
    await expect(provider.findCheckout('cs_unknown')).resolves.toBeDefined();
  });
});

describe('the secret of Stripe', () => {
  const careful = { refusesTestPayments: true };
  const secretOf = (secret_key: string, more = {}) =>
    JSON.stringify({ secret_key, webhook_secret: 'whsec_1', ...more });

  it.each(['sk_test_1', 'rk_test_1'])(
    'is refused with %s where test payments are, unless a demonstration is asked for',
    (key) => {
      expect(() => readStripeSecret(secretOf(key), careful)).toThrow(/test key/u);
      expect(readStripeSecret(secretOf(key), { refusesTestPayments: false }).secretKey).toBe(key);
      expect(readStripeSecret(secretOf(key, { allow_test_payments: true }), careful).secretKey).toBe(key);
      expect(readStripeSecret(secretOf('rk_live_1'), careful).secretKey).toBe('rk_live_1');
    },
  );

  it('never shows its value in what it complains of', () => {
    expect(() => readStripeSecret('{"secret_key":"sk_live_hidden"}', careful)).toThrow(/expected form/u);
    expect(() => readStripeSecret('{"secret_key":"sk_live_hidden"}', careful)).not.toThrow(/hidden/u);
  });
});
