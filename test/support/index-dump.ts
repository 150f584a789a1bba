import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { unpack } from '#shared/index/packing.ts';

/** All items of the index by their keys, packed data unpacked, without versions and claims. */
export async function dumpIndex(
  documents: DynamoDBDocumentClient,
  table: string,
): Promise<ReadonlyMap<string, unknown>> {
  const items = new Map<string, unknown>();
  let next: Record<string, unknown> | undefined;
  do {
    const answer = await documents.send(new ScanCommand({ TableName: table, ExclusiveStartKey: next }));
    for (const { pk, sk, d } of answer.Items ?? [])
      items.set(`${pk} ${sk}`, d instanceof Uint8Array ? unpack(d) : d);
    next = answer.LastEvaluatedKey;
  } while (next);
  return items;
}

/** The rows that answer questions: without runs, imports and what undoing needs, and without summaries of nothing. */
export function answeringRows(dump: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const rows = [...dump].filter(([key, data]) => !/^(?:R|I|I#\S*) /u.test(key) && !isOfNothing(data));
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isOfNothing(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if ('keywords' in data && 'lost' in data) return data.keywords === 0 && data.lost === 0;
  if ('sample' in data && 'rivals' in data) return data.sample === 0;
  return 'total' in data && 'rows' in data && data.total === 0;
}
