import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** Whether a write was refused by its own condition, which is an answer and no fault. */
export function isConditionFailure(error: unknown): error is ConditionalCheckFailedException {
  return error instanceof ConditionalCheckFailedException;
}
