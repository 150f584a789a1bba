import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { playedClient, type SentRequest } from './played-client.ts';

const commands = {
  BatchGetItemCommand: BatchGetCommand,
  BatchWriteItemCommand: BatchWriteCommand,
  GetItemCommand: GetCommand,
  PutItemCommand: PutCommand,
  QueryCommand,
  UpdateItemCommand: UpdateCommand,
} as const;

/**
 * A client whose requests a real database answers once, and from then on the
 * answers that it gave: everything up to the HTTP request runs, and no network.
 * Reads are told apart by all they ask, writes by their table.
 */
export function recordedDatabase(endpoint: string) {
  const known = new Map<string, Buffer>();
  const sent: { readonly name: keyof typeof commands; readonly input: object }[] = [];
  let isRecording = true;
  const answer = async ({ headers, body }: SentRequest): Promise<Buffer> => {
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
    const target = headers['x-amz-target'] ?? '';
    const key = `${target} ${/Get|Query/u.test(target) ? text : tablesOf(text)}`;
    if (isRecording) {
      const response = await fetch(endpoint, { method: 'POST', headers, body: text });
      known.set(key, Buffer.from(await response.arrayBuffer()));
    }
    const recorded = known.get(key) ?? sameQuestion(known, key);
    if (!recorded) throw new Error(`This was not asked before: ${key}`);
    return recorded;
  };
  const config = {
    ...playedClient(async (request) => ({
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: await answer(request),
    })),
    endpoint,
  };
  const documents = createDocuments(config);
  const plain = DynamoDBDocumentClient.from(new DynamoDBClient(config), {
    marshallOptions: { removeUndefinedValues: true },
  });
  documents.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (isRecording) sent.push({ name: commandName as keyof typeof commands, input: { ...args.input } });
        return next(args);
      },
    { step: 'initialize' },
  );
  return {
    documents,
    /** Forgets which commands were sent, keeping the answers. */
    forget: () => sent.splice(0),
    /**
     * Ends the recording; what was sent since `forget` can be sent again, one
     * after the other, by the SDK's client as it comes.
     */
    play() {
      isRecording = false;
      return () => sendAll(plain, sent);
    },
    /** How many commands were sent since `forget`, up to the end of the recording. */
    sent: () => sent.length,
  };
}

function tablesOf(text: string): string {
  const { TableName, RequestItems = {} } = JSON.parse(text);
  return TableName ?? Object.keys(RequestItems).join();
}

/** The answer to a read that says the same with its members in another order, found once and then known as it is. */
function sameQuestion(known: Map<string, Buffer>, key: string): Buffer | undefined {
  const wanted = inOrder(key);
  const found = [...known].find(([other]) => inOrder(other) === wanted)?.[1];
  if (found) known.set(key, found);
  return found;
}

function inOrder(key: string): string {
  const [target = '', ...rest] = key.split(' ');
  const text = rest.join(' ');
  if (!text.startsWith('{')) return key;
  const members: Record<string, unknown> = JSON.parse(text);
  return `${target} ${JSON.stringify(members, Object.keys(members).sort())}${JSON.stringify([members.Key, members.ExpressionAttributeValues, members.RequestItems])}`;
}

async function sendAll(
  documents: DynamoDBDocumentClient,
  sent: readonly { readonly name: keyof typeof commands; readonly input: object }[],
): Promise<void> {
  for (const { name, input } of sent) await documents.send(new commands[name](input as never) as GetCommand);
}
