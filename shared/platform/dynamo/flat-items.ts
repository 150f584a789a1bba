import { text } from 'node:stream/consumers';
import { type DynamoDBDocumentClient, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

/** An item whose values are texts, numbers, flags and nulls. */
export type FlatItem = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The pages of a query over flat items, in its order, for readers of millions:
 * of a long one the next page is asked for while one is worked on. Requests, signatures and
 * repetitions are the SDK's; only the items are taken out of an answer before
 * the SDK reads it value by value, which takes ten times as long.
 */
export async function* flatPages(
  documents: DynamoDBDocumentClient,
  query: QueryCommandInput,
): AsyncGenerator<readonly FlatItem[]> {
  let page = await askPage(documents, query);
  for (let pages = 1; ; pages += 1) {
    const { items, last } = page;
    const isLongReader = pages > readersThatStopEarly;
    const ask = last && (() => askPage(documents, { ...query, ExclusiveStartKey: last }));
    const coming = isLongReader ? ask?.() : undefined;
    // Told when it is read; a reader that stops early never does.
    coming?.catch(() => {});
    yield items.map(flatItem);
    if (!ask) return;
    page = await (coming ?? ask());
  }
}

/** Pages after which a reader is taken for one that wants all, so that the next is asked for ahead. */
const readersThatStopEarly = 2;

async function askPage(documents: DynamoDBDocumentClient, query: QueryCommandInput) {
  let items: readonly unknown[] = [];
  const command = new QueryCommand(query);
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { response } = result;
      if (!v.is(answered, response)) return result;
      const page = v.parse(pageBody, JSON.parse(await text(response.body)));
      items = page.Items;
      Object.assign(response, { body: Buffer.from(JSON.stringify({ ...page, Items: [] })) });
      return result;
    },
    // Behind the SDK's own step, which reads what this one leaves. The document client applies a command's steps twice.
    { step: 'deserialize', priority: 'low', name: 'takeFlatItems', override: true },
  );
  const { LastEvaluatedKey } = await documents.send(command);
  return { items, last: LastEvaluatedKey };
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> & NodeJS.ReadableStream =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

const answered = v.object({ statusCode: v.literal(200), body: v.custom<NodeJS.ReadableStream>(isStream) });
const pageBody = v.looseObject({ Items: v.array(v.unknown()) });

function flatItem(item: unknown): FlatItem {
  const flat: Record<string, FlatItem[string]> = {};
  for (const [name, value] of Object.entries(item ?? {})) flat[name] = flatValue(name, value);
  return flat;
}

/** A value as DynamoDB writes it in JSON. */
interface Attribute {
  readonly S?: unknown;
  readonly N?: unknown;
  readonly BOOL?: unknown;
  readonly NULL?: unknown;
}

function flatValue(name: string, { S, N, BOOL, NULL: isNull }: Attribute): FlatItem[string] {
  if (typeof S === 'string') return S;
  if (typeof N === 'string') return Number(N);
  if (typeof BOOL === 'boolean') return BOOL;
  if (isNull === true) return null;
  throw new Error(`The attribute ${name} is neither text, number, flag nor null.`);
}
