import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { exportUsage, usageShard } from '#functions/maintenance/contracts.ts';
import { exportWhatIsDue } from '#functions/maintenance/finance.ts';
import { mergeGrants, tableEntries } from '#shared/contract/grants.ts';
import { type Books, day, openBooks } from '#test/support/ledger/books.ts';
import { callReport } from '#test/support/ledger/ledger.ts';

describe('the books of accounts that live', () => {
  let world: Books;
  beforeEach(async () => {
    world = await openBooks();
  });
  afterEach(() => world.database.stop());

  it('book a call that was decided after its day was sealed as an adjustment of the next day, and change no file', async () => {
    const { clock, exporter, objects, rows } = world;
    const accountId = await world.openAccount(10);
    clock.advance(2 * 3600 - 10);
    const held = await world.hold(accountId);
    clock.advance(1_800);
    const { digest } = await exporter.day('2026-11-27');
    expect(digest).toMatchObject({ rows: 0, open_calls: [{ account_id: accountId, id: held.callId }] });
    const sealed = await objects.get('usage/dt=2026-11-27/csv/usage-00001.csv.gz');
    await world.finish(held, 'charged');
    clock.advance(day);
    await exporter.day('2026-11-28');
    expect(await rows(/dt=2026-11-28.*usage-.*csv/u)).toMatchObject([
      { id: held.callId, credits_charged: '3', adjustment_of: '2026-11-27' },
    ]);
    expect(await objects.get('usage/dt=2026-11-27/csv/usage-00001.csv.gz')).toBe(sealed);
    clock.advance(day);
    await exporter.day('2026-11-29');
    expect(await rows(/dt=2026-11-29.*usage-.*csv/u)).toEqual([]);
  });

  it('carry a call and its credits over the end of a month into the next one', async () => {
    const { clock, exporter, proofOf } = world;
    const accountId = await world.openAccount(10);
    clock.advance(3 * day + 2 * 3600 - 10);
    const held = await world.hold(accountId);
    clock.advance(1_800);
    await exporter.due();
    await world.finish(held, 'charged');
    expect(await proofOf('2026-11')).toMatchObject({
      final: true,
      proven: true,
      totals: { closing: 10, spent: 0 },
    });
    clock.advance(31 * day);
    await exporter.due();
    expect(await proofOf('2026-12')).toMatchObject({
      final: true,
      proven: true,
      previous: { month: '2026-11' },
      totals: { opening: 10, spent: 3, closing: 7 },
    });
    expect(await world.rows(/month=2026-12.*focus/u)).toMatchObject([
      { ChargeClass: 'Correction', ChargePeriodStart: '2026-11-30T00:00:00Z', PricingQuantity: '3' },
    ]);
  });

  it('say who paid, what was earned of it and what is still owed', async () => {
    const { clock, entries, exporter, rows } = world;
    const accountId = await world.openAccount(1_000);
    const bought = { accountId, kind: 'purchase', credits: 1_000, amountUsdCents: 1_000 } as const;
    await entries.grant({ ...bought, entryId: 'purchase:one', reference: '=cmd' });
    await world.finish(await world.hold(accountId), 'charged');
    clock.advance(4 * day);
    await exporter.due();
    expect(await rows(/account_month.*csv/u)).toMatchObject([
      {
        purchased: '1000',
        granted: '1000',
        spent: '3',
        closing: '1997',
        revenue: '0.015',
        deferred_revenue: '9.985',
      },
    ]);
    expect(await rows(/payments.*csv/u)).toMatchObject([
      { kind: 'purchase', order_id: "'=cmd", amount_usd: '10', credits: '1000' },
    ]);
    const focus = await rows(/focus.*csv/u);
    expect(
      focus.map(({ ChargeCategory, BilledCost, EffectiveCost }) => [
        ChargeCategory,
        BilledCost,
        EffectiveCost,
      ]),
    ).toEqual([
      ['Usage', '0', '0.015'],
      ['Purchase', '10', '0'],
    ]);
  });

  it('are proven for a month that is not over, and are written again when more has happened', async () => {
    const accountId = await world.openAccount(10);
    await world.finish(await world.hold(accountId), 'charged');
    expect((await world.exporter.month('2026-11')).record).toMatchObject({
      final: false,
      proven: true,
      totals: { spent: 3 },
    });
    const first = await world.objects.get('usage/month=2026-11/reconciliation.json');
    await world.exporter.month('2026-11');
    expect(await world.objects.get('usage/month=2026-11/reconciliation.json')).toEqual(first);
    await world.finish(await world.hold(accountId), 'charged');
    expect((await world.exporter.month('2026-11')).record).toMatchObject({
      proven: true,
      totals: { spent: 6, calls: 2 },
    });
    expect(world.objects.keys().some((key) => key.endsWith('digest.json'))).toBe(false);
  });

  it('are sealed and proven where one record stands for many refused calls', async () => {
    const { clock, exporter, ledger, proofOf, rows } = world;
    const accountId = await world.openAccount(10);
    await world.finish(await world.hold(accountId), 'charged');
    const refused = { statusCode: 429, upstreamCostMicroUsd: 0, errorType: 'rate_limited' } as const;
    for (let call = 0; call < 5; call += 1) await ledger.recordRefusedCall(callReport(accountId, refused));
    clock.advance(4 * day);
    await exporter.due();
    expect(await proofOf('2026-11')).toMatchObject({
      final: true,
      proven: true,
      totals: { spent: 3, calls: 6 },
    });
    expect((await rows(/tool_day.*csv/u)).map(({ calls }) => calls)).toEqual(['6']);
    expect((await rows(/usage-.*csv/u)).map(({ calls }) => calls).toSorted()).toEqual(['1', '5']);
  });

  it('are not closed, and sound the alarm, where a record is missing from the ledger', async () => {
    const accountId = await world.openAccount(10);
    await world.finish(await world.hold(accountId), 'charged');
    const { documents, tables } = world.database;
    await documents.send(
      new UpdateCommand({
        TableName: tables.accounts,
        Key: { account_id: accountId },
        UpdateExpression: 'SET balance = balance + :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );
    world.clock.advance(5 * day);
    const logger = { info: () => {}, warn: () => {}, error: () => {} };
    await expect(exportWhatIsDue(world.exporter, logger)).rejects.toThrow('2026-11 do not add up');
    expect(await world.proofOf('2026-11')).toMatchObject({
      final: false,
      proven: false,
      accounts: [{ account_id: accountId, proven: false, ledger_difference: 1 }],
    });
  });

  it('are written with exactly what the contracts of the scheduled function and of its shards grant', async () => {
    const { documents, tables } = world.database;
    const asked = new Set<string>();
    const names = new Map(Object.entries(tables).map(([name, deployed]) => [deployed, name]));
    const accountId = await world.openAccount(10);
    await world.entries.grant({
      ...{ accountId, kind: 'purchase', credits: 5, amountUsdCents: 5 },
      ...{ entryId: 'purchase:two', reference: 'order_x' },
    });
    await world.finish(await world.hold(accountId), 'charged');
    world.clock.advance(5 * day);
    documents.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          const { TableName = '' } = { ...args.input } as { TableName?: string };
          asked.add(`${names.get(TableName)} ${commandName?.replace('Command', '')}`);
          return next(args);
        },
      { step: 'initialize', name: 'record' },
    );
    await world.exporter.due();
    const granted = tableEntries(mergeGrants([exportUsage.grants, usageShard.grants]).tables).flatMap(
      ([name, operations]) => operations.map((operation) => `${name} ${operation}`),
    );
    expect([...asked].sort()).toEqual(granted.sort());
  });
});
