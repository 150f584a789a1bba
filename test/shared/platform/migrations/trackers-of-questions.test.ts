import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import { createAskings, createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { migrations } from '#shared/platform/migrations/migrations.ts';
import { runMigration } from '#shared/platform/migrations/run-migration.ts';
import { movableClock } from '#test/support/ledger/billing.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';
import { putItems, storedItems } from '#test/support/stores/stored-items.ts';

describe('trackers as the build of 27 November wrote them', () => {
  const owner = 'acct_01m8gxbgn3cr37f3jgkhnws28b';
  const [daily, ranked] = ['trk_01m8gxet98m872mj5486r09m1k', 'trk_01m8gxf9cqerm6hch74zhm0kmj'];
  const clock = movableClock(Date.parse('2026-11-29T07:30:00.000Z'));
  let database: Awaited<ReturnType<typeof startTestDatabase>>;
  beforeEach(async () => {
    database = await startTestDatabase();
    await putItems(database.documents, database.tables, storedItems('2026-11-27'));
  });
  afterEach(() => database.stop());

  const table = () => ({ documents: database.documents, name: database.tables.identity, clock });
  const put = (Item: object) =>
    database.documents.send(new PutCommand({ TableName: table().name, Item: { ...Item } }));
  const bring = async () => {
    const counts = { scanned: 0, changed: 0, busy: 0 };
    for (const migration of migrations)
      Object.assign(counts, await runMigration(database, migration, { isDryRun: false }));
    return counts;
  };
  const underOldNames = async () => {
    const { Count } = await database.documents.send(
      new QueryCommand({
        TableName: table().name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': `account#${owner}`, ':sk': 'question#' },
      }),
    );
    return Count;
  };

  it('are listed, due and ranked again with their schedules and spending, and found carried over the next time', async () => {
    const trackers = createTrackerRepository(table());
    expect(await trackers.list(owner)).toEqual([]);
    expect(await bring()).toMatchObject({ changed: 4, busy: 0 });
    const listed = await trackers.list(owner);
    expect(listed.map(({ name, schedule, asking }) => [name, schedule?.every, asking?.spent])).toEqual([
      ['Ranks', 'day', 3],
      ['Monthly kept', undefined, undefined],
      ['Weekly', 'week', undefined],
      ['Our rivals', 'day', 5],
    ]);
    expect(await trackers.history(owner, daily)).toMatchObject([{ outcome: 'asked', credits_charged: 5 }]);
    const due = await createAskings(table()).due(clock());
    expect(due.map(({ tracker_id }) => tracker_id).sort()).toEqual([daily, ranked]);
    const setup = listed[0]?.rank?.setup ?? '';
    const keywords = (
      await createRankHistory(table()).getSetup({ accountId: owner, trackerId: ranked }, setup)
    ).keywords;
    expect(keywords).toHaveLength(3);
    expect(await trackers.rename(owner, daily, 'Rivals')).toMatchObject({ name: 'Rivals' });
    expect([await underOldNames(), await bring()]).toMatchObject([0, { changed: 0, busy: 0 }]);
  });

  it('keep what the new place holds already, and lose the old one', async () => {
    const trackers = createTrackerRepository(table());
    await bring();
    await trackers.rename(owner, daily, 'Rivals');
    await putItems(database.documents, database.tables, storedItems('2026-11-27'));
    expect(await bring()).toMatchObject({ changed: 4, busy: 0 });
    expect([await trackers.find(owner, daily), await underOldNames()]).toMatchObject([{ name: 'Rivals' }, 0]);
  });

  it('keep what a build of before writes between their reading and their moving', async () => {
    const [before] =
      storedItems('2026-11-27').identity?.filter(({ question_id }) => question_id === daily) ?? [];
    let isChanged = false;
    database.documents.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName?.startsWith('TransactWrite') && !isChanged) {
            isChanged = true;
            await put({ ...before, name: 'Changed meanwhile' });
          }
          return next(args);
        },
      { step: 'initialize', name: 'race' },
    );
    await bring();
    const listed = await createTrackerRepository(table()).list(owner);
    expect(listed.map(({ name }) => name)).toContain('Changed meanwhile');
    expect([listed.length, await underOldNames()]).toEqual([4, 0]);
  });

  it('that were weekly questions are due each week by UTC, with all that they have spent', async () => {
    const [trackerId, revision] = ['question_01m80000000000000000000000', 'a'];
    const names = { account_id: owner, question_id: trackerId };
    const from = '2026-11-22T18:00:00.000Z';
    const terms = { monthly_budget: 20, price: 5, from, status: 'active', revision };
    const counts = { state: 'asked', tries: 1, at: 1, month: '2026-11', spent: 5, reserved: 0, misses: 0 };
    await put({
      ...{ pk: `account#${owner}`, sk: `question#${trackerId}`, ...names, name: 'Ours', created_at: from },
      ...{ tool: 'inspect_domain', arguments: { domain: 'a.example' } },
      ...{
        schedule: { day: 'friday', hour: 7, ...terms },
        asking: { week: '2026-11-23', revision, ...counts },
      },
    });
    await put({ pk: 'due#friday#7', sk: `${owner}#${trackerId}`, ...names, made_at: Date.parse(from) });
    expect(await bring()).toMatchObject({ changed: 6 });
    expect(await createTrackerRepository(table()).find(owner, trackerId)).toMatchObject({
      schedule: { every: 'week', weekday: 'friday', at: '07:00', time_zone: 'UTC', revision },
      asking: { period: '2026-11-23', spent: 5, revision },
    });
    const [due] = await createAskings(table()).due(clock());
    expect(due).toMatchObject({ tracker_id: trackerId, due_at: from });
    if (due) await createAskings(table()).leave(due);
    const left = (await createAskings(table()).due(clock())).map(({ tracker_id }) => tracker_id);
    expect(left).not.toContain(trackerId);
  });
});
