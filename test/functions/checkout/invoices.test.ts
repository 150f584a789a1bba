import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { checkoutAnswers } from '#functions/checkout/contract.ts';
import { newestCode } from '#test/dashboard/sign-in.ts';
import { testService } from '#test/support/service/running-service.ts';

describe('POST /session/billing/invoice', () => {
  let folder: string;
  const service = testService();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oriel-seller-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function send(path: string, body: unknown, cookie: string) {
    const answer = await service.send(`/session/${path}`, {
      method: 'POST',
      headers: { origin: service.baseUrl, 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    const contract = Object.entries(checkoutAnswers).find(([route]) => route === `/session/${path}`)?.[1];
    if (contract && answer.status === 200) expect(v.is(contract, answer.body)).toBe(true);
    return answer;
  }

  async function signIn(email: string) {
    const { body } = await send('code', { email }, '');
    const code = await newestCode(service.baseUrl, email);
    const verified = await send('verify', { sign_in_id: body.sign_in_id, code }, '');
    const cookies = verified.headers.getSetCookie().map((value) => value.split(';')[0]);
    return (path: string, asked: unknown = {}) => send(path, asked, cookies.join('; '));
  }

  /** Pays on the hosted page, as a person does; the webhook settles it. */
  async function buy(post: Awaited<ReturnType<typeof signIn>>, quantity = 1): Promise<string> {
    const { body } = await post('billing/checkout', { quantity });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const page = body.checkout_url;
    await fetch(page, { method: 'POST', headers, body: 'action=pay', redirect: 'manual' });
    return body.order_id;
  }

  const orderOf = async (post: Awaited<ReturnType<typeof signIn>>, id: string) =>
    (await post('billing/statement')).body.orders.find((order: { id: string }) => order.id === id);

  const publish = async (text: string) => {
    const file = join(folder, 'seller.txt');
    await writeFile(file, text);
    await service.operations.texts.publish('seller', file);
  };

  it('is made from the details as they are at the purchase, and stays as it was made', async () => {
    const post = await signIn('books@invoice.example');
    const early = await buy(post);
    expect(await orderOf(post, early)).toMatchObject({ status: 'paid', invoice_number: null });
    expect((await post('billing/invoice', { order_id: early })).status).toBe(404);

    await publish('Oriel Ltd\n1 Harbour Road');
    const details = {
      company: 'Northwind',
      address: '2 Mill Lane\nYork',
      tax_number: 'GB 1',
      order_number: '',
    };
    expect((await post('billing/details', details)).body).toEqual(details);
    const order_id = await buy(post, 3);
    const { invoice_number } = await orderOf(post, order_id);
    expect(invoice_number).toMatch(/^TEST-\d{6}$/u);
    await post('billing/details', { company: 'Southwind' });
    await publish('Another Ltd');
    const { body } = await post('billing/invoice', { order_id });
    expect(body).toMatchObject({
      number: invoice_number,
      seller: 'Oriel Ltd\n1 Harbour Road',
      buyer: { ...details, email: 'books@invoice.example' },
    });
    const { body: statement } = await post('billing/statement');
    expect(statement.details).toMatchObject({ company: 'Southwind', address: '' });
    expect(statement.last_quantity).toBe(3);
    const { text } = await post('account/download');
    expect(text).toContain('2 Mill Lane');
    expect(text).toContain('Southwind');
  });

  it('is nothing to another account', async () => {
    await publish('Oriel Ltd');
    const post = await signIn('owner@invoice.example');
    const order_id = await buy(post);
    expect((await post('billing/invoice', { order_id })).status).toBe(200);
    const stranger = await signIn('stranger@invoice.example');
    expect((await stranger('billing/invoice', { order_id })).status).toBe(404);
  });

  it('outlives its account, of which the details for further ones are gone', async () => {
    await publish('Oriel Ltd');
    const email = 'leaver@invoice.example';
    const post = await signIn(email);
    await post('billing/details', { company: 'Leaver Ltd' });
    const order_id = await buy(post);
    const { body: made } = await post('billing/invoice', { order_id });
    expect(made.buyer.company).toBe('Leaver Ltd');
    expect((await post('account/delete', { email })).status).toBe(200);
    const { documents, tables } = service.database;
    const { Items = [] } = await documents.send(new ScanCommand({ TableName: tables.billing }));
    const kept = Items.filter((item) => JSON.stringify(item).includes('Leaver Ltd'));
    expect(kept.map(({ pk }) => pk)).toEqual(['invoices#embedded']);
  });

  it.each([
    { company: 'x'.repeat(201) },
    { company: 'one\nline' },
    { address: 'x'.repeat(601) },
    { address: 'bell \u0007' },
    { tax_number: 7 },
  ])('is made from no details such as %j', async (details) => {
    const post = await signIn(
      `careless-${Object.keys(details)[0]}-${JSON.stringify(details).length}@invoice.example`,
    );
    expect((await post('billing/details', details)).status).toBe(422);
  });
});
