import { createHash } from 'node:crypto';
import { startWireServer } from '#test/support/aws/http-server.ts';
import type { Deployment } from './assembly.ts';
import type { Permissions } from './permissions.ts';
import { callerOf } from './wire-requests.ts';

interface QueueOptions {
  readonly deployment: Deployment;
  readonly permissions: Permissions;
  readonly accountArn: string;
  invoke(functionName: string, event: object): Promise<unknown>;
}

interface SentMessage {
  readonly Id: string;
  readonly MessageBody: string;
}

const headers = { 'content-type': 'application/x-amz-json-1.0' };

/** SQS on loopback: takes messages of functions that may send them, and hands each to the function behind the queue. */
export function startQueueServer({ deployment, permissions, accountArn, invoke }: QueueOptions) {
  return startWireServer(async (request, body) => {
    const { QueueUrl, Entries } = JSON.parse(body.toString());
    const resource = `arn:aws:sqs:${accountArn}:${QueueUrl.split('/').at(-1)}`;
    if (!permissions.permit({ functionName: callerOf(request), action: 'sqs:SendMessage', resource }))
      return { status: 403, headers, body: '{"__type":"com.amazonaws.sqs#AccessDenied"}' };
    const sent: readonly SentMessage[] = Entries;
    for (const { Id: messageId, MessageBody } of sent)
      invoke(deliveringFunction(deployment), { Records: [{ messageId, body: MessageBody }] }).catch(() => {});
    const Successful = sent.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    return { status: 200, headers, body: JSON.stringify({ Successful, Failed: [] }) };
  });
}

/** The one that reads the queue, by what its role says. */
function deliveringFunction({ functions }: Deployment): string {
  return functions.find(({ statements }) => statements.some(({ sid }) => sid === 'ReadQueue'))?.name ?? '';
}
