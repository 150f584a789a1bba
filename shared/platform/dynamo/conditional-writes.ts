import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Change, type Item, type Test, toCondition, toExpressions } from './conditional-change.ts';
import { unlessRefused } from './documents.ts';

/** A table as its repository writes to it. */
export interface WritableTable {
  readonly documents: DynamoDBDocumentClient;
  /** The deployed name. */
  readonly name: string;
}

/** Carries out a change; the item as it is then, or undefined where a check fails. */
export async function changeItem(
  { documents, name }: WritableTable,
  key: Item,
  change: Change,
): Promise<Item | undefined> {
  const command = new UpdateCommand({
    TableName: name,
    Key: key,
    ...toExpressions(change),
    ReturnValues: 'ALL_NEW',
  });
  return (await unlessRefused(documents.send(command)))?.Attributes;
}

/** Puts the item, keys included, in the place of what is there; false where that fails a check. */
export async function replaceItem(
  { documents, name }: WritableTable,
  item: Item,
  checks: readonly Test[],
): Promise<boolean> {
  const command = new PutCommand({ TableName: name, Item: item, ...toCondition(checks) });
  return (await unlessRefused(documents.send(command))) !== undefined;
}

/** Removes and gives what is there; undefined where there is nothing or it fails a check. */
export async function removeItem(
  { documents, name }: WritableTable,
  key: Item,
  checks: readonly Test[] = [],
): Promise<Item | undefined> {
  const command = new DeleteCommand({
    TableName: name,
    Key: key,
    ...toCondition(checks),
    ReturnValues: 'ALL_OLD',
  });
  return (await unlessRefused(documents.send(command)))?.Attributes;
}
