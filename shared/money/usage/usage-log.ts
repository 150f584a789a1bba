import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type DynamoDBDocumentClient, paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { AuthSource, CallView, UsageRecord } from '#shared/contract/usage-record.ts';
import { holdersOf } from '#shared/money/accounts/principal.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { type Change, changeItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { flatPages } from '#shared/platform/dynamo/flat-items.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { idAt, idTime, justBefore } from '#shared/platform/ids.ts';
import type { SigningKeyList } from '#shared/platform/secrets/service-secrets.ts';
import {
  callName,
  parseUsageItem,
  toCallView,
  toUsageRecord,
  type UsageItem,
  usageItem,
} from './usage-item.ts';

export interface UsageQuestion {
  readonly accountId: string;
  readonly limit: number;
  /** From the previous answer, to continue after it. */
  readonly cursor?: string | undefined;
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number | undefined;
  /** Milliseconds since 1970, exclusive. */
  readonly until?: number | undefined;
  /** A tool, or `*` for any: leaves out reading the account's own pages. */
  readonly tool?: string | undefined;
  readonly credentialId?: string | undefined;
  readonly authSource?: AuthSource | undefined;
  /** One call. Its record is looked for near the moment in the id only. */
  readonly requestId?: string | undefined;
  /** A run, by the name that its calls gave it. */
  readonly run?: string | undefined;
  readonly status?: 'answered' | 'failed' | undefined;
  /** Text that the arguments hold. */
  readonly asked?: string | undefined;
}

export interface UsagePage {
  /** Newest first. */
  readonly records: readonly UsageRecord[];
  /** Undefined where nothing follows. With a filter there can be a cursor after fewer records than asked for. */
  readonly cursor: string | undefined;
}

export interface UsageRange {
  readonly accountId: string;
  /** Milliseconds since 1970, inclusive. */
  readonly since?: number;
  /** Milliseconds since 1970, exclusive. Calls that began just before may still be running for a minute. */
  readonly until?: number;
}

interface UsageLogOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'usage'>;
  /** Sign cursors; needed by `list` alone. */
  readonly cursorKeys?: SigningKeyList;
  /** Tells `list` what has expired; nothing has where it is left out. */
  readonly clock?: Clock;
}

const lastKey = v.optional(v.object({ id: v.string() }));

/** Query pages read for one answer; each is up to 1 MB. A rare tool in a long log is then found over several answers. */
const maxPages = 10;
/**
 * A limit counts records before they are filtered. What the first page did not fill is looked for in
 * pages that grow by this factor up to their megabyte: little is read where most fits, and a rare call
 * is found in few requests.
 */
const searchGrowth = 4;

export type UsageLog = ReturnType<typeof createUsageLog>;

export function createUsageLog({ documents, tables, cursorKeys, clock }: UsageLogOptions) {
  const cursors = createUsageCursors(cursorKeys ?? [randomBytes(32).toString('base64url')]);

  return {
    async list(question: UsageQuestion): Promise<UsagePage> {
      const { accountId, limit } = question;
      const found: UsageItem[] = [];
      let last = question.cursor && cursors.read(accountId, question.cursor);
      let pageLimit = limit + 1;
      for (let pages = 0; pages < maxPages; pages += 1) {
        const query = toQuery(tables.usage, question, last && justBefore(last));
        const { items, next } = await readPage(query, pageLimit);
        pageLimit *= growthOf(question);
        found.push(...items.filter((item) => !item.hidden && isKept(item)));
        if (found.length > limit) return page(accountId, found.slice(0, limit), found[limit - 1]?.id);
        last = next;
        if (!last) break;
      }
      return page(accountId, found, last);
    },

    /** The call with this request id; undefined where none of the account is recorded, which a running one is at its end. */
    async find(accountId: string, requestId: string): Promise<CallView | undefined> {
      const query = toQuery(tables.usage, { accountId, requestId }, undefined);
      for await (const items of flatPages(documents, query))
        for (const item of items.map(parseUsageItem))
          if (!item.hidden && isKept(item)) return toCallView(item, requestId);
      return undefined;
    },

    /** All records of live calls in a range with their inner fields, hidden ones as well, oldest first: for exports and sums. */
    async *records(range: UsageRange): AsyncGenerator<UsageItem> {
      for await (const page of flatPages(documents, recordsQuery(tables.usage, range)))
        for (const item of page.map(parseUsageItem)) if (item.mode !== 'test') yield item;
    },
  };

  /** A page of records, newest first, and where the next begins. */
  async function readPage(query: ReturnType<typeof toQuery>, limit: number) {
    const { Items = [], LastEvaluatedKey } = await documents.send(
      new QueryCommand({ ...query, ScanIndexForward: false, Limit: limit }),
    );
    return { items: Items.map(parseUsageItem), next: v.parse(lastKey, LastEvaluatedKey)?.id };
  }

  /** What has expired may still be stored for a while. */
  function isKept({ expires_at }: UsageItem): boolean {
    return clock === undefined || expires_at > clock() / 1_000;
  }

  function page(accountId: string, items: readonly UsageItem[], last: string | undefined): UsagePage {
    return { records: items.map(toUsageRecord), cursor: last && cursors.sign(accountId, last) };
  }
}

/** All records in a range, oldest first. */
export function recordsQuery(table: string, { accountId, since, until }: UsageRange) {
  return toQuery(table, { accountId, since, until }, undefined);
}

function growthOf(question: UsageQuestion): number {
  return filtersOf(question).length > 0 ? searchGrowth : 1;
}

function toQuery(
  TableName: string,
  question: Omit<UsageQuestion, 'limit' | 'cursor'>,
  before: string | undefined,
) {
  const { accountId } = question;
  const { since, until } = spanOf(question);
  const end = idAt('use', until);
  const filters = filtersOf(question);
  return {
    TableName,
    KeyConditionExpression: 'account_id = :account AND id BETWEEN :from AND :to',
    // Ids begin with their time, so a bare time sorts before every id of its moment.
    ExpressionAttributeValues: {
      ':account': accountId,
      ':from': idAt('use', since),
      ':to': before !== undefined && before < end ? before : end,
      ...Object.assign({}, ...filters.map(({ values }) => values)),
    },
    ...(filters.length > 0
      ? { FilterExpression: filters.map(({ condition }) => condition).join(' AND ') }
      : {}),
    ...(filters.some(({ names }) => names)
      ? { ExpressionAttributeNames: Object.assign({}, ...filters.map(({ names }) => names)) }
      : {}),
    ConsistentRead: true,
  };
}

/** A record's id is made within the call that it is of, at most minutes after the id of the request. */
const requestSpanMs = 10 * 60_000;

function spanOf({ since = 0, until = latestTime, requestId }: Partial<UsageQuestion>) {
  const asked = requestId === undefined ? undefined : idTime(requestId);
  return asked === undefined
    ? { since, until }
    : { since: Math.max(since, asked - requestSpanMs), until: Math.min(until, asked + requestSpanMs) };
}

interface Filter {
  readonly condition: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly names?: Readonly<Record<string, string>>;
}

function filtersOf(question: Omit<UsageQuestion, 'limit' | 'cursor'>): readonly Filter[] {
  const { tool, credentialId, authSource, requestId, run, status, asked } = question;
  const filters: Filter[] = [];
  const isNull = (name: string) => `attribute_type(${name}, :null)`;
  if (tool === '*') filters.push({ condition: `NOT ${isNull('tool')}`, values: { ':null': 'NULL' } });
  else if (tool) filters.push({ condition: 'tool = :tool', values: { ':tool': tool } });
  if (credentialId)
    filters.push({ condition: 'credential_id = :credential', values: { ':credential': credentialId } });
  if (authSource) filters.push({ condition: 'auth_source = :source', values: { ':source': authSource } });
  if (requestId)
    filters.push({
      condition: '(request_id = :request OR attribute_exists(#call))',
      values: { ':request': requestId },
      names: { '#call': callName(requestId) },
    });
  if (run) filters.push({ condition: '#run = :run', values: { ':run': run }, names: { '#run': 'run' } });
  if (asked) filters.push({ condition: 'contains(asked, :asked)', values: { ':asked': asked } });
  if (status) {
    const hasError = status === 'failed' ? 'NOT ' : '';
    filters.push({ condition: `${hasError}${isNull('error_type')}`, values: { ':null': 'NULL' } });
  }
  return filters;
}

/** The largest time that an id can carry. */
const latestTime = 32 ** 10 - 1;

/** Cursors of one account's usage list: opaque, and useless with any other account or secret. */
export function createUsageCursors(keys: SigningKeyList) {
  const seal = (key: string, accountId: string, id: string) =>
    createHmac('sha256', key).update(`usage-cursor\n${accountId}\n${id}`).digest().subarray(0, 16);

  return {
    /** A cursor that continues after the record `id`. */
    sign: (accountId: string, id: string): string =>
      `${Buffer.from(id).toString('base64url')}.${seal(keys[0], accountId, id).toString('base64url')}`,

    /** The id in a cursor; `validation_error` for one that was not signed here for this account. */
    read(accountId: string, cursor: string): string {
      const [encodedId = '', encodedSeal = ''] = cursor.split('.');
      const id = Buffer.from(encodedId, 'base64url').toString();
      const given = Buffer.from(encodedSeal, 'base64url');
      const isSealedWith = (key: string) => {
        const expected = seal(key, accountId, id);
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      if (keys.some(isSealedWith)) return id;
      const message = 'The cursor is not one of this list. Start again without a cursor.';
      throw new ServiceError('validation_error', message, {
        faults: [{ pointer: '/cursor', loc: ['query', 'cursor'], type: 'cursor', message }],
      });
    },
  };
}

const parallelWrites = 25;
const detailed = v.pick(usageItem, ['id', 'mode', 'kept_under']);

interface Forgetting {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'usage'>;
  /** Removes the answer that a call has left for its repeats. */
  forgetKeptAnswer(holder: string, place: string): Promise<void>;
}

/**
 * Removes the account's own words from all of its usage records: what was asked, the names of runs, and
 * the answers kept for repeats, to which nothing else leads. The records themselves stay. May be repeated.
 */
export async function forgetCallDetails(
  { documents, tables, forgetKeptAnswer }: Forgetting,
  accountId: string,
): Promise<void> {
  const table = { documents, name: tables.usage };
  const [live, test] = holdersOf(accountId);
  const forget = async (item: unknown) => {
    const { id, mode, kept_under: place } = v.parse(detailed, item);
    if (place !== undefined) await forgetKeptAnswer(mode === 'test' ? test : live, place);
    await changeItem(table, { account_id: accountId, id }, withoutDetails);
  };
  const question = {
    TableName: tables.usage,
    KeyConditionExpression: 'account_id = :account',
    FilterExpression: details.map((name) => `attribute_exists(${name})`).join(' OR '),
    ExpressionAttributeValues: { ':account': accountId },
    ProjectionExpression: 'id, #mode, kept_under',
    ExpressionAttributeNames: { '#mode': 'mode', '#run': 'run' },
  };
  for await (const { Items = [] } of paginateQuery({ client: documents }, question))
    for (let start = 0; start < Items.length; start += parallelWrites)
      await Promise.all(Items.slice(start, start + parallelWrites).map(forget));
}

const details = ['asked', '#run', 'kept_under'] as const;

const withoutDetails: Change = {
  checks: [{ test: 'present', path: ['id'] }],
  steps: ['asked', 'run', 'kept_under'].map((name) => ({ do: 'remove', path: [name] })),
};
