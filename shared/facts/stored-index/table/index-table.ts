import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type Test, toCondition } from '#shared/platform/dynamo/conditional-change.ts';
import { unlessRefused } from '#shared/platform/dynamo/documents.ts';
import type { Change, ConditionalPut, GuardedPuts, IndexTableOptions, Item } from '../items/index-items.ts';
import { atMost } from './at-most.ts';
import { writeMany } from './index-batches.ts';
import { putGuardedTogether, putTogether, writeTogether } from './index-commits.ts';
import { createIndexReader, type IndexReader } from './index-reads.ts';

/** The index table in seven verbs: those of its readers, and what imports write. */
export interface IndexTable extends IndexReader {
  /** Writes an item if every check holds of what is under its key; false where one does not. */
  put(item: Item, checks?: readonly Test[]): Promise<boolean>;
  /** As `put`, each by itself; in the order of the items, whether it was written. No key may come twice. */
  putMany(puts: readonly ConditionalPut[]): Promise<readonly boolean[]>;
  /** Writes guards as `putMany`, and what they guard where they were; in the order of the groups, whether its guard was. */
  putGuarded(groups: readonly GuardedPuts[]): Promise<readonly boolean[]>;
  change(changes: readonly Change[]): Promise<void>;
}

export function createIndexTable(options: IndexTableOptions): IndexTable {
  return {
    ...createIndexReader(options),
    put: (item, checks = []) => putItem(options, { item, checks }),
    putMany: (puts) =>
      options.commitsTogether ? putTogether(options, puts, putEach) : putEach(options, puts),
    putGuarded: (groups) =>
      options.commitsTogether
        ? putGuardedTogether(options, groups, putGuardedEach)
        : putGuardedEach(options, groups),
    change: (changes) =>
      options.commitsTogether ? writeTogether(options, changes) : writeMany(options, changes),
  };
}

const putsAtOnce = 8;

function putEach(options: IndexTableOptions, puts: readonly ConditionalPut[]): Promise<readonly boolean[]> {
  return atMost(putsAtOnce, puts, (put) => putItem(options, put));
}

/** The guards first, so that of two writers the one that was overtaken writes nothing. */
async function putGuardedEach(
  options: IndexTableOptions,
  groups: readonly GuardedPuts[],
): Promise<readonly boolean[]> {
  const written = await putEach(
    options,
    groups.map(({ guard }) => guard),
  );
  await putEach(
    options,
    groups.filter((_, index) => written[index]).flatMap(({ guarded }) => guarded),
  );
  return written;
}

async function putItem(
  { documents, table, meter }: IndexTableOptions,
  { item, checks }: ConditionalPut,
): Promise<boolean> {
  const put = new PutCommand({
    TableName: table,
    Item: { ...item },
    ReturnConsumedCapacity: 'TOTAL',
    ...toCondition(checks),
  });
  const answer = await unlessRefused(documents.send(put));
  if (answer) meter?.written(answer.ConsumedCapacity?.CapacityUnits ?? 0);
  return answer !== undefined;
}
