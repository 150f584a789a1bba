import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { loadIntents } from '#shared/facts/intent/intent.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { createIndexWriter } from '../index-writer.ts';
import { type Change, sampleSource } from '../items/index-items.ts';
import { markerKey, runKey } from '../items/keys.ts';
import { createIndexTable, type IndexTable } from '../table/index-table.ts';
import { interruptedRun } from '../writing/write-claims.ts';
import { sampleLinks } from './sample-links.ts';
import { sampleItems, sampleMarker, sampleUpdates, sampleVersion } from './sample-market.ts';

export interface SampleTarget {
  readonly documents: DynamoDBDocumentClient;
  /** Deployed name of the index table. */
  readonly table: string;
  readonly clock: Clock;
}

const marker = v.object({ d: v.number() });
const itemsAtOnce = 500;
const updatesAtOnce = 200;

/**
 * Loads the sample market unless this version of it is there. An empty table
 * gets its items as they are; one that holds anything else is written as any
 * import is, so that nothing newer of it is lost. Returns whether it had to load.
 */
export async function loadSampleMarket({ documents, table, clock }: SampleTarget): Promise<boolean> {
  const index = createIndexTable({ documents, table });
  const found = await index.get(markerKey(sampleSource), true);
  if (found && v.parse(marker, found).d === sampleVersion) return false;
  const { Count } = await documents.send(new ScanCommand({ TableName: table, Limit: 1 }));
  await (Count === 0 ? loadItems(index) : importSample(index, { documents, table, clock }));
  return true;
}

/** The run's record stays until all is there: should this be interrupted, every row counts as half written. */
async function loadItems(index: IndexTable): Promise<void> {
  await index.put(interruptedRun(sampleSource));
  let round: Change[] = [];
  for (const item of sampleItems(await loadIntents())) {
    round.push({ put: item });
    if (round.length < itemsAtOnce) continue;
    await index.change(round);
    round = [];
  }
  await index.change(round);
  await index.change([{ remove: runKey(sampleSource) }]);
}

async function importSample(index: IndexTable, target: SampleTarget): Promise<void> {
  const writer = createIndexWriter(target);
  const updates = sampleUpdates();
  const run = await writer.startImport(`${sampleSource}-v${sampleVersion}`);
  for (let start = 0; start < updates.length; start += updatesAtOnce)
    await run.write(updates.slice(start, start + updatesAtOnce));
  await run.end();
  await writer.writeLinks(sampleLinks());
  await index.put(sampleMarker());
}
