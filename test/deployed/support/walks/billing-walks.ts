import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { signWebhook } from '#shared/money/billing/payment-events.ts';
import { webhookSecret } from '../payment-server.ts';
import type { WalkedService } from '../walked-service.ts';
import { browserOf, expectStatus, freshWord, step, type Walk } from './walk.ts';

/** Buying credits, as the payment provider and its payers do it. */
export const billingWalks: readonly Walk[] = [
  {
    name: 'checkout',
    steps: [
      step('shows orders, ledger and alerts', async (service) => {
        const { browser } = await buyer(service);
        expectStatus(await browser.post('/session/billing/statement'), 200);
        expectStatus(await browser.post('/session/billing/alert', { threshold: 500 }), 200);
        expectStatus(await browser.post('/session/billing/details', { company: 'Northwind' }), 200);
      }),
      step('opens a checkout and grants what was paid on return', async (service) => {
        const { browser } = await buyer(service);
        const { order_id } = await openCheckout(browser);
        service.payments.pay(order_id);
        const confirmed = expectStatus(await browser.post('/session/billing/confirm', { order_id }), 200);
        if (confirmed.body.status !== 'paid') throw new Error(`The order is ${confirmed.body.status}.`);
      }),
    ],
  },
  {
    name: 'webhooks',
    steps: [
      step('grants what was paid, once', async (service) => {
        await publishSeller(service);
        const { browser } = await buyer(service);
        const { order_id } = await openCheckout(browser);
        const session = service.payments.pay(order_id);
        const first = await deliver(service, session);
        if (first.body.outcome !== 'granted') throw new Error(`The payment was ${first.body.outcome}.`);
        expectStatus(await browser.post('/session/billing/invoice', { order_id }), 200);
      }),
    ],
  },
];

/** Without a seller no invoice is made. */
async function publishSeller({ running: { documents, tables } }: WalkedService): Promise<void> {
  const Item = { pk: 'operator-text', sk: 'seller', markdown: 'Oriel Ltd', published_at: '2026-11-20' };
  await documents.send(new PutCommand({ TableName: tables.identity, Item }));
}

async function buyer(service: WalkedService) {
  const { accountId } = await service.openAccount(5);
  const browser = await browserOf(service, accountId);
  return { accountId, browser };
}

async function openCheckout(browser: Awaited<ReturnType<typeof buyer>>['browser']) {
  return expectStatus(await browser.post('/session/billing/checkout', { quantity: 2 }), 200).body;
}

async function deliver(service: WalkedService, session: object) {
  const event = { id: `evt_${freshWord()}`, type: 'checkout.session.completed', data: { object: session } };
  const body = JSON.stringify(event);
  const signature = await signWebhook(body, webhookSecret, Math.floor(Date.now() / 1_000));
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return expectStatus(await service.send('/webhooks/stripe', { method: 'POST', headers, body }), 200);
}
