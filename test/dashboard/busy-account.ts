import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { openDataFolder } from '#local/data/data-folder.ts';
import { tableNames } from '#local/data/database.ts';
import { shareStorage } from '#local/data/storage.ts';
import { reportedItem } from '#shared/money/usage/usage-item.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { newId } from '#shared/platform/ids.ts';
import { createRandom } from '#test/support/random.ts';

const day = 86_400_000;

/**
 * Gives an account a past, written beside a service that runs on the folder:
 * some thousand calls over a hundred days, or others. Answers how many.
 */
export async function giveHistory(
  folder: string,
  accountId: string,
  { days = 101, times = 1 }: { readonly days?: number; readonly times?: number } = {},
): Promise<number> {
  const storage = await shareStorage(await openDataFolder(folder));
  const documents = createDocuments(storage.database.clientConfig);
  const calls = pastCalls(accountId, Date.now() - 60_000, { days, times });
  for (let start = 0; start < calls.length; start += 25)
    await Promise.all(calls.slice(start, start + 25).map((Item) => put(documents, Item)));
  await documents.send(
    new UpdateCommand({
      TableName: tableNames().accounts,
      Key: { account_id: accountId },
      UpdateExpression: 'SET created_at = :past',
      ExpressionAttributeValues: { ':past': new Date(Date.now() - 200 * day).toISOString() },
    }),
  );
  documents.destroy();
  await storage.close();
  return calls.length;
}

function put(documents: DynamoDBDocumentClient, Item: Record<string, unknown>) {
  return documents.send(new PutCommand({ TableName: tableNames().usage, Item }));
}

/** More on work days, and more from month to month. */
function pastCalls(
  accountId: string,
  until: number,
  { days, times }: { readonly days: number; readonly times: number },
) {
  const random = createRandom(11);
  return Array.from({ length: days }, (_, back) => {
    const midnight = until - back * day;
    const isWeekend = [0, 6].includes(new Date(midnight).getUTCDay());
    const busy = times * ((isWeekend ? 5 : 24) + (100 - back) / 4);
    return Array.from({ length: Math.round(busy * (0.6 + random())) }, () =>
      pastCall(accountId, midnight - Math.floor(random() * 0.6 * day), random),
    );
  }).flat();
}

/** A call of a tool, the first of the catalog more often; one of fifty fails. */
function pastCall(accountId: string, startedAt: number, random: () => number) {
  const tool = toolCatalog[Math.floor(toolCatalog.length * random() ** 2.2)] ?? toolCatalog[0];
  const hasFailed = random() < 0.02;
  const isAgent = random() < 0.4;
  const report = {
    accountId,
    credentialId: isAgent ? 'conn_history' : 'cred_history',
    authSource: isAgent ? 'oauth' : 'api_key',
    requestId: newId('req', startedAt),
    endpoint: `/v1/tools/${tool.name}`,
    method: 'POST',
    tool: tool.name,
    asked: JSON.stringify(tool.example),
    statusCode: hasFailed ? 502 : 200,
    responseTimeMs: Math.round(80 + 900 * random() ** 4 + (tool.name === 'audit_site' ? 9_000 : 0)),
    requestBytes: 60,
    responseBytes: 4_000,
    upstreamCostMicroUsd: 0,
    upstreamEstimatedMicroUsd: 0,
    cacheHit: random() < 0.3,
    errorType: hasFailed ? 'upstream_error' : null,
    errorMessage: hasFailed ? 'The source did not answer as expected. Try again in a moment.' : null,
  } as const;
  const [decision, charged] = hasFailed ? (['void', 0] as const) : (['charged', tool.credits] as const);
  return reportedItem(newId('use', startedAt), report, decision, charged);
}
