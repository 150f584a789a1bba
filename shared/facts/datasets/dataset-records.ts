import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { intent } from '#shared/contract/rows.ts';
import type { WholeList } from '#shared/facts/ports/whole-list.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';

/** What is known of a dataset beside its rows. */
export interface DatasetRecord {
  readonly accountId: string;
  readonly id: string;
  readonly name: string;
  readonly rows: number;
  readonly createdAt: string;
  /** Milliseconds since 1970. */
  readonly availableUntil: number;
  readonly origin: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  /** The question that is kept in place of rows, and its market as `marketKey` writes it. */
  readonly whole?: { readonly list: WholeList; readonly market: string } | undefined;
}

/** How long the record outlives its rows, so that an expired dataset can still say how to make it again. */
const rememberedSeconds = 30 * 24 * 3600;

const wholeList = v.variant('list', [
  v.object({ list: v.picklist(['ranked-keywords', 'top-pages', 'competitors']), domain: v.string() }),
  v.object({ list: v.literal('seed-competitors'), keywords: v.array(v.string()) }),
  v.object({ list: v.literal('page-keywords'), url: v.string() }),
  v.object({
    list: v.picklist(['keyword-gaps', 'losing-keywords', 'strong-keywords']),
    domain: v.string(),
    competitors: v.array(v.string()),
  }),
  v.object({
    list: v.literal('keyword-ideas'),
    seed: v.string(),
    mode: v.picklist(['ideas', 'suggestions', 'related']),
    minVolume: v.exactOptional(v.number()),
    intent: v.exactOptional(intent),
  }),
  v.object({ list: v.picklist(['referring-domains', 'anchors', 'backlinks']), domain: v.string() }),
  v.object({
    list: v.literal('backlink-gaps'),
    domain: v.string(),
    competitors: v.array(v.string()),
    maxSpamScore: v.number(),
  }),
  v.object({ list: v.picklist(['own-queries', 'own-pages', 'search-opportunities']), domain: v.string() }),
]);

const Item = v.object({
  pk: v.string(),
  sk: v.string(),
  name: v.string(),
  rows: v.number(),
  created_at: v.string(),
  available_until: v.number(),
  tool: v.string(),
  args: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
  whole: v.optional(v.pipe(v.string(), v.parseJson(), v.object({ list: wholeList, market: v.string() }))),
});

export type DatasetRecords = ReturnType<typeof createDatasetRecords>;

/** Records of datasets in the table of facts: `dataset#<account>` / `<id>`. */
export function createDatasetRecords(documents: DynamoDBDocumentClient, tables: Pick<TableNames, 'facts'>) {
  return {
    async keep({
      accountId,
      id,
      name,
      rows,
      createdAt,
      availableUntil,
      origin,
      whole,
    }: DatasetRecord): Promise<void> {
      await documents.send(
        new PutCommand({
          TableName: tables.facts,
          Item: {
            ...keyOf(accountId, id),
            name,
            rows,
            created_at: createdAt,
            available_until: availableUntil,
            tool: origin.tool,
            args: JSON.stringify(origin.args),
            ...(whole && { whole: JSON.stringify(whole) }),
            expires_at: Math.ceil(availableUntil / 1000) + rememberedSeconds,
          },
        }),
      );
    },
    /** Only ever a record of this account: the account is part of the key. */
    async find(accountId: string, id: string): Promise<DatasetRecord | undefined> {
      const { Item: found } = await documents.send(
        new GetCommand({ TableName: tables.facts, Key: keyOf(accountId, id), ConsistentRead: true }),
      );
      if (!found) return undefined;
      const item = v.parse(Item, found);
      return {
        accountId,
        id,
        name: item.name,
        rows: item.rows,
        createdAt: item.created_at,
        availableUntil: item.available_until,
        origin: { tool: item.tool, args: item.args },
        whole: item.whole,
      };
    },
  };
}

/** Where the records of an account's datasets lie. */
export const datasetPartition = (accountId: string): string => `dataset#${accountId}`;

function keyOf(accountId: string, id: string) {
  return { pk: datasetPartition(accountId), sk: id };
}
