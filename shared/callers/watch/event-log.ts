import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import type { DashboardPath } from '#shared/contract/dashboard-pages.ts';
import { type EventRecord, type EventType, eventDays, eventRecord } from '#shared/contract/events.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { removeItem, replaceItem, type Test } from '#shared/platform/dynamo/conditional-writes.ts';
import { type IdentityTable, listRange, putItem, readItem, unixSeconds } from '../identity/identity-table.ts';
import type { Rules } from './rules.ts';

/** Writers of one account that meet at its latest number at most; more than that is a fault. */
const mostTries = 50;
/** Partitions of what is to be delivered, so that none has to take all of a busy minute. */
const outboxShards = 16;
/** Events that one question looks through for those of a type. */
const mostLooked = 2_000;
/** Of them at once. */
const typedAtOnce = 200;

/** As it is stored: its link begins with the path of the page, and it has a time to live. */
const storedEvent = v.object({ ...eventRecord.entries, expires_at: v.number() });
export type StoredEvent = v.InferOutput<typeof storedEvent>;

const eventHead = v.object({ number: v.number(), open: storedEvent });
const eventMark = v.object({ number: v.number() });

/** That an event is to be looked at by what delivers; it stands before the event does. */
const outboxItem = v.object({
  account_id: v.string(),
  event_id: v.string(),
  /** Milliseconds since 1970. */
  made_at: v.number(),
});
export type OutboxItem = v.InferOutput<typeof outboxItem>;

export interface NewEvent extends Pick<EventRecord, 'type' | 'summary' | 'why' | 'subject' | 'data'> {
  /** What happened, the same each time that this is written, such as a period or a day: it is one event. */
  readonly cause: string;
  /** Path of a page of the dashboard, from its slash on. */
  readonly link: DashboardPath;
}

export interface EventQuestion {
  /** Numbers between which events are given, neither of them included. */
  readonly after?: number | undefined;
  readonly before?: number | undefined;
  readonly limit?: number;
  readonly type?: EventType | undefined;
  readonly order?: 'oldest' | 'newest';
}

/** `next` is the number to go on from; `more` says whether something may follow it now. */
export interface EventPage {
  readonly events: readonly StoredEvent[];
  readonly next: number;
  readonly more: boolean;
}

export type EventLog = ReturnType<typeof createEventLog>;

/**
 * Events of accounts, numbered without gaps in the order in which they can be read. The head of an account
 * gives its latest event a number by one conditional write and carries the event itself until it stands
 * under its number and its id; what comes next completes that first. So a writer that dies anywhere
 * loses none, and one that comes again with the same type, subject and cause finds what was written.
 *
 * Write an event before what caused it is marked as done, so that a run that dies in between writes it when
 * it comes again; what is marked first needs a second look that writes it all the same.
 */
export function createEventLog(table: IdentityTable) {
  return {
    /** What the account wants to be told of a subject. */
    rule: async (...asked: Parameters<Rules['of']>) => (await openRules(table)).of(...asked),

    /** The event's id; `isNew` is false where it stood before, or a rule of the account keeps it from being told. */
    write: (accountId: string, event: NewEvent) => write(table, accountId, event),

    /** Events between two numbers, oldest first unless asked otherwise. */
    async list(accountId: string, { limit = 100, ...question }: EventQuestion): Promise<EventPage> {
      const head = await settledHead(table, accountId);
      const events: StoredEvent[] = [];
      let range = rangeOf(question, head?.number ?? 0);
      for (let looked = 0; isOpen(range) && events.length < limit && looked < mostLooked; ) {
        const page = await look(table, accountId, { ...question, ...range, wanted: limit - events.length });
        events.push(...page.events);
        range = page.rest;
        looked += page.looked;
      }
      const next = question.order === 'newest' ? range.last + 1 : range.first - 1;
      return { events, next, more: isOpen(range) };
    },

    async find(accountId: string, eventId: string): Promise<StoredEvent | undefined> {
      await settledHead(table, accountId);
      const mark = await findMark(table, accountId, eventId);
      return mark && readItem(table, storedEvent, identityKeys.event(accountId, mark.number));
    },

    /** What is to be looked at for delivery, the longest waiting first within each partition. */
    async outbox(most: number): Promise<readonly OutboxItem[]> {
      const shards = Array.from({ length: outboxShards }, (_, shard) => {
        const { pk } = identityKeys.eventOutbox(shard);
        const all = [
          { pk, sk: '0' },
          { pk, sk: '~' },
        ] as const;
        return listRange(table, outboxItem, all, { most });
      });
      return (await Promise.all(shards)).flat();
    },

    /** Takes an entry away, once its event has been handed to deliveries or is known not to come. */
    async leaveOutbox(entry: OutboxItem): Promise<void> {
      await removeItem(table, outboxKey(entry));
    },
  };
}

/** Loaded with what is written: most functions read events alone. */
const openRules = async (table: IdentityTable) => (await import('./rules.ts')).createRules(table);

async function write(
  table: IdentityTable,
  accountId: string,
  { cause, ...given }: NewEvent,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const id = idOf(accountId, given.type, given.subject ?? '', cause);
  const { is_on } = await (await openRules(table)).of(accountId, given.type, given.subject);
  if (!is_on) return { id, isNew: false };
  for (let tries = 0; tries < mostTries; tries += 1) {
    const head = await settledHead(table, accountId);
    // After the head: a writer of the same event changes it from here on.
    if (await findMark(table, accountId, id)) return { id, isNew: false };
    // Before the event: what leads to nothing is tidied up, an event that nothing leads to is never delivered.
    if (tries === 0) await putOutbox(table, accountId, id);
    const number = (head?.number ?? 0) + 1;
    const expires_at = unixSeconds(table) + eventDays * 86_400;
    const written = { number, open: { ...given, id, number, at: isoTime(table.clock()), expires_at } };
    if (!(await replaceItem(table, { ...identityKeys.eventHead(accountId), ...written }, [isNext(head)])))
      continue;
    await settle(table, accountId, written);
    return { id, isNew: true };
  }
  throw new Error('Too many writers of the events of an account at once.');
}

type EventHead = v.InferOutput<typeof eventHead>;

function isNext(head: EventHead | undefined): Test {
  if (head) return { test: 'equals', path: ['number'], value: head.number };
  return { test: 'absent', path: ['number'] };
}

const findMark = (table: IdentityTable, accountId: string, eventId: string) =>
  readItem(table, eventMark, identityKeys.eventMark(accountId, eventId));

/** The mark is last: where it stands, the event does. */
async function settle(table: IdentityTable, accountId: string, { open }: EventHead): Promise<void> {
  await putItem(table, identityKeys.event(accountId, open.number), open);
  const { number, expires_at } = open;
  await putItem(table, identityKeys.eventMark(accountId, open.id), { number, expires_at });
}

/** The head, once its event stands under its number. */
async function settledHead(table: IdentityTable, accountId: string): Promise<EventHead | undefined> {
  const head = await readItem(table, eventHead, identityKeys.eventHead(accountId));
  if (head && !(await findMark(table, accountId, head.open.id))) await settle(table, accountId, head);
  return head;
}

/** Numbers of the first and the last event that are still to be looked at. */
interface Range {
  readonly first: number;
  readonly last: number;
}

const isOpen = ({ first, last }: Range) => first <= last;

function rangeOf({ after = 0, before }: EventQuestion, latest: number): Range {
  return { first: after + 1, last: Math.min(before ?? latest + 1, latest + 1) - 1 };
}

/** One page of a range: events of the type in it, and what is left to look at. */
async function look(
  table: IdentityTable,
  accountId: string,
  { first, last, type, order, wanted }: Range & EventQuestion & { readonly wanted: number },
) {
  const isNewestFirst = order === 'newest';
  const most = type === undefined ? wanted : typedAtOnce;
  const ends = [identityKeys.event(accountId, first), identityKeys.event(accountId, last)] as const;
  const page = await listRange(table, storedEvent, ends, { most, isNewestFirst });
  const events = page.filter((event) => type === undefined || event.type === type).slice(0, wanted);
  const reached = (events.length === wanted ? events : page).at(-1)?.number;
  // A page that is not full has shown all of the range.
  const isThrough = reached === undefined || (events.length < wanted && page.length < most);
  const rest = isNewestFirst
    ? { first, last: (isThrough ? first : reached) - 1 }
    : { first: (isThrough ? last : reached) + 1, last };
  return { events, rest, looked: page.length };
}

async function putOutbox(table: IdentityTable, accountId: string, eventId: string): Promise<void> {
  const entry: OutboxItem = { account_id: accountId, event_id: eventId, made_at: table.clock() };
  await putItem(table, outboxKey(entry), entry);
}

function outboxKey({ account_id, event_id, made_at }: OutboxItem) {
  const shard = (createHash('sha256').update(event_id).digest()[0] ?? 0) % outboxShards;
  return { ...identityKeys.eventOutbox(shard), sk: `${isoTime(made_at)}#${account_id}#${event_id}` };
}

function idOf(...parts: readonly string[]): string {
  return `evt_${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 26)}`;
}

export function shownEvent(
  { expires_at: _, link, ...event }: StoredEvent,
  { dashboardUrl }: { readonly dashboardUrl: string },
): EventRecord {
  return { ...event, link: `${dashboardUrl}${link}` };
}
