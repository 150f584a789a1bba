import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { inspectDomain } from '#functions/tools/inspect-domain/contract.ts';
import { type AskingParts, askDueTrackers } from '#functions/trackers/ask-trackers.ts';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { occurrenceAt, type Timing } from '#shared/callers/watch/occurrences.ts';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import { createAskings, createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { callWithArguments } from '#shared/calls/call-tool.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import type { ServiceError } from '#shared/platform/errors.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls, plainAnswer } from '#test/support/service/metered-calls.ts';
import { testDatabase } from '#test/support/stores/database.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';

export const dayMs = 24 * 3_600_000;
export const monday = Date.UTC(2026, 10, 23, 8);
export const { credits: price } = inspectDomain;

export const database = testDatabase();

interface WorldOptions {
  readonly credits?: number;
  readonly monthlyBudget?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

export const timing: Timing = { every: 'week', at: '08:00', weekday: 'monday', time_zone: 'UTC' };

/** An account with a tracker that is due on Mondays at eight, set the day before. */
export async function openWorld({ credits = 100, monthlyBudget = 20, args }: WorldOptions = {}) {
  let now = monday - dayMs;
  let fail: ServiceError | undefined;
  const clock = () => now;
  const objects = memoryObjects();
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(credits);

  const partsOn = (documents: DynamoDBDocumentClient): AskingParts => {
    const { services } = openCalls(database, {
      clock,
      objects,
      network: { documents, singleAttempt: documents },
    });
    const identity = { documents, name: database.tables.identity, clock };
    const trackers = createTrackerRepository(identity);
    const askings = createAskings(identity);
    const allDue = askings.due;
    const logic = async () => {
      if (fail) throw fail;
      return plainAnswer as never;
    };
    return {
      trackers,
      ranks: createRankHistory(identity),
      // The clocks of other tests stand elsewhere.
      askings: Object.assign(askings, {
        due: async (now: number) => (await allDue(now)).filter((due) => due.account_id === accountId),
      }),
      events: createEventLog(identity),
      accounts: createAccountRepository({ documents, tables: database.tables, clock }),
      openEntries: async () => createCreditEntries({ documents, tables: database.tables, clock }),
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
    };
  };
  const { askings } = partsOn(database.documents);
  const trackers = createTrackerRepository({
    documents: database.documents,
    name: database.tables.identity,
    clock,
  });
  const asked = { name: 'Our site', tool: 'inspect_domain', args: args ?? { domain: 'a.example' } };
  const { trackerId } = await trackers.save(accountId, asked);
  const find = async () => {
    const found = await trackers.find(accountId, trackerId);
    if (!found) throw new Error('It is gone.');
    return found;
  };
  const terms = { timing, monthlyBudget, price, isPaused: false };
  const set = async (changes: Partial<typeof terms>) => {
    const agreed = { ...terms, ...changes };
    return trackers.schedule(await find(), agreed, occurrenceAt(agreed.timing, now));
  };
  await set({});

  return {
    accountId,
    trackerId,
    books,
    trackers,
    askings,
    events: createEventLog({ documents: database.documents, name: database.tables.identity, clock }),
    set,
    find,
    setNow: (moment: number) => {
      now = moment;
    },
    failWith: (error: ServiceError | undefined) => {
      fail = error;
    },
    run: (documents = database.documents) => askDueTrackers(partsOn(documents)),
    dueCount: async () =>
      (await askings.due(now + 400 * dayMs)).filter((due) => due.tracker_id === trackerId).length,
    records: async () => (await books.usage.list({ accountId, limit: 100 })).records,
    spent: async () => credits - (await books.accounts.get(accountId)).balance,
  };
}
