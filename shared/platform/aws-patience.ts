/**
 * How long the AWS clients beside the database's wait: for a connection, and
 * for the next byte of an answer; the SDK's own default is five minutes. What
 * runs into it is sent again by the SDK, up to three times in all.
 */
export const awsPatience = {
  requestHandler: { connectionTimeout: 1_000, socketTimeout: 5_000 },
} as const;
