import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const documents = DynamoDBDocumentClient.from(new DynamoDBClient());

/** Reads one item: all that a handler with only the document client does. */
export const handler = (event: { readonly table: string; readonly accountId: string }) =>
  documents.send(new GetCommand({ TableName: event.table, Key: { account_id: event.accountId } }));
