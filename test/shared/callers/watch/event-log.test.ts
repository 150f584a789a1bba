import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { createEventLog, type EventQuestion, type NewEvent } from '#shared/callers/watch/event-log.ts';
import { createRules } from '#shared/callers/watch/rules.ts';
import { eventDays } from '#shared/contract/events.ts';
import { newId } from '#shared/platform/ids.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { dyingAfter } from '#test/support/stores/dying-client.ts';

const database = testDatabase();
const start = Date.UTC(2026, 10, 23);

const open = (documents: DynamoDBDocumentClient = database.documents, clock = () => start) =>
  createEventLog({ documents, name: database.tables.identity, clock });

const eventOf = (cause: string, type: NewEvent['type'] = 'tracker.answered'): NewEvent => ({
  type,
  cause,
  subject: 'trk_1',
  summary: `It is ${cause}.`,
  why: 'A test.',
  link: '/activity',
  data: { cause },
});

const causesOf = (events: readonly { readonly data: Readonly<Record<string, unknown>> }[]) =>
  events.map(({ data }) => data.cause);

describe('events of an account', () => {
  it('are numbered without gaps and written once by their cause, however many write at once', async () => {
    const account = newId('acct');
    const causes = ['a', 'b', 'c', 'a', 'd', 'b', 'e', 'a'];
    const written = await Promise.all(causes.map((cause) => open().write(account, eventOf(cause))));
    expect(written.filter(({ isNew }) => isNew)).toHaveLength(5);
    const { events } = await open().list(account, {});
    expect(events.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(causesOf(events).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(5);
  });

  it('are all there once each, wherever writers die, as soon as each has come again', async () => {
    const step = fc.record({
      cause: fc.integer({ min: 0, max: 4 }),
      requests: fc.integer({ min: 0, max: 8 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const account = newId('acct');
        for (const { cause, requests } of steps) {
          const dying = open(dyingAfter(requests, database.documents));
          await dying.write(account, eventOf(String(cause))).catch(() => {});
        }
        const before = await open().list(account, {});
        for (const { cause } of steps) await open().write(account, eventOf(String(cause)));
        const { events } = await open().list(account, {});
        // What could be read stays as it was.
        expect(events.slice(0, before.events.length)).toEqual(before.events);
        expect(events.map(({ number }) => number)).toEqual(events.map((_, at) => at + 1));
        expect(causesOf(events).toSorted()).toEqual(
          [...new Set(steps.map(({ cause }) => `${cause}`))].toSorted(),
        );
        const led = new Set((await open().outbox(10_000)).map(({ event_id }) => event_id));
        expect(events.filter(({ id }) => !led.has(id))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('are given page by page in both orders, and of one type', async () => {
    const account = newId('acct');
    const log = open();
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await log.write(account, eventOf(String(n), n % 3 === 0 ? 'tracker.failed' : 'tracker.answered'));
    const walk = async (question: EventQuestion, from: EventQuestion = {}): Promise<unknown[]> => {
      const { events, next, more } = await log.list(account, { ...question, ...from });
      if (!more) return causesOf(events);
      const rest = question.order === 'newest' ? { before: next } : { after: next };
      return [...causesOf(events), ...(await walk(question, rest))];
    };
    const all = ['1', '2', '3', '4', '5', '6', '7'];
    expect(await walk({ limit: 2 })).toEqual(all);
    expect(await walk({ limit: 3, order: 'newest' })).toEqual(all.toReversed());
    expect(await walk({ limit: 1, type: 'tracker.failed' })).toEqual(['3', '6']);
    expect(await walk({ limit: 5, type: 'tracker.failed', order: 'newest' })).toEqual(['6', '3']);
    expect(await log.list(account, { after: 7 })).toEqual({ events: [], next: 7, more: false });
    expect(await log.list(account, { after: 99 })).toMatchObject({ events: [], more: false });
  });

  it('are not written where a rule of the account says so, for all or for one subject', async () => {
    const account = newId('acct');
    const rules = createRules({
      documents: database.documents,
      name: database.tables.identity,
      clock: () => start,
    });
    const type = 'tracker.answered';
    await rules.set(account, { type, subject: null, is_on: false, settings: {} });
    expect((await open().write(account, eventOf('a'))).isNew).toBe(false);
    await rules.set(account, { type, subject: 'trk_1', is_on: true, settings: {} });
    await open().write(account, eventOf('b'));
    await open().write(account, { ...eventOf('c'), subject: 'trk_2' });
    expect(causesOf((await open().list(account, {})).events)).toEqual(['b']);
  });

  it('are kept for 400 days and say which comes next to who asks again', async () => {
    const account = newId('acct');
    let now = start;
    const log = open(undefined, () => now);
    const { id } = await log.write(account, eventOf('a'));
    const { next } = await log.list(account, {});
    await log.write(account, eventOf('b'));
    expect(causesOf((await log.list(account, { after: next })).events)).toEqual(['b']);
    now += eventDays * 86_400_000 - 1_000;
    expect(await log.find(account, id)).toMatchObject({ number: 1, summary: 'It is a.' });
    now += 2_000;
    expect(await log.find(account, id)).toBeUndefined();
  });
});
