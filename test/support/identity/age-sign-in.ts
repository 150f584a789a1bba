import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';
import type { RunningService } from '../service/callers.ts';

/** Makes the sign-in of a session as old as is said. */
export async function ageSignIn(
  { database: { documents, tables } }: Pick<RunningService, 'database'>,
  accountId: string,
  sessionId: string,
  secondsAgo: number,
): Promise<void> {
  await documents.send(
    new UpdateCommand({
      TableName: tables.identity,
      Key: identityKeys.session(accountId, sessionId),
      UpdateExpression: 'SET created_at = :then',
      ExpressionAttributeValues: { ':then': new Date(Date.now() - secondsAgo * 1_000).toISOString() },
    }),
  );
}
