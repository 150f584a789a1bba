import { DeleteCommand, GetCommand } from '@aws-sdk/lib-dynamodb';
import { createIdempotencyTable, partitionOf } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCredentialRepository } from '#shared/money/accounts/credential-repository.ts';
import { createAlertRepository } from '#shared/money/billing/low-balance.ts';
import { createOrderRepository } from '#shared/money/billing/order.ts';
import { tableList } from '#shared/platform/dynamo/tables.ts';
import { type Migration, migrations } from '#shared/platform/migrations/migrations.ts';
import { runMigration } from '#shared/platform/migrations/run-migration.ts';
import { movableClock } from '#test/support/ledger/billing.ts';
import { callReport, meteredCall, openLedger } from '#test/support/ledger/ledger.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';
import { putItems, storedItems } from '#test/support/stores/stored-items.ts';

const accountId = 'acct_01m7xgr69y264sxrm16kpv6rj1';
const writtenAt = Date.parse('2026-11-20T22:25:00.000Z');
const oldAlert = { pk: accountId, sk: 'alert' };

/** As a release would write one: the threshold of an alert moves to another name. */
const renaming: Migration = {
  id: '2026-12-threshold-name',
  table: 'billing',
  summary: 'Alerts about low balances: threshold becomes lowest_balance.',
  change: ({ sk, threshold, lowest_balance: already }) =>
    sk === 'alert' && threshold !== undefined
      ? {
          set: { schema: 2, lowest_balance: already ?? threshold },
          remove: ['threshold'],
          from: ['threshold', 'lowest_balance'],
        }
      : undefined,
};

async function openRelease() {
  const database = await startTestDatabase();
  const { documents, tables } = database;
  await putItems(documents, tables, storedItems('release-1'));
  const clock = movableClock(writtenAt);
  return {
    ...openLedger(database, clock),
    ...{ database, documents, tables, clock },
    alerts: createAlertRepository(documents, tables.billing),
    alertItem: async () => {
      const { Item } = await documents.send(new GetCommand({ TableName: tables.billing, Key: oldAlert }));
      return Item;
    },
    migrate: (migration: Migration, isDryRun = false) =>
      runMigration({ documents, tables }, migration, { isDryRun }),
  };
}

type Release = Awaited<ReturnType<typeof openRelease>>;

/** What the first release wrote, as today's code must see it: before its migration, during it and after it. */
async function expectEverythingThere({ documents, tables, clock, ...world }: Release): Promise<void> {
  expect(await world.accounts.get(accountId)).toMatchObject({ balance: 120, status: 'active', openHolds: 0 });
  expect(await world.reconcile(accountId)).toMatchObject({ proven: true, entries: 2 });
  const entries = await world.entries.list(accountId);
  expect(entries.map(({ credits }) => credits).sort()).toEqual([100, 25]);
  const calls = [];
  for await (const { tool, credits_charged } of world.usage.records({ accountId }))
    calls.push([tool, credits_charged]);
  expect(calls.slice(0, 3)).toEqual([
    ['inspect_keyword', 2],
    ['research_keywords', 3],
    ['inspect_page', 0],
  ]);
  const keys = await createCredentialRepository(documents, tables.credentials).list(accountId);
  expect(keys.map(({ name, limits }) => [name, limits.spendLimit])).toEqual([
    ['With limits', 50],
    ['First key', undefined],
  ]);
  const kept = createIdempotencyTable(documents, tables.idempotency);
  expect(await kept.find(partitionOf({ accountId, key: 'fixture-key-1' }))).toMatchObject({
    state: 'answered',
  });
  const identity = { documents, name: tables.identity, clock };
  expect(
    await createSessionRepository(identity, createAccountRepository({ documents, tables, clock })).find(
      accountId,
      'sess_01m7xgr6wxd1b304f8vvvt2m27',
    ),
  ).toMatchObject({ method: 'email' });
  expect(await createOrderRepository(documents, tables.billing).list(accountId)).toMatchObject([
    { orderId: 'order_fixture', status: 'paid', credits: 1_000 },
  ]);
  expect(
    await createDatasetRecords(documents, tables).find(accountId, 'ds_01m7xgr6qhnmkjayapj6x72q5x'),
  ).toMatchObject({ name: 'keyword-ideas', rows: 25 });
  expect(await world.alerts.find(accountId)).toEqual({
    threshold: 40,
    notifiedAt: '2026-11-20T12:30:00.000Z',
    notifiedEntry: null,
    sendingUntil: null,
  });
}

describe('items of the first release', () => {
  let world: Release;
  beforeEach(async () => {
    world = await openRelease();
  });
  afterEach(() => world.database.stop());

  it('are there for every table whose loss would lose something', () => {
    const withItems = Object.keys(storedItems('release-1'));
    // The stored index is loaded again from its imports.
    const needed = tableList.map(({ name }) => name).filter((name) => name !== 'index');
    expect(withItems).toEqual(expect.arrayContaining(needed));
  });

  it('are read right by the present code, before all migrations and after them', async () => {
    await expectEverythingThere(world);
    for (const migration of migrations) {
      await world.migrate(migration);
      await expectEverythingThere(world);
    }
  });

  it('are charged, revoked and claimed by the present code as its own are', async () => {
    const { ledger, principal, alerts } = world;
    const held = await ledger.hold(await principal(accountId), meteredCall());
    await ledger.settle(held, await ledger.commit(held, 'charged', callReport(accountId)));
    expect(await world.reconcile(accountId)).toMatchObject({ proven: true });
    expect((await world.accounts.get(accountId)).balance).toBe(117);
    const credentials = createCredentialRepository(world.documents, world.tables.credentials);
    const [key] = await credentials.list(accountId);
    expect(await credentials.revoke(accountId, key?.id ?? '', writtenAt)).toMatchObject({
      name: 'With limits',
    });
    const known = await alerts.find(accountId);
    const notice = { at: '2026-11-21T00:00:00.000Z', entry: 1, until: '2026-11-21T00:05:00.000Z' };
    expect(await alerts.claimNotice(accountId, known, notice)).toBe(true);
    expect(await alerts.claimNotice(accountId, known, notice)).toBe(false);
    expect(await world.alertItem()).toMatchObject({ notified_at: '2026-11-21T00:00:00.000Z' });
  });
});

describe('a migration', () => {
  let world: Release;
  beforeEach(async () => {
    world = await openRelease();
  });
  afterEach(() => world.database.stop());

  it('changes nothing when it only counts, and says what it would change', async () => {
    const before = await world.alertItem();
    expect(await world.migrate(renaming, true)).toEqual({ scanned: 2, changed: 1, busy: 0 });
    expect(await world.alertItem()).toEqual(before);
  });

  it('brings items to the new shape once, and finds nothing to do the next time', async () => {
    expect(await world.migrate(renaming)).toEqual({ scanned: 2, changed: 1, busy: 0 });
    expect(await world.alertItem()).toEqual({
      ...oldAlert,
      ...{ lowest_balance: 40, schema: 2, notified_at: '2026-11-20T12:30:00.000Z' },
    });
    expect(await world.migrate(renaming)).toEqual({ scanned: 2, changed: 0, busy: 0 });
  });

  it('keeps what a call writes into an item between its reading and its writing', async () => {
    let calls = 0;
    const racing: Migration = {
      ...renaming,
      change(item) {
        calls += 1;
        return renaming.change(item);
      },
    };
    const { documents } = world;
    const chosen = Promise.withResolvers<void>();
    documents.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName?.startsWith('Update') && calls === 1) {
            calls += 1;
            await world.alerts.choose(accountId, 70);
            chosen.resolve();
          }
          return next(args);
        },
      { step: 'initialize', name: 'race' },
    );
    await world.migrate(racing);
    await chosen.promise;
    expect(await world.alertItem()).toMatchObject({ schema: 2, lowest_balance: 70 });
  });

  it('does not bring back an item that was deleted meanwhile', async () => {
    const { documents, tables } = world;
    let isDeleted = false;
    documents.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName?.startsWith('Update') && !isDeleted) {
            isDeleted = true;
            await documents.send(new DeleteCommand({ TableName: tables.billing, Key: oldAlert }));
          }
          return next(args);
        },
      { step: 'initialize', name: 'delete' },
    );
    const blind: Migration = {
      ...renaming,
      change: ({ sk }) => (sk === 'alert' ? { set: { schema: 2 }, remove: [], from: [] } : undefined),
    };
    await world.migrate(blind);
    expect(await world.alertItem()).toBeUndefined();
  });

  it('goes on from where it was stopped', async () => {
    const { documents, tables } = world;
    let position: string | undefined;
    const parts = { documents, tables };
    const key = Buffer.from(JSON.stringify({ pk: accountId, sk: 'order#order_fixture' })).toString(
      'base64url',
    );
    const counts = await runMigration(parts, renaming, {
      ...{ isDryRun: true, position: key },
      reached: (next) => {
        position = next;
      },
    });
    expect([counts.scanned < 2, position]).toEqual([true, undefined]);
  });

  it('has an id of its own that says when it came', () => {
    const ids = [...migrations, renaming].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^20\d{2}-\d{2}-[a-z-]+$/u);
    expect(ids.toSorted()).toEqual(ids);
  });
});
