import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { inspectSearchVisibility } from '#functions/tools/inspect-search-visibility/contract.ts';
import { type AskingParts, askDueTrackers } from '#functions/trackers/ask-trackers.ts';
import { keepSetup } from '#functions/trackers/watched-ranks.ts';
import { createEventLog } from '#shared/callers/watch/event-log.ts';
import { occurrenceAt, type Timing } from '#shared/callers/watch/occurrences.ts';
import { createRankHistory } from '#shared/callers/watch/rank-history.ts';
import type { RankSetup } from '#shared/callers/watch/rank-setup.ts';
import { createAskings, createTrackerRepository } from '#shared/callers/watch/tracker-repository.ts';
import { callWithArguments } from '#shared/calls/call-tool.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { createCreditEntries } from '#shared/money/ledger/credit-entries.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import { openLedger } from '#test/support/ledger/ledger.ts';
import { openCalls, plainAnswer } from '#test/support/service/metered-calls.ts';
import { memoryObjects } from '#test/support/stores/memory-objects.ts';
import { database, dayMs, monday } from './tracker-world.ts';

export { database, dayMs, monday };
export const { credits: rankPrice } = inspectSearchVisibility;

interface Question {
  readonly domain: string;
  readonly keywords: readonly string[];
  readonly device?: 'desktop' | 'mobile' | undefined;
}

interface RankWorldOptions {
  readonly setup: RankSetup;
  readonly credits?: number;
  readonly monthlyBudget?: number;
  /** Minutes that the clock goes on in each call. */
  readonly minutesACall?: number;
}

const timing: Timing = { every: 'day', at: '08:00', time_zone: 'UTC' };

/** Place of a keyword on a day: the same for whoever looks, another on mobiles, some far from the day before. */
function placeOf(keyword: string, isMobile: boolean, day: string): number | null {
  let hash = isMobile ? 7 : 3;
  for (const letter of `${keyword} ${day}`) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  const place = 1 + (hash % 25);
  return place > 20 ? null : place;
}

export type RankWorld = Awaited<ReturnType<typeof openRankWorld>>;

/** An account with a rank tracker that is due daily at eight. */
export async function openRankWorld({
  setup,
  credits = 1_000,
  monthlyBudget = 900,
  minutesACall = 0,
}: RankWorldOptions) {
  let now = monday - dayMs;
  let failing: number | undefined;
  let slow = 0;
  const clock = () => now;
  const objects = memoryObjects();
  const books = openLedger(database, clock);
  const accountId = await books.openAccount(credits);
  const asked: Question[] = [];
  const keys: { readonly key: string; readonly requestId: string }[] = [];
  /** Credits that calls which were taken in part owe, by their id. */
  const owed = new Map<string, number>();
  const identityOn = (documents: DynamoDBDocumentClient) => ({
    documents,
    name: database.tables.identity,
    clock,
  });
  const identity = identityOn(database.documents);
  const trackers = createTrackerRepository(identity);
  const ranks = createRankHistory(identity);

  const owe = (keywords: readonly string[]) => {
    const missed = keywords.filter((keyword) => keyword.endsWith('7')).length;
    const back = Math.ceil((rankPrice * missed) / keywords.length);
    if (back > 0) owed.set(keys.at(-1)?.requestId ?? '', back);
  };

  const logic = async (question: Question, { isWholeOnly }: { readonly isWholeOnly: boolean }) => {
    slow -= 1;
    const isInPart = slow >= 0;
    if (isInPart && isWholeOnly) throw new ServiceError('upstream_timeout', 'In part.');
    if (failing !== undefined && asked.length % 6 >= failing)
      throw new ServiceError('upstream_unavailable', 'Down.');
    asked.push(question);
    now += minutesACall * 60_000;
    if (isInPart) owe(question.keywords);
    const day = new Date(now).toISOString().slice(0, 10);
    const positions = question.keywords.map((keyword) => {
      const position = placeOf(keyword, question.device === 'mobile', day);
      return {
        ...{ keyword, status: position === null ? 'not_in_top_n' : 'ranked', position, url: null },
        ...(isInPart && keyword.endsWith('7') && { status: 'not_checked', position: null }),
        ...{ monthly_volume: 100, source: 'index', checked_depth: 20, observed_at: null },
        ...{
          ai_overview: 'none',
          serp_features: ['organic'],
          rivals: [{ domain: 'rival.example', position: 1 }],
        },
      };
    });
    return { ...plainAnswer, data: { domain: question.domain, mode_used: 'live', positions } } as never;
  };

  const partsOn = (documents: DynamoDBDocumentClient): AskingParts => {
    const { services } = openCalls(database, {
      ...{ clock, objects },
      network: { documents, singleAttempt: documents },
    });
    const table = identityOn(documents);
    const askings = createAskings(table);
    const allDue = askings.due;
    return {
      trackers: createTrackerRepository(table),
      ranks: createRankHistory(table),
      events: createEventLog(table),
      askings: Object.assign(askings, {
        due: async (at: number) => (await allDue(at)).filter((due) => due.account_id === accountId),
      }),
      accounts: createAccountRepository({ documents, tables: database.tables, clock }),
      openEntries: async () => createCreditEntries({ documents, tables: database.tables, clock }),
      ...{ clock, logger: services.logger },
      openTools: async () => ({
        calls: services,
        tools: [
          {
            tool: inspectSearchVisibility,
            call: (request, calls) => {
              keys.push({ key: String(request.idempotencyKey), requestId: request.call.requestId });
              return callWithArguments(
                { ...request, tool: inspectSearchVisibility, logic: logic as never },
                calls,
              );
            },
          },
        ],
      }),
    };
  };

  const trackerId = newId('trk', now);
  const name = { accountId, trackerId };
  const question = { name: 'Ranks', tool: inspectSearchVisibility.name, args: { domain: setup.site } };
  await trackers.save(accountId, { ...question, trackerId, rank: await keepSetup(ranks, name, setup) });
  const find = async () => {
    const found = await trackers.find(accountId, trackerId);
    if (!found) throw new Error('It is gone.');
    return found;
  };
  const watch = async (next: RankSetup) => {
    const rank = await keepSetup(ranks, name, next);
    const terms = { timing, monthlyBudget, price: rank.calls * rankPrice, isPaused: false };
    await trackers.schedule(await find(), terms, occurrenceAt(timing, now), rank);
  };
  await watch(setup);
  const charges = async () =>
    (await books.usage.list({ accountId, limit: 100 })).records.filter(
      (record) => record.credits_charged > 0,
    );

  return {
    ...{ accountId, trackerId, asked, trackers, find, watch, placeOf },
    events: createEventLog(identity),
    setNow: (moment: number) => {
      now = moment;
    },
    /** Calls of a check from this one on fail; undefined ends that. */
    failAt: (call: number | undefined) => {
      failing = call;
    },
    /** So many calls from now on cannot look all of their keywords up. */
    slowDown: (calls: number) => {
      slow = calls;
    },
    run: (documents = database.documents) => askDueTrackers(partsOn(documents)),
    spent: async () => credits - (await books.accounts.get(accountId)).balance,
    charged: async () => (await charges()).reduce((sum, record) => sum + record.credits_charged, 0),
    /** Credits given back, by the id of the call. */
    returned: async () => {
      const given = (await books.entries.list(accountId)).filter(({ kind }) => kind === 'adjustment');
      return new Map(given.map(({ entryId, credits: back }) => [entryId.replace('ranks:', ''), back]));
    },
    /** What charged calls of a period owe for keywords that they did not look up, by their id. */
    owedIn: async (period: string) => {
      const charged = new Set((await charges()).map(({ request_id }) => request_id));
      const ofPeriod = keys.filter(({ key }) => key.startsWith(`${trackerId}.${period}.`));
      return new Map(
        ofPeriod.flatMap(({ requestId }) => {
          const back = owed.get(requestId);
          return back !== undefined && charged.has(requestId) ? [[requestId, back] as const] : [];
        }),
      );
    },
    proof: () => books.reconcile(accountId),
    /** Key of each call that was charged: a check has each of its calls under a key of its own. */
    chargedCalls: async () => {
      const charged = new Set((await charges()).map(({ request_id }) => request_id));
      return keys.filter(({ requestId }) => charged.has(requestId)).map(({ key }) => key);
    },
    days: async (market: number) =>
      (await ranks.places(name, market, { from: '2026-11', to: '2026-12', isExact: true })).flatMap(
        (month) => month.days,
      ),
  };
}
