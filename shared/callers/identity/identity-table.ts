import { createHash } from 'node:crypto';
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { currentItem, queriedItems } from '#shared/platform/dynamo/documents.ts';

/**
 * Partition and sort key of every kind of item in the identity table. A
 * function for each, so that a bundle has those that it uses.
 */

/** For what may not be read from a key: keys end up in metrics and logs of busy partitions. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

const ofAccount = (accountId: string, sk: string) => ({ pk: `account#${accountId}`, sk });

export const session = (accountId: string, sessionId: string) => ofAccount(accountId, `session#${sessionId}`);

export const connection = (accountId: string, connectionId: string) =>
  ofAccount(accountId, `connection#${connectionId}`);

export const passkey = (accountId: string, passkeyId: string) => ofAccount(accountId, `passkey#${passkeyId}`);

/** One item an address: an account cannot have the same person twice. */
export const member = (accountId: string, addressHash: string) =>
  ofAccount(accountId, `member#${addressHash}`);

/** From a person, whom the account stands for that the person opened, to another account. */
export const membership = (personId: string, accountId: string) =>
  ofAccount(personId, `membership#${accountId}`);

export const share = (accountId: string, shareId: string) => ofAccount(accountId, `share#${shareId}`);

/** The sort key is that of the saved questions which trackers once were. */
export const tracker = (accountId: string, trackerId: string) => ofAccount(accountId, `tracker#${trackerId}`);

export const trackerPeriod = (accountId: string, trackerId: string, period: string) =>
  ofAccount(accountId, `tracked#${trackerId}#${period}`);

/** Numbers sort as text. */
export const event = (accountId: string, number: number) =>
  ofAccount(accountId, `event#${String(number).padStart(16, '0')}`);

export const eventHead = (accountId: string) => ofAccount(accountId, 'event-head');

export const eventMark = (accountId: string, eventId: string) => ofAccount(accountId, `event-id#${eventId}`);

/** What was set of a type of event, for all or for one subject; a type alone is where those of it begin. */
export const rule = (accountId: string, type: string, subject: string) =>
  ofAccount(accountId, type === '' ? 'rule#' : `rule#${type}#${subject}`);

/** Events that are to be looked at for delivery. */
export const eventOutbox = (shard: number) => ({ pk: `event-outbox#${shard}` });

/** What a rank tracker watches and has found; in a partition of its own, since its months are large. */
export const ranks = (accountId: string, trackerId: string, sk: string) => ({
  pk: `ranks#${accountId}#${trackerId}`,
  sk,
});

/** That an account has removed a destination, and so gets none by itself. */
export const chosenDestinations = (accountId: string) => ofAccount(accountId, 'event-destinations');

export const destination = (accountId: string, destinationId: string) =>
  ofAccount(accountId, `destination#${destinationId}`);

export const delivery = (accountId: string, destinationId: string, deliveryId: string) =>
  ofAccount(accountId, `delivery#${destinationId}#${deliveryId}`);

/** Deliveries by when each is tried next. */
export const dueDeliveries = (shard: number) => ({ pk: `due-deliveries#${shard}` });

/** What is due, by time; the tracker that an item leads to decides. */
export const dueTrackers = (shard: number) => ({ pk: `due-trackers#${shard}` });

/** The token is the secret of the link, so only its hash is stored. */
export const shareLink = (token: string) => ({ pk: `share#${sha256(token)}`, sk: 'link' });

export const address = (email: string) => ({ pk: `address#${sha256(email)}`, sk: 'account' });

export const signIn = (signInId: string) => ({ pk: `sign-in#${signInId}`, sk: 'code' });

export const challenge = (text: string) => ({ pk: `challenge#${sha256(text)}`, sk: 'challenge' });

export const attempts = (action: string, subject: string, windowStart: number) => ({
  pk: `attempts#${action}#${sha256(subject)}`,
  sk: `window#${windowStart}`,
});

/** Ids of codes and tokens are the secrets themselves, so only their hash is stored. */
export const authorization = (model: string, id: string) => ({
  pk: `oauth#${model}#${sha256(id)}`,
  sk: 'payload',
});

export const publicKeys = () => ({ pk: 'signing-keys', sk: 'public' });

/** In one partition, so that an operator sees them all; there are few. */
export const reviewCodes = () => ({ pk: 'review-codes', sk: 'address#' });

export const reviewCode = (email: string) => ({ pk: 'review-codes', sk: `address#${sha256(email)}` });

export const outsideCheck = () => ({ pk: 'outside-check', sk: 'latest' });

export const operatorText = (name: string) => ({ pk: 'operator-text', sk: name });

export interface IdentityTable {
  readonly documents: DynamoDBDocumentClient;
  readonly name: string;
  readonly clock: Clock;
}

type Key = Readonly<Record<'pk' | 'sk', string>>;

/** One strongly consistent read, parsed. What has expired is gone, whether or not the table has deleted it yet. */
export async function readItem<Schema extends v.GenericSchema>(
  table: IdentityTable,
  schema: Schema,
  key: Key,
): Promise<v.InferOutput<Schema> | undefined> {
  const item = await currentItem(table.documents, table.name, key);
  return item && !isExpired(table, item) ? v.parse(schema, item) : undefined;
}

/**
 * All items under a partition whose sort keys begin as the given one, newest
 * first where ids are made by time; parsed, without those that have expired.
 */
export async function listItems<Schema extends v.GenericSchema>(
  table: IdentityTable,
  schema: Schema,
  { pk, sk }: Key,
): Promise<readonly v.InferOutput<Schema>[]> {
  const items = await queriedItems(table.documents, {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
    ConsistentRead: true,
    ScanIndexForward: false,
  });
  return items.filter((item) => !isExpired(table, item)).map((item) => v.parse(schema, item));
}

/** The first `most` items of a partition whose sort keys are between two, both included; parsed. */
export async function listRange<Schema extends v.GenericSchema>(
  table: IdentityTable,
  schema: Schema,
  [first, last]: readonly [Key, Key],
  { most, isNewestFirst = false }: { readonly most: number; readonly isNewestFirst?: boolean },
): Promise<readonly v.InferOutput<Schema>[]> {
  const query = {
    TableName: table.name,
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':pk': first.pk, ':first': first.sk, ':last': last.sk },
    ConsistentRead: true,
    ScanIndexForward: !isNewestFirst,
  };
  return (await queriedItems(table.documents, query, most)).map((item) => v.parse(schema, item));
}

/** Removes every item of a partition whose sort key begins as the given one. */
export async function removeUnder(table: IdentityTable, key: Key): Promise<void> {
  const keyOf = v.object({ pk: v.string(), sk: v.string() });
  for (const Key of await listItems(table, keyOf, key))
    await table.documents.send(new DeleteCommand({ TableName: table.name, Key }));
}

/** Writes a whole item; whatever was under its key is replaced. */
export async function putItem(table: IdentityTable, key: Key, item: object): Promise<void> {
  await table.documents.send(new PutCommand({ TableName: table.name, Item: { ...item, ...key } }));
}

function isExpired(table: IdentityTable, item: Readonly<Record<string, unknown>>): boolean {
  return typeof item.expires_at === 'number' && item.expires_at <= unixSeconds(table);
}

export function unixSeconds({ clock }: Pick<IdentityTable, 'clock'>): number {
  return Math.floor(clock() / 1000);
}
