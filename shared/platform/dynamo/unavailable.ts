/** Errors of a database that had no capacity for a request. */
const throttlings = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/**
 * Whether a request was refused for want of capacity, so that it did not happen. Not where the SDK
 * has sent it several times, since an attempt before the last may have arrived.
 */
export function isThrottled(error: unknown): boolean {
  if (!(error instanceof Error) || !throttlings.has(error.name)) return false;
  return !('$metadata' in error) || attemptsOf(error.$metadata) === 1;
}

function attemptsOf(metadata: unknown): number {
  if (typeof metadata !== 'object' || metadata === null || !('attempts' in metadata)) return 1;
  return typeof metadata.attempts === 'number' ? metadata.attempts : 1;
}

/** What is thrown where a part of a request stayed without an answer for want of capacity; `isUnavailable` of it holds. */
export function noCapacity(): Error {
  const error = new Error('The database had no capacity for a part of a request.');
  return Object.assign(error, { name: 'ThrottlingException', $metadata: {} });
}

/** Whether the database did not answer or had no capacity, also as the cause of the error: no fault of the request or of ours. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('$metadata' in error)) return isUnavailable(error.cause);
  const isServerFault = '$fault' in error && error.$fault === 'server';
  return throttlings.has(error.name) || error.name === 'TimeoutError' || isServerFault;
}
