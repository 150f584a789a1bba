import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { unpack } from '#shared/facts/stored-index/items/keys.ts';

/**
 * All items of the index by their keys, packed data unpacked, without versions
 * and claims. Lists that lie with a domain's totals are shown as the items of
 * their own that longer ones are.
 */
export async function dumpIndex(
  documents: DynamoDBDocumentClient,
  table: string,
): Promise<ReadonlyMap<string, unknown>> {
  const items = new Map<string, unknown>();
  let next: Record<string, unknown> | undefined;
  do {
    const answer = await documents.send(new ScanCommand({ TableName: table, ExclusiveStartKey: next }));
    for (const [key, data] of (answer.Items ?? []).flatMap(partsOf))
      if (data !== undefined) items.set(key, readable(data));
    next = answer.LastEvaluatedKey;
  } while (next);
  return items;
}

function partsOf({ pk, sk, d, p, r, k }: Record<string, unknown>): [string, unknown][] {
  return [
    [`${pk} ${sk}`, d],
    [`${pk} !p`, p],
    [`${pk} !c`, r],
    [`${pk} !b`, k],
  ];
}

function readable(data: unknown): unknown {
  return data instanceof Uint8Array ? unpack(data) : data;
}

/** The rows that answer questions: without runs, imports and what undoing needs, without summaries of nothing, and without the counters of stability, which a crash may cost a place. */
export function answeringRows(dump: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const rows = [...dump].filter(
    ([key, data]) => !/^(?:R |I |I#\S* |M stability$)/u.test(key) && !isOfNothing(data),
  );
  return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isOfNothing(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if ('keywords' in data && 'lost' in data) return data.keywords === 0 && data.lost === 0;
  if ('keywords' in data && 'rivals' in data) return data.keywords === 0;
  if ('k' in data && Array.isArray(data.k)) return data.k.length === 0;
  return 'total' in data && 'rows' in data && data.total === 0;
}
