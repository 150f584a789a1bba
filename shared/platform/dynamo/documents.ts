import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Reads and writes of plain objects; undefined members are left out of items. */
export function createDocuments(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient(config);
  // It copies every request and answer for a logger that is not there: a twentieth of an import's time.
  client.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/**
 * As `createDocuments`, but a request is sent once and given up on after two
 * seconds. The SDK by itself sends up to three times and waits without end:
 * harmless for most writes, and a second debit for one that only its first
 * answer would have told apart.
 */
export function createSingleAttemptDocuments(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  return createDocuments({
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
    ...config,
    maxAttempts: 1,
  });
}

/** Whether a write was refused by its own condition, which is an answer and not a fault. */
export function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** The answer to a conditional write; undefined where its condition did not hold. Any other failure is thrown. */
export async function unlessRefused<Answer>(write: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}
