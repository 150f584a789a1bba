import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { toExpressions } from '#shared/platform/dynamo/conditional-change.ts';
import { replaceItem } from '#shared/platform/dynamo/conditional-writes.ts';
import { isConditionFailure } from '#shared/platform/dynamo/documents.ts';
import { tables as definitions, type TableNames } from '#shared/platform/dynamo/tables.ts';
import type { Flow, LedgerTable, MoneyTable, Operation, Reply } from './operations.ts';

export interface FlowRunner {
  /** Runs a flow to its end. */
  run<Result>(flow: Flow<Result>): Promise<Result>;
}

interface FlowRunnerOptions {
  /** May send a request again when it got no answer, as the SDK does by default. */
  readonly documents: DynamoDBDocumentClient;
  /** Sends each request once; see `createSingleAttemptDocuments`. */
  readonly singleAttempt: DynamoDBDocumentClient;
  /** Limits are left out where flows touch none. */
  readonly tables: Pick<TableNames, MoneyTable> & Partial<Pick<TableNames, LedgerTable>>;
}

/** Runs the ledger's flows against the database. */
export function createFlowRunner(options: FlowRunnerOptions): FlowRunner {
  return {
    async run(flow) {
      let step = flow.next();
      while (!step.done) step = flow.next(await perform(options, step.value));
      return step.value;
    },
  };
}

async function perform(options: FlowRunnerOptions, operation: Operation): Promise<Reply> {
  try {
    if (operation.do === 'read') return await readItem(options, operation);
    if (operation.do === 'create') return await createItem(options, operation);
    return await changeItem(options, operation);
  } catch (error) {
    return replyTo(error);
  }
}

async function readItem(
  { documents, tables }: FlowRunnerOptions,
  { table, key }: Operation & { do: 'read' },
): Promise<Reply> {
  const { Item } = await documents.send(
    new GetCommand({ TableName: nameOf(tables, table), Key: key, ConsistentRead: true }),
  );
  return { outcome: 'done', item: Item };
}

async function createItem(
  { documents, tables }: FlowRunnerOptions,
  { table, item }: Operation & { do: 'create' },
): Promise<Reply> {
  const target = { documents, name: nameOf(tables, table) };
  const noItemYet = { test: 'absent', path: [definitions[table].partitionKey] } as const;
  return (await replaceItem(target, item, [noItemYet])) ? { outcome: 'done', item } : { outcome: 'refused' };
}

async function changeItem(
  { documents, singleAttempt, tables }: FlowRunnerOptions,
  { table, key, change, once }: Operation & { do: 'change' },
): Promise<Reply> {
  const { Attributes } = await (once ? singleAttempt : documents).send(
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
  return { outcome: 'lost', cause: error };
}

function nameOf(tables: FlowRunnerOptions['tables'], table: LedgerTable): string {
  const name = tables[table];
  if (name === undefined) throw new Error(`This ledger does not know the table ${table}.`);
  return name;
}
