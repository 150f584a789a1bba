import { startWireServer } from '#test/support/aws/http-server.ts';

export const webhookSecret = 'whsec_of_the_deployed_suite';

/** Stripe's API as far as checkouts use it, on loopback. */
export interface PaymentServer {
  readonly url: string;
  /** Pays the checkout of an order; the checkout as the API then shows it. */
  pay(orderId: string): object;
  stop(): Promise<void>;
}

interface Checkout {
  readonly id: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly amountCents: number;
  paid: boolean;
}

export async function startPaymentServer(): Promise<PaymentServer> {
  const checkouts = new Map<string, Checkout>();
  const server = await startWireServer((request, body) => {
    const id =
      request.method === 'POST'
        ? open(checkouts, new URLSearchParams(body.toString()))
        : lastPart(request.url);
    const found = checkouts.get(id);
    return {
      status: found ? 200 : 404,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(found ? shown(found) : { error: { type: 'invalid_request_error' } }),
    };
  });
  return {
    ...server,
    pay(orderId) {
      const found = [...checkouts.values()].find(({ metadata }) => metadata.oriel_order === orderId);
      if (!found) throw new Error(`No checkout was opened for ${orderId}.`);
      found.paid = true;
      return shown(found);
    },
  };
}

function open(checkouts: Map<string, Checkout>, form: URLSearchParams): string {
  const id = `cs_test_${checkouts.size + 1}`;
  const quantity = Number(form.get('line_items[0][quantity]'));
  const amountCents = quantity * Number(form.get('line_items[0][price_data][unit_amount]'));
  const attached = (name: string) => [name, form.get(`metadata[${name}]`) ?? ''] as const;
  const metadata = Object.fromEntries([attached('oriel_account'), attached('oriel_order')]);
  checkouts.set(id, { id, metadata, amountCents, paid: false });
  return id;
}

function shown({ id, metadata, amountCents, paid }: Checkout): object {
  return {
    id,
    object: 'checkout.session',
    url: `https://checkout.stripe.example/c/pay/${id}`,
    status: paid ? 'complete' : 'open',
    payment_status: paid ? 'paid' : 'unpaid',
    amount_total: amountCents,
    currency: 'usd',
    metadata,
    payment_intent: paid ? { id: `pi_${id}`, object: 'payment_intent', metadata, latest_charge: null } : null,
  };
}

function lastPart(url = ''): string {
  return url.split('?')[0]?.split('/').at(-1) ?? '';
}
