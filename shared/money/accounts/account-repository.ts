import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Feature } from '#shared/contract/tool.ts';
import { type Clock, isoTime } from '#shared/platform/clock.ts';
import { isConditionFailure, whenConditionHolds } from '#shared/platform/dynamo/failures.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Account } from './account.ts';
import { toAccount } from './account.ts';
import { newAccountItem, parseAccountItem } from './account-item.ts';
import type { RateLimits } from './account-limits.ts';

export interface AccountDraft {
  readonly email: string;
  /** Made here where it is left out. */
  readonly accountId?: string;
  readonly rateLimits?: RateLimits;
  readonly maxConcurrentCalls?: number;
  readonly features?: Iterable<Feature>;
}

/** What an operator or an owner may change; members left out stay. */
export interface AccountSettings {
  readonly email?: string;
  readonly status?: Account['status'];
  /** Each at least 1. */
  readonly rateLimits?: RateLimits;
  /** At least 1. */
  readonly maxConcurrentCalls?: number;
  readonly features?: Iterable<Feature>;
}

/** Accounts and their settings. Credits move through the ledger only. */
export interface AccountRepository {
  /** Opens an account with no credits. `validation_error` where the id is taken. */
  create(draft: AccountDraft): Promise<Account>;
  /** The account as it is now, read with strong consistency. */
  find(accountId: string): Promise<Account | undefined>;
  /** As `find`, or throws `not_found`. */
  get(accountId: string): Promise<Account>;
  /** Changes settings and gives the account as it is then; `not_found` where there is none. */
  update(accountId: string, settings: AccountSettings): Promise<Account>;
  /** Drops what was counted for a key that is revoked, so that the item stays small. */
  forgetKey(accountId: string, credentialId: string): Promise<void>;
  /** Every account, in no order. */
  list(): AsyncIterable<Account>;
}

interface AccountRepositoryOptions {
  readonly documents: DynamoDBDocumentClient;
  readonly tables: Pick<TableNames, 'accounts'>;
  readonly clock: Clock;
}

export function createAccountRepository({
  documents,
  tables,
  clock,
}: AccountRepositoryOptions): AccountRepository {
  const TableName = tables.accounts;

  async function find(accountId: string): Promise<Account | undefined> {
    const { Item } = await documents.send(
      new GetCommand({ TableName, Key: { account_id: accountId }, ConsistentRead: true }),
    );
    return Item && toAccount(parseAccountItem(Item));
  }

  return {
    find,

    async create({ accountId = newId('acct', clock()), ...draft }) {
      const item = newAccountItem({ ...draft, accountId, createdAt: isoTime(clock()) });
      const idIsFree = 'attribute_not_exists(account_id)';
      const put = new PutCommand({ TableName, Item: item, ConditionExpression: idIsFree });
      if (!(await whenConditionHolds(documents.send(put))))
        throw new ServiceError('validation_error', 'There is an account with this id already.');
      return toAccount(item);
    },

    async get(accountId) {
      return (await find(accountId)) ?? noSuchAccount();
    },

    async update(accountId, settings) {
      const accountExists = 'attribute_exists(account_id)';
      const { attributes, ...expressions } = assignments(settings);
      if (attributes === 0) return (await find(accountId)) ?? noSuchAccount();
      try {
        const { Attributes } = await documents.send(
          new UpdateCommand({
            TableName,
            Key: { account_id: accountId },
            ...expressions,
            ConditionExpression: accountExists,
            ReturnValues: 'ALL_NEW',
          }),
        );
        return toAccount(parseAccountItem(Attributes));
      } catch (error) {
        if (isConditionFailure(error)) return noSuchAccount();
        throw error;
      }
    },

    async forgetKey(accountId, credentialId) {
      const accountExists = 'attribute_exists(account_id)';
      await whenConditionHolds(
        documents.send(
          new UpdateCommand({
            TableName,
            Key: { account_id: accountId },
            UpdateExpression: 'REMOVE #keys.#key',
            ConditionExpression: accountExists,
            ExpressionAttributeNames: { '#keys': 'keys', '#key': credentialId },
          }),
        ),
      );
    },

    async *list() {
      for await (const page of paginateScan({ client: documents }, { TableName, ConsistentRead: true })) {
        for (const item of page.Items ?? []) yield toAccount(parseAccountItem(item));
      }
    },
  };
}

function assignments(settings: AccountSettings) {
  const attributes = Object.entries({
    email: settings.email,
    status: settings.status,
    rate_limits: settings.rateLimits && { ...settings.rateLimits },
    max_concurrent_calls: settings.maxConcurrentCalls,
    features: settings.features && [...settings.features],
  }).filter(([, value]) => value !== undefined);
  return {
    attributes: attributes.length,
    UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(attributes.map(([name, value]) => [`:${name}`, value])),
  };
}

function noSuchAccount(): never {
  throw new ServiceError('not_found', 'There is no such account.');
}
