import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

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
