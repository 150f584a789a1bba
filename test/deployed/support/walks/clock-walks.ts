import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteCommand, type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Order } from '#shared/money/billing/order.ts';
import { dayMs, dayOf, monthOf, monthPeriod } from '#shared/money/exports/calendar.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { functionNamed } from '../function-named.ts';
import { ownSecret } from '../guarded-services.ts';
import { staleMs } from '../lifelike-database.ts';
import type { WalkedService } from '../walked-service.ts';
import { expectStatus, freshWord, step, type Walk } from './walk.ts';

/** What runs by the clock. Each looks at all accounts, so each begins with none but its own. */
export const clockWalks: readonly Walk[] = [
  {
    name: 'sweep',
    steps: [
      step('gives back what dead calls held', async (service) => {
        await service.running.forget('accounts');
        const { accountId } = await service.openAccount(10);
        await holdLongAgo(service, accountId, 'use_01kbhs3x9mq6d8v0a2c4e6g8j0');
        await start(service, 'sweep');
      }),
      step('finds a dead call decided', async (service) => {
        await service.running.forget('accounts');
        const caller = await service.openAccount(10);
        await caller.post('/v1/tools/inspect_keyword', { keyword: 'tent' });
        const [{ id }] = (await caller.get('/v1/me/usage?tool=inspect_keyword')).body;
        await holdLongAgo(service, caller.accountId, id);
        await start(service, 'sweep');
      }),
      step('finishes a grant that was cut off', async (service) => {
        await service.running.forget('accounts');
        const { accountId } = await service.openAccount(1);
        await cutOffGrant(service, accountId);
        await start(service, 'sweep');
      }),
    ],
  },
  {
    name: 'low-balance',
    steps: [
      step('writes to an account with few credits left', async (service) => {
        await service.running.forget('accounts');
        const { accountId } = await service.openAccount(3);
        const { email } = await service.operations.operator.show(accountId);
        await start(service, 'low-balance');
        if (!service.running.services.mails.some(({ to }) => to === email)) throw new Error('No mail came.');
      }),
      step('writes at once where a call says that it took the balance to the mark', async (service) => {
        const { accountId } = await service.openAccount(100);
        const { email } = await service.operations.operator.show(accountId);
        await start(service, 'low-balance', { account_id: accountId, from: 103, to: 100 });
        if (!service.running.services.mails.some(({ to }) => to === email)) throw new Error('No mail came.');
      }),
    ],
  },
  {
    name: 'export-usage',
    steps: [
      step('writes the days and the month that are over, in place of what a killed run left', exportAfresh),
    ],
  },
  {
    name: 'pack-answers',
    steps: [
      step('puts the answers of a past day into files, and goes on from there', async (service) => {
        const { accountId } = await service.openAccount(1);
        await service.operators.keepAnswer(accountId, Date.now() - 3 * dayMs);
        await forgetPacking(service);
        await start(service, 'pack-answers');
        if (!(await hasFile(service, accountId))) throw new Error('There is no file.');
      }),
      step('leaves no file of an account that was deleted meanwhile', async (service) => {
        const { accountId } = await service.openAccount(1);
        await service.operators.keepAnswer(accountId, Date.now() - 3 * dayMs);
        await forgetPacking(service);
        await closeAccount(service, accountId);
        await start(service, 'pack-answers');
        if (await hasFile(service, accountId)) throw new Error('A file is there.');
      }),
    ],
  },
  {
    name: 'usage-shard',
    steps: [
      step('counts and writes the calls of the days that are over', exportAfresh),
      step('adds up what calls cost and earned', (service) => start(service, 'margin-watch')),
    ],
  },
  {
    name: 'margin-watch',
    steps: [
      step('adds up what calls cost and earned', async (service) => {
        await service.running.forget('accounts');
        await service.openAccount(3);
        await start(service, 'margin-watch');
      }),
    ],
  },
  {
    name: 'canary',
    steps: [
      step('finds the service well from outside, and pays once for what it asks twice', async (service) => {
        const payer = await service.openAccount(1_000);
        service.running.setSecret('canary', JSON.stringify({ api_key: payer.key }));
        await start(service, 'canary');
        if ((await payer.balance()) !== 998) throw new Error('It was not charged once.');
      }),
    ],
  },
  {
    name: 'secret-ages',
    steps: [step('looks how old each secret is', (service) => start(service, 'secret-ages'))],
  },
  {
    name: 'rotate-secret',
    steps: ['service', 'signing'].map((secret) =>
      step(`renews the secret ${secret}`, (service) => renew(service, secret)),
    ),
  },
  {
    name: 'reference',
    steps: [
      step(
        'says that the service is well',
        async (service) => void expectStatus(await service.send('/healthz'), 200),
      ),
      step(
        'says that the operator has published no text',
        async (service) => void expectStatus(await service.send('/privacy'), 404),
      ),
      step(
        'says on a page how the service is, and whether it has a live source',
        async (service) => void expectStatus(await service.send('/status'), 200),
      ),
    ],
  },
  {
    name: 'crawler-keys',
    steps: [
      // The rehearsal has no https origin, at which alone there are keys.
      step('looks for the keys and says that there are none', async (service) => {
        const path = '/.well-known/http-message-signatures-directory';
        expectStatus(await service.send(path), 404);
      }),
    ],
  },
  {
    name: 'unmatched',
    steps: [
      step(
        'says what is not there',
        async (service) => void expectStatus(await service.send('/nothing/here'), 404),
      ),
    ],
  },
];

async function start({ running }: WalkedService, name: string, event = {}): Promise<void> {
  await running.start(functionNamed(name), event);
}

async function hasFile({ operators }: WalkedService, accountId: string): Promise<boolean> {
  for await (const _ of operators.objects.list(`answers/${accountId}/`)) return true;
  return false;
}

/** As if no run had ever been, and none of late that saw the accounts as they were. */
async function forgetPacking({ running }: WalkedService): Promise<void> {
  const Key = { account_id: 'answers#', id: 'packed' };
  await running.documents.send(new DeleteCommand({ TableName: running.tables.usage, Key }));
  await sleep(staleMs);
}

async function closeAccount({ running }: WalkedService, account_id: string): Promise<void> {
  await running.documents.send(
    new UpdateCommand({
      TableName: running.tables.accounts,
      Key: { account_id },
      UpdateExpression: 'SET closing = :yes',
      ExpressionAttributeValues: { ':yes': true },
    }),
  );
}

/** Days and a month that are over, where nothing has been exported. */
async function exportAfresh(service: WalkedService): Promise<void> {
  const { objects } = service.operators;
  for await (const key of objects.list('usage/')) await objects.delete(key);
  await service.running.forget('accounts');
  await paidLongAgo(service);
  await start(service, 'export-usage');
}

/** All steps of a rotation, as the secret store asks for them, on a secret that only this function finds. */
async function renew(service: WalkedService, secret: string): Promise<void> {
  const { running } = service;
  const { versions } = running.services;
  const SecretId = running.secretArn(secret);
  const own = ownSecret(SecretId, functionNamed('rotate-secret'));
  const ClientRequestToken = freshWord();
  versions.create(own, running.secret(secret), Date.now() - 2 * dayMs);
  versions.beginRotation(own, ClientRequestToken);
  for (const Step of ['createSecret', 'setSecret', 'testSecret', 'finishSecret'])
    await start(service, 'rotate-secret', { Step, SecretId, ClientRequestToken });
  if (versions.current(own) === running.secret(secret)) throw new Error('The secret is the same as before.');
}

/** A hold of a call that has been dead for an hour. */
async function holdLongAgo({ running }: WalkedService, accountId: string, callId: string): Promise<void> {
  const hold = {
    credits: 2,
    at: Date.now() - 3_600_000,
    request: 'req_walk',
    credential: 'cred_walk',
    source: 'api_key',
    tool: 'inspect_keyword',
  };
  await running.documents.send(
    new UpdateCommand({
      TableName: running.tables.accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'SET holds.#call = :hold',
      ExpressionAttributeNames: { '#call': callId },
      ExpressionAttributeValues: { ':hold': hold },
    }),
  );
}

/** A grant whose sender dies between the balance and the ledger. */
async function cutOffGrant({ running }: WalkedService, accountId: string): Promise<void> {
  const { documents, tables } = running;
  const dying = {
    send: (command: { input: { TableName?: string } }) =>
      command instanceof UpdateCommand && command.input.TableName === tables.ledger
        ? Promise.reject(new Error('The sender died.'))
        : documents.send(command as never),
  } as unknown as DynamoDBDocumentClient;
  const entries = createCreditEntries({ documents: dying, tables, clock: Date.now });
  await entries
    .grant({ accountId, entryId: 'grant:cut-off', credits: 5, kind: 'grant' })
    .catch(() => undefined);
}

/** An account that was opened and bought credits on the last day of a past month. */
async function paidLongAgo({ running, operations, operators }: WalkedService): Promise<void> {
  const thisMonth = monthPeriod(monthOf(dayOf(Date.now() - 3_600_000)));
  const paidAt = thisMonth.since - dayMs;
  const { account_id: accountId } = await operations.operator.createAccount({
    email: `${freshWord()}@test.example`,
    credits: 0,
  });
  await operators.backdate(accountId, paidAt);
  const order = paidOrder(accountId, isoTime(paidAt));
  await operators.orders.create(order);
  const { documents, tables } = running;
  await createCreditEntries({ documents, tables, clock: () => paidAt }).grant({
    accountId,
    entryId: `purchase:${order.checkoutId}`,
    credits: order.credits,
    kind: 'purchase',
    reference: order.orderId,
    amountUsdCents: order.amountCents,
  });
  // A file of a run that was killed before it had sealed its day.
  await operators.objects.put(`usage/dt=${dayOf(paidAt)}/parquet/left-over.parquet`, Buffer.from('half'));
}

function paidOrder(accountId: string, paidAt: string): Order {
  return {
    orderId: `order_${freshWord()}`,
    accountId,
    quantity: 1,
    amountCents: 1_000,
    currency: 'usd',
    credits: 1_000,
    status: 'paid',
    provider: 'stripe',
    checkoutId: `cs_${freshWord()}`,
    checkoutUrl: null,
    paymentId: null,
    receiptUrl: null,
    createdAt: paidAt,
    paidAt,
    reversals: [],
    adjustments: [],
    version: 0,
  };
}
