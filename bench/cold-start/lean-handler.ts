import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';

const documents = createDocuments();

/** As `bare-handler.ts`, through the client that the service uses. */
export const handler = async ({ table, accountId }: { table: string; accountId: string }) =>
  documents.send(new GetCommand({ TableName: table, Key: { account_id: accountId } }));
