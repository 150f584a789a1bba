import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type AskAgainParts, askDueQuestions } from '#functions/maintenance/ask-again/ask-again.ts';
import { inspectDomain } from '#functions/tools/inspect-domain/contract.ts';
import { createSavedQuestionRepository } from '#shared/callers/workspace/saved-question-repository.ts';
import { createScheduleRepository } from '#shared/callers/workspace/schedule-repository.ts';
import { callWithArguments } from '#shared/calls/call-with-arguments.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import type { Mail } from '#shared/platform/mail/mailer.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls, plainAnswer } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

const dayMs = 24 * 3_600_000;
const monday = Date.UTC(2026, 10, 23, 8);
const { credits: price } = inspectDomain;

const database = testDatabase();

interface WorldOptions {
  readonly credits?: number;
  readonly monthlyBudget?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** An account with a question that is due on Mondays at eight, set the day before. */
async function openWorld({ credits = 100, monthlyBudget = 20, args }: WorldOptions = {}) {
  let now = monday - dayMs;
  let fail: ServiceError | undefined;
  const clock = () => now;
  const objects = memoryObjects();
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(credits);
  const mails: Mail[] = [];

  const partsOn = (documents: DynamoDBDocumentClient): AskAgainParts => {
    const { services } = openCalls(database, {
      clock,
      objects,
      network: { documents, singleAttempt: documents },
    });
    const identity = { documents, name: database.tables.identity, clock };
    const logic = async () => {
      if (fail) throw fail;
      return plainAnswer as never;
    };
    const schedules = createScheduleRepository(identity);
    return {
      questions: createSavedQuestionRepository(identity),
      schedules: {
        ...schedules,
        // The clocks of other tests stand elsewhere.
        due: async (slot) => (await schedules.due(slot)).filter((due) => due.accountId === accountId),
      },
      accounts: createAccountRepository({ documents, tables: database.tables, clock }),
      clock,
      logger: services.logger,
      openTools: async () => ({
        calls: services,
        tools: [
          {
            tool: inspectDomain,
            call: (request, calls) => callWithArguments({ ...request, tool: inspectDomain, logic }, calls),
          },
        ],
      }),
      mailer: { send: async (mail) => void mails.push(mail) },
      dashboardUrl: 'https://oriel.example',
    };
  };
  const parts = partsOn(database.documents);
  const { questions, schedules } = parts;
  const { questionId } = await createSavedQuestionRepository({
    documents: database.documents,
    name: database.tables.identity,
    clock,
  }).save(accountId, {
    name: 'Our site',
    tool: 'inspect_domain',
    arguments: args ?? { domain: 'a.example' },
  });
  const terms = { day: 'monday', hour: 8, monthlyBudget, price, isPaused: false } as const;
  await schedules.set(accountId, questionId, terms);

  return {
    accountId,
    questionId,
    mails,
    books,
    schedules,
    set: (changes: Partial<typeof terms> | { isPaused: boolean }) =>
      schedules.set(accountId, questionId, { ...terms, ...changes }),
    setNow: (moment: number) => {
      now = moment;
    },
    failWith: (error: ServiceError | undefined) => {
      fail = error;
    },
    run: (documents = database.documents) => askDueQuestions(partsOn(documents)),
    question: async () => questions.find(accountId, questionId),
    dueCount: async () =>
      (await schedules.due({ day: 'monday', hour: 8 })).filter((due) => due.questionId === questionId).length,
    records: async () => (await books.usage.list({ accountId, limit: 100 })).records,
    spent: async () => credits - (await books.accounts.get(accountId)).balance,
  };
}

describe('a saved question with a schedule', () => {
  it('is asked when it is due, once in its week, and the log says that its schedule did', async () => {
    const world = await openWorld();
    await world.run();
    expect(await world.spent()).toBe(0);
    for (let hours = 0; hours < 30; hours += 5) {
      world.setNow(monday + hours * 3_600_000 + 60_000);
      await world.run();
    }
    expect(await world.spent()).toBe(price);
    const [record, ...others] = await world.records();
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      auth_source: 'schedule',
      credential_id: world.questionId,
      tool: 'inspect_domain',
      credits_charged: price,
    });
    const { asking } = (await world.question()) ?? {};
    expect(asking).toMatchObject({ state: 'asked', spent: price, request_id: record?.request_id });
  });

  it('is asked in the weeks for which its month has budget, and says why not in the others', async () => {
    const world = await openWorld({ monthlyBudget: price });
    const runIn = async (week: number) => {
      world.setNow(monday + week * 7 * dayMs + 60_000);
      await world.run();
      return [(await world.question())?.asking?.reason, await world.spent()];
    };
    expect(await runIn(0)).toEqual([undefined, price]);
    expect(await runIn(1)).toEqual(['budget_used', price]);
    // The first Monday of December.
    expect(await runIn(2)).toEqual([undefined, 2 * price]);
  });

  it('is charged once when two runs meet it at the same moment', async () => {
    const world = await openWorld();
    world.setNow(monday + 60_000);
    await Promise.all([world.run(), world.run(), world.run()]);
    expect(await world.spent()).toBe(price);
    expect((await world.question())?.asking).toMatchObject({ state: 'asked', spent: price });
  });

  it('is charged at most once and asked all the same, wherever a run dies', async () => {
    let deaths = 0;
    for (let requests = 25; ; requests += 1) {
      const world = await openWorld();
      world.setNow(monday + 60_000);
      await world.run(dyingAfter(requests, database.documents));
      if ((await world.question())?.asking?.state === 'asked') break;
      deaths += 1;
      for (let minutes = 10; minutes < 23 * 60; minutes += 90) {
        world.setNow(monday + minutes * 60_000);
        await world.run();
      }
      expect([requests, (await world.question())?.asking]).toEqual([
        requests,
        expect.objectContaining({ state: 'asked', spent: price, reserved: 0 }),
      ]);
      expect(await world.spent()).toBeLessThanOrEqual(price);
      expect(await world.books.reconcile(world.accountId)).toMatchObject({
        proven: true,
        difference: 0,
        usage: { difference: 0 },
      });
    }
    expect(deaths).toBeGreaterThan(5);
  });

  it('waits for credits within its day', async () => {
    const world = await openWorld({ credits: price - 1 });
    world.setNow(monday + 60_000);
    await world.run();
    expect((await world.question())?.asking).toMatchObject({ reason: 'insufficient_credits', spent: 0 });
    expect(await world.records()).toEqual([]);
    const { accountId } = world;
    await world.books.entries.grant({ accountId, entryId: 'grant:more', kind: 'grant', credits: 5 });
    world.setNow(monday + 3_600_000);
    await world.run();
    expect((await world.question())?.asking).toMatchObject({ state: 'asked' });
  });

  it('is tried again after a failure, at most four times, and pays for none of them', async () => {
    const world = await openWorld();
    world.failWith(new ServiceError('upstream_unavailable', 'Down.'));
    for (let minutes = 1; minutes < 23 * 60; minutes += 15) {
      world.setNow(monday + minutes * 60_000);
      await world.run();
    }
    expect((await world.records()).map(({ error_type }) => error_type)).toEqual(
      Array<string>(4).fill('upstream_unavailable'),
    );
    expect(await world.spent()).toBe(0);
    expect((await world.question())?.asking).toMatchObject({ state: 'failed', spent: 0, reserved: 0 });
  });

  it('is paused after three weeks without an answer, and its owner is told once', async () => {
    const world = await openWorld();
    world.failWith(new ServiceError('upstream_unavailable', 'Down.'));
    for (let week = 0; week < 5; week += 1) {
      world.setNow(monday + week * 7 * dayMs + 60_000);
      await world.run();
    }
    expect((await world.records()).length).toBe(3);
    expect((await world.question())?.schedule).toMatchObject({ status: 'paused', paused_because: 'missed' });
    expect(world.mails.map(({ text }) => text)).toEqual([expect.stringContaining('Our site')]);
    world.failWith(undefined);
    world.setNow(monday + 34 * dayMs);
    await world.set({});
    world.setNow(monday + 35 * dayMs + 60_000);
    await world.run();
    expect((await world.question())?.asking).toMatchObject({ state: 'asked' });
  });

  it('is paused at once where the tool refuses it for good', async () => {
    const world = await openWorld({ args: { domain: 'not a domain' } });
    world.setNow(monday + 60_000);
    await world.run();
    expect(await world.question()).toMatchObject({
      schedule: { status: 'paused', paused_because: 'refused' },
      asking: { state: 'refused', reason: 'validation_error', spent: 0 },
    });
    expect(world.mails.length).toBe(1);
    expect(await world.spent()).toBe(0);
  });

  it('is not asked while it is paused, after its schedule has ended, or once it is removed', async () => {
    const world = await openWorld();
    await world.set({ isPaused: true });
    world.setNow(monday + 60_000);
    await world.run();
    await world.schedules.end(world.accountId, world.questionId);
    world.setNow(monday + 7 * dayMs + 60_000);
    await world.run();
    expect(await world.records()).toEqual([]);
    // What led to it is tidied up.
    expect(await world.dueCount()).toBe(0);
  });

  it('is asked no second time in its week when its day is moved or its schedule made anew', async () => {
    const world = await openWorld();
    world.setNow(monday + 60_000);
    await world.run();
    await world.schedules.end(world.accountId, world.questionId);
    const terms = { day: 'tuesday', hour: 8, monthlyBudget: 20, price, isPaused: false } as const;
    await world.schedules.set(world.accountId, world.questionId, terms);
    world.setNow(monday + dayMs + 60_000);
    await world.run();
    expect(await world.spent()).toBe(price);
    world.setNow(monday + 8 * dayMs + 60_000);
    await world.run();
    expect(await world.spent()).toBe(2 * price);
  });

  it('stops with its account', async () => {
    const world = await openWorld();
    await world.books.accounts.update(world.accountId, { status: 'suspended' });
    world.setNow(monday + 60_000);
    await world.run();
    expect(await world.records()).toEqual([]);
    expect((await world.question())?.asking).toMatchObject({ reason: 'account_suspended' });
  });
});
