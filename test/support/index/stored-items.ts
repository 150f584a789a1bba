import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { answeringRows, dumpIndex } from './index-dump.ts';

type Items = Record<string, unknown>;

/**
 * All items by their keys, bytes as text, without what tells when and how often they were written. Also without what a
 * writer leaves of domains that have no rows any more.
 */
export async function storedItemsOf(documents: DynamoDBDocumentClient, table: string): Promise<Items> {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: table }));
  const rows = Items.filter(
    ({ pk, sk, d }) => pk !== 'I' && !(sk === '!s' && d?.keywords === 0 && d?.lost === 0),
  );
  const entries = rows.map(({ pk, sk, v: _, c: __, b: ___, s, ...item }) => {
    const before = s && withoutWriter(s);
    return [`${pk} ${sk}`, readableBytes({ ...item, ...(before && { s: before }) })];
  });
  return Object.fromEntries(entries.sort());
}

function withoutWriter({ v: _, c: __, ...state }: Items): Items {
  return readableBytes(state);
}

function readableBytes(item: Items): Items {
  const entries = Object.entries(item).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  ]);
  return Object.fromEntries(entries);
}

/** Rows that answer, without the totals of competitors: a list has those of when its domain was last counted. */
export async function answersOf(documents: DynamoDBDocumentClient, table: string): Promise<Items> {
  const rows = answeringRows(await dumpIndex(documents, table));
  return Object.fromEntries(
    Object.entries(rows)
      // That a market was once held stays said when its rows are undone.
      .filter(([key]) => !key.startsWith('M market'))
      .map(([key, data]) => [key, key.endsWith(' !c') ? rivalsOf(data) : data]),
  );
}

const storedRivals = v.looseObject({
  d: v.array(v.string()),
  s: v.array(v.number()),
  p: v.array(v.number()),
});

function rivalsOf(data: unknown) {
  const { d, s, p, k: _, t: __, w: ___, ...list } = v.parse(storedRivals, data);
  return { ...list, rivals: d.map((site, index) => [site, s[index], p[index]]).sort() };
}
