import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { awsPatience } from '../aws-patience.ts';

/** A message, and whose it is: those of others are not kept waiting by it. */
export interface QueueMessage {
  readonly group: string;
  readonly body: object;
}

/** As SQS takes them at once. */
const batchSize = 10;

/** Sends messages to a queue; rejects where one was not taken, after which those before it may have been. */
export function createQueue(
  QueueUrl: string | undefined,
  config: SQSClientConfig = {},
): (messages: readonly QueueMessage[]) => Promise<void> {
  if (QueueUrl === undefined) throw new Error('This function was not granted the queue.');
  const client = new SQSClient({ ...awsPatience, useQueueUrlAsEndpoint: false, ...config });
  return async (messages) => {
    for (let at = 0; at < messages.length; at += batchSize) {
      const Entries = messages.slice(at, at + batchSize).map(({ group, body }, index) => ({
        Id: String(index),
        MessageBody: JSON.stringify(body),
        MessageGroupId: group,
      }));
      const { Failed = [] } = await client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
      const [first] = Failed;
      if (first) throw new Error(`${Failed.length} messages were not taken: ${first.Code}.`);
    }
  };
}
