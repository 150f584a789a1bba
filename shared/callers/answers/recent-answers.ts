import { DeleteCommand, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { currentItem } from '#shared/platform/dynamo/documents.ts';
import type { TableAccess } from '#shared/platform/dynamo/tables.ts';
import { idTime } from '#shared/platform/ids.ts';

/** An account's answers go to so many partitions, since one takes 1,000 write units a second and an answer has two. */
const partitions = 4;

/** As long as `pack-answers` has to move them into files: a week for a clock that somebody must repair first. */
export const recentSeconds = 8 * 86_400;

const recentItem = v.object({ id: v.string(), packed: v.instance(Uint8Array) });

type RecentAnswer = v.InferOutput<typeof recentItem>;

export interface Span {
  /** Ids, the first inclusive, the second exclusive. */
  readonly from: string;
  readonly to: string;
}

const atOnce = 25;

/**
 * Answers of the last days, one item each beside the usage records: a write there costs a quarter of a
 * file's. Each is JSON, packed; what has expired is not given.
 */
export function createRecentAnswers({ documents, tables, clock }: TableAccess<'usage'>) {
  const TableName = tables.usage;
  const now = () => Math.floor(clock() / 1_000);

  async function* partOf(accountId: string, part: number, { from, to }: Span, fields: string) {
    const query = {
      TableName,
      KeyConditionExpression: 'account_id = :part AND id BETWEEN :from AND :to',
      FilterExpression: 'expires_at > :now',
      ExpressionAttributeValues: {
        ':part': partitionOf(accountId, part),
        ':from': from,
        ':to': to,
        ':now': now(),
      },
      ProjectionExpression: fields,
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateQuery({ client: documents }, query)) yield* Items;
  }

  async function ids(accountId: string): Promise<string[]> {
    const found: string[] = [];
    for (let part = 0; part < partitions; part += 1)
      for await (const item of partOf(accountId, part, always, 'id')) found.push(v.parse(withId, item).id);
    return found.toSorted();
  }

  return {
    ids,

    async put(accountId: string, requestId: string, packed: Uint8Array): Promise<void> {
      const askedAt = idTime(requestId) ?? clock();
      const expires_at = Math.floor(askedAt / 1_000) + recentSeconds;
      await documents.send(
        new PutCommand({ TableName, Item: { ...keyOf(accountId, requestId), packed, expires_at } }),
      );
    },

    async find(accountId: string, requestId: string): Promise<Uint8Array | undefined> {
      const item = await currentItem(documents, TableName, keyOf(accountId, requestId));
      return item && v.parse(recentItem, item).packed;
    },

    /** Those of a span in order of their ids, a page of each partition in memory at a time. */
    async *between(accountId: string, span: Span): AsyncGenerator<RecentAnswer> {
      const parts = Array.from({ length: partitions }, (_, part) =>
        partOf(accountId, part, span, 'id, packed'),
      );
      yield* inOrder(parts);
    },

    async forget(accountId: string): Promise<void> {
      const all = await ids(accountId);
      for (let start = 0; start < all.length; start += atOnce)
        await Promise.all(
          all
            .slice(start, start + atOnce)
            .map((id) => documents.send(new DeleteCommand({ TableName, Key: keyOf(accountId, id) }))),
        );
    },
  };
}

async function* inOrder(parts: readonly AsyncGenerator[]): AsyncGenerator<RecentAnswer> {
  const next = async (part: AsyncGenerator) => {
    const { value, done } = await part.next();
    return done ? undefined : { part, answer: v.parse(recentItem, value) };
  };
  let heads = (await Promise.all(parts.map(next))).filter((head) => head !== undefined);
  for (;;) {
    const [first, ...others] = heads.toSorted((a, b) => (a.answer.id < b.answer.id ? -1 : 1));
    if (!first) return;
    yield first.answer;
    const following = await next(first.part);
    heads = following ? [following, ...others] : others;
  }
}

const withId = v.object({ id: v.string() });
/** Every id of a request lies between. */
const always: Span = { from: 'req_', to: 'req_~' };

function partitionOf(accountId: string, part: number): string {
  return `answers#${accountId}#${part}`;
}

/** By the last character of the id, which is random. */
function keyOf(accountId: string, id: string) {
  return { account_id: partitionOf(accountId, id.charCodeAt(id.length - 1) % partitions), id };
}
