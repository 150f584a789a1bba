import { setTimeout as passing } from 'node:timers/promises';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Item } from './conditional-change.ts';
import { noCapacity } from './unavailable.ts';

/** What DynamoDB takes in one batch, of all tables together. */
export const mostKeys = 100;
/** Attempts at what stays unprocessed: less than three seconds with the pauses between them. */
const maxAttempts = 10;

/** Items of one table that are wanted. */
export interface WantedItems {
  /** The deployed name of the table. */
  readonly name: string;
  /** No key twice. */
  readonly keys: readonly Item[];
  readonly consistent: boolean;
  /** All where undefined. */
  readonly attributes?: readonly string[] | undefined;
}

/**
 * Items of one table or several in one request, those that there are, in no order: for each wanted table its
 * items. At most `mostKeys` keys in all. What the database leaves unprocessed is asked for again, each time
 * after a longer pause; where it stays unprocessed the read fails as any throttled one. `used` is told the read
 * units of each request.
 */
export async function readBatch(
  documents: DynamoDBDocumentClient,
  wanted: readonly WantedItems[],
  used?: (units: number) => void,
): Promise<readonly (readonly Item[])[]> {
  const found = wanted.map((): Item[] => []);
  let open = wanted.filter(({ keys }) => keys.length > 0);
  for (let attempt = 0; open.length > 0; attempt += 1) {
    if (attempt === maxAttempts) throw noCapacity();
    await pause(attempt);
    const { Responses, UnprocessedKeys, ConsumedCapacity } = await documents.send(
      new BatchGetCommand({
        RequestItems: Object.fromEntries(open.map(requestOf)),
        ...(used && { ReturnConsumedCapacity: 'TOTAL' }),
      }),
    );
    for (const { CapacityUnits = 0 } of ConsumedCapacity ?? []) used?.(CapacityUnits);
    for (const [index, { name }] of wanted.entries()) found[index]?.push(...(Responses?.[name] ?? []));
    open = open.flatMap((table) => {
      const keys = UnprocessedKeys?.[table.name]?.Keys ?? [];
      return keys.length > 0 ? [{ ...table, keys }] : [];
    });
  }
  return found;
}

function requestOf({ name, keys, consistent, attributes }: WantedItems) {
  const projection = attributes && { ProjectionExpression: attributes.join(', ') };
  return [
    name,
    { Keys: keys.map((key) => ({ ...key })), ConsistentRead: consistent, ...projection },
  ] as const;
}

/** Before a repeated batch: not at all at first, then 20 ms, 40 ms … up to half a second. */
async function pause(attempt: number): Promise<void> {
  if (attempt > 0) await passing(Math.min(10 * 2 ** attempt, 500));
}
