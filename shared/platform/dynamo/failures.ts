import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Whether a write was refused by its own condition, which is an answer and not a fault. */
export function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}

/** Whether a conditional write was made: false where its condition did not hold. Any other failure is thrown. */
export async function whenConditionHolds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}
