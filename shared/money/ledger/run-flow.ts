import { setTimeout as passing } from 'node:timers/promises';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { replaceItem, toExpressions } from '#shared/platform/dynamo/conditional-writes.ts';
import {
  currentItem,
  isConditionFailure,
  isThrottled,
  readBatch,
} from '#shared/platform/dynamo/documents.ts';
import { tables as definitions, type TableNames } from '#shared/platform/dynamo/tables.ts';
import type { Flow, LedgerTable, MoneyTable, Operation, Reply } from './operations.ts';

export interface FlowRunner {
  run<Result>(flow: Flow<Result>): Promise<Result>;
}

interface FlowRunnerOptions {
  /** For reads: sends a request again when it got no answer, as the SDK does by default. */
  readonly documents: DynamoDBDocumentClient;
  /** For writes: sends each once; see `createSingleAttemptDocuments`. Where it is `documents`, that sends them again and nobody else. */
  readonly singleAttempt: DynamoDBDocumentClient;
  /** Limits are left out where flows touch none. */
  readonly tables: Pick<TableNames, MoneyTable> & Partial<Pick<TableNames, LedgerTable>>;
}

/** Attempts at one write, in all. */
const maxAttempts = 3;
/** Before the next attempt at a throttled write; half of it by chance, so that writers do not come back together. */
const pausesMs = [60, 200];

/**
 * Runs the ledger's flows against the database. Sends writes again by itself, one attempt at a time, since it must
 * know the outcome of each: a throttled one did not happen, a lost one may have.
 */
export function createFlowRunner(options: FlowRunnerOptions): FlowRunner {
  const breaker = createBreaker();
  return {
    async run(flow) {
      let step = flow.next();
      while (!step.done) step = flow.next(await perform(options, breaker, step.value));
      return step.value;
    },
  };
}

type Breaker = ReturnType<typeof createBreaker>;

async function perform(options: FlowRunnerOptions, breaker: Breaker, operation: Operation): Promise<Reply> {
  if (operation.do === 'read' || operation.do === 'read all') return attempt(options, operation);
  return write(options, breaker, operation);
}

async function write(
  options: FlowRunnerOptions,
  breaker: Breaker,
  operation: Write,
  attempts = 1,
  lostBefore?: Reply,
): Promise<Reply> {
  const place = placeOf(operation);
  if (breaker.isOpen(place)) return lostBefore ?? { outcome: 'throttled' };
  const reply = await attempt(options, operation);
  breaker.note(place, reply);
  const lost = reply.outcome === 'lost' ? reply : lostBefore;
  if (attempts === maxAttempts || !maySendAgain(options, operation, reply)) return unlessLost(reply, lost);
  if (reply.outcome === 'throttled') await pauseAfter(attempts);
  return write(options, breaker, operation, attempts + 1, lost);
}

async function pauseAfter(attempts: number): Promise<void> {
  const ms = pausesMs[attempts - 1] ?? 0;
  await passing((ms + Math.random() * ms) / 2);
}

function maySendAgain(
  { documents, singleAttempt }: FlowRunnerOptions,
  operation: Write,
  reply: Reply,
): boolean {
  if (singleAttempt === documents) return false;
  if (reply.outcome === 'throttled') return true;
  return reply.outcome === 'lost' && (operation.do === 'create' || !operation.once);
}

/** A write that was throttled in the end may have happened where an attempt before was lost. */
function unlessLost(reply: Reply, lost: Reply | undefined): Reply {
  return reply.outcome === 'throttled' ? (lost ?? reply) : reply;
}

type Write = Exclude<Operation, { do: 'read' | 'read all' }>;

/** Where an item has its capacity: its table and partition. */
function placeOf(operation: Write): string {
  const item = operation.do === 'create' ? operation.item : operation.key;
  return `${operation.table} ${item[definitions[operation.table].partitionKey]}`;
}

/** After so many throttled writes in a row a partition is left alone for a while. */
const throttledInARow = 5;
const openMs = 1_000;
const mostPlaces = 1_000;

/** Of each partition, whether this process leaves it alone for now: sending again what is throttled keeps it throttled. */
function createBreaker() {
  const places = new Map<string, { throttled: number; openUntil: number }>();
  return {
    isOpen: (place: string) => (places.get(place)?.openUntil ?? 0) > performance.now(),
    note(place: string, { outcome }: Reply) {
      if (outcome !== 'throttled') {
        places.delete(place);
        return;
      }
      const throttled = (places.get(place)?.throttled ?? 0) + 1;
      const openUntil = throttled >= throttledInARow ? performance.now() + openMs : 0;
      if (places.size >= mostPlaces) places.clear();
      places.set(place, { throttled, openUntil });
    },
  };
}

async function attempt(options: FlowRunnerOptions, operation: Operation): Promise<Reply> {
  try {
    if (operation.do === 'read') return await readItem(options, operation);
    if (operation.do === 'read all') return await readItems(options, operation);
    if (operation.do === 'create') return await createItem(options, operation);
    return await changeItem(options, operation);
  } catch (error) {
    return replyTo(error);
  }
}

async function readItem(
  { documents, tables }: Pick<FlowRunnerOptions, 'documents' | 'tables'>,
  { table, key }: Operation & { do: 'read' },
): Promise<Reply> {
  return { outcome: 'done', item: await currentItem(documents, nameOf(tables, table), key) };
}

async function readItems(
  { documents, tables }: FlowRunnerOptions,
  { table, keys }: Operation & { do: 'read all' },
): Promise<Reply> {
  // Not every function that moves credits may read accounts in batches.
  if (table === 'accounts') {
    const replies = await Promise.all(
      keys.map((key) => readItem({ documents, tables }, { do: 'read', table, key })),
    );
    const found = replies.flatMap((reply) => ('item' in reply && reply.item ? [reply.item] : []));
    return { outcome: 'done', item: undefined, items: found };
  }
  const wanted = { name: nameOf(tables, table), keys, consistent: true };
  const [items = []] = await readBatch(documents, [wanted]);
  return { outcome: 'done', item: undefined, items };
}

async function createItem(
  { singleAttempt, tables }: FlowRunnerOptions,
  { table, item }: Operation & { do: 'create' },
): Promise<Reply> {
  const target = { documents: singleAttempt, name: nameOf(tables, table) };
  const noItemYet = { test: 'absent', path: [definitions[table].partitionKey] } as const;
  return (await replaceItem(target, item, [noItemYet])) ? { outcome: 'done', item } : { outcome: 'refused' };
}

async function changeItem(
  { singleAttempt, tables }: FlowRunnerOptions,
  { table, key, change }: Operation & { do: 'change' },
): Promise<Reply> {
  const { Attributes } = await singleAttempt.send(
    new UpdateCommand({
      TableName: nameOf(tables, table),
      Key: key,
      ...toExpressions(change),
      ReturnValues: 'ALL_NEW',
    }),
  );
  return { outcome: 'done', item: Attributes };
}

/** What an error says about an operation. One that the database will never accept is our mistake and thrown on. */
function replyTo(error: unknown): Reply {
  if (isConditionFailure(error)) return { outcome: 'refused' };
  const mistakes = ['ValidationException', 'ResourceNotFoundException', 'AccessDeniedException'];
  if (error instanceof Error && mistakes.includes(error.name)) throw error;
  return { outcome: isThrottled(error) ? 'throttled' : 'lost', cause: error };
}

function nameOf(tables: FlowRunnerOptions['tables'], table: LedgerTable): string {
  const name = tables[table];
  if (name === undefined) throw new Error(`This ledger does not know the table ${table}.`);
  return name;
}
