import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { intent } from '#shared/contract/rows.ts';
import { withSendableCalls } from '#shared/facts/answers/answer.ts';
import type { OwnPage, OwnQuery, OwnSites } from '#shared/facts/ports/own-sites.ts';
import {
  type ListPart,
  notAPosition,
  type OwnList,
  type WholeList,
} from '#shared/facts/ports/search-index.ts';
import type { ConnectedSites } from '#shared/facts/ports/site-performance.ts';
import type { Sources } from '#shared/facts/ports/sources.ts';
import { currentItem, gatheredIn } from '#shared/platform/dynamo/documents.ts';
import type { TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { objectLifetimes } from '#shared/platform/object-store/object-store.ts';
import { packPieces } from '#shared/platform/spooled-lines.ts';
import type { Market } from '../ports/fact.ts';

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
  /** The object with its rows, where that is not its own: lists of a crawl are kept and deleted with it. */
  readonly file?: string | undefined;
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
  v.object({
    list: v.picklist(['own-queries', 'own-pages', 'search-opportunities', 'index-status']),
    domain: v.string(),
  }),
  v.object({
    list: v.literal('search-performance'),
    domain: v.string(),
    asked: v.record(v.string(), v.string()),
  }),
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
  file: v.optional(v.string()),
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
      file,
    }: DatasetRecord): Promise<void> {
      const item = {
        ...keyOf(accountId, id),
        name,
        rows,
        created_at: createdAt,
        available_until: availableUntil,
        tool: origin.tool,
        args: JSON.stringify(origin.args),
        ...(whole && { whole: JSON.stringify(whole) }),
        ...(file !== undefined && { file }),
        expires_at: Math.ceil(availableUntil / 1000) + rememberedSeconds,
      };
      await gatheredIn(documents).put({ name: tables.facts, item });
    },
    /** Only ever a record of this account: the account is part of the key. */
    async find(accountId: string, id: string): Promise<DatasetRecord | undefined> {
      const found = await currentItem(documents, tables.facts, keyOf(accountId, id));
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
        file: item.file,
      };
    },
  };
}

export const datasetPartition = (accountId: string): string => `dataset#${accountId}`;

function keyOf(accountId: string, id: string) {
  return { pk: datasetPartition(accountId), sk: id };
}

export type DatasetRow = Readonly<Record<string, unknown>>;

const Row = v.record(v.string(), v.unknown());

/** Rows as gzipped NDJSON, piece by piece: one JSON object a line. */
export function packRows(rows: Iterable<DatasetRow>): AsyncIterable<Uint8Array> {
  return packPieces(Iterator.from(rows).map((row) => JSON.stringify(row)));
}

export function parseRow(line: string): Record<string, unknown> {
  return v.parse(Row, JSON.parse(line));
}

export const datasetDays = objectLifetimes['datasets/'];

/** Under the account, so that an account's data can be found and removed as a whole. */
export function objectKey(
  { accountId, id }: Pick<DatasetRecord, 'accountId' | 'id'>,
  extension = 'ndjson.gz',
): string {
  return `datasets/${accountId}/${id}.${extension}`;
}

export const fileOf = (record: Pick<DatasetRecord, 'accountId' | 'id' | 'file'>): string =>
  record.file ?? objectKey(record);

interface DatasetName {
  readonly name: string;
  readonly id: string;
}

const pattern = /^oriel:\/\/dataset\/(?<name>[a-z0-9][a-z0-9-]{0,99})\/(?<id>ds_[0-9a-z]{26})$/u;

/** `oriel://dataset/<name>/<id>`: the name is for readers, the id is the key. About 60 characters. */
export function datasetUri({ name, id }: DatasetName): string {
  return `oriel://dataset/${name}/${id}`;
}

/** The name and id in a URI, or `invalid_dataset_uri` where it is not one of ours. */
export function parseDatasetUri(uri: string): DatasetName {
  const { name, id } = pattern.exec(uri)?.groups ?? {};
  if (name === undefined || id === undefined)
    throw new ServiceError(
      'invalid_dataset_uri',
      'Send the `uri` of a `resources` entry of an earlier answer, as it stands there.',
      {
        faults: [
          {
            pointer: '/uri',
            loc: ['body', 'uri'],
            type: 'dataset_uri',
            message: 'Expected oriel://dataset/<name>/<id>.',
          },
        ],
      },
    );
  return { name, id };
}

/** The rows of the list that a dataset keeps the question of, as they are now; undefined where nothing can tell them any more. */
export type ReadList = (
  list: WholeList,
  market: Market,
  from?: string,
) => Promise<AsyncIterable<ListPart> | undefined>;

/** Lists of the calling account's own sites, and those of the index where it answers. */
export function listReader(
  sources: Pick<Sources, 'own' | 'connected' | 'wholeList' | 'liveListings'>,
): ReadList {
  const { own, connected, wholeList } = sources;
  return async (list, market, from) => {
    // What an account has brought of its own is sorted as it is read: it cannot be entered in its middle.
    switch (list.list) {
      case 'own-queries':
      case 'own-pages':
      case 'search-opportunities':
        if (from !== undefined) throw notAPosition();
        return own && readOwnList(own, list, market, sources);
      case 'index-status':
      case 'search-performance':
        if (from !== undefined) throw notAPosition();
        return connected && readConnected(connected, list);
      default:
        return wholeList?.(list, market, from);
    }
  };
}

type ConnectedList = Extract<OwnList, { list: 'index-status' | 'search-performance' }>;

async function readConnected(
  connected: ConnectedSites,
  list: ConnectedList,
): Promise<AsyncIterable<ListPart> | undefined> {
  const rows =
    list.list === 'index-status'
      ? await connected.indexStatus(list.domain)
      : await connected.performanceRows(list.domain, list.asked);
  return rows && inOnePart(rows);
}

async function readOwnList(
  own: OwnSites,
  { list, domain }: Exclude<OwnList, ConnectedList>,
  market: Market,
  sources: Pick<Sources, 'liveListings'>,
): Promise<AsyncIterable<ListPart> | undefined> {
  const site = await own.site(domain, market);
  if (!site) return undefined;
  if (list === 'search-opportunities')
    return inOnePart(
      withSendableCalls(await site.opportunities(), domain, market, sources.liveListings !== undefined),
    );
  return figureParts(list === 'own-queries' ? site.queryParts() : site.pageParts());
}

async function* figureParts(parts: AsyncIterable<readonly (OwnQuery | OwnPage)[]>): AsyncGenerator<ListPart> {
  for await (const part of parts)
    yield { rows: part.map(({ own: figures, ...row }) => ({ ...row, ...figures })), next: undefined };
}

async function* inOnePart(rows: readonly object[]): AsyncGenerator<ListPart> {
  yield { rows, next: undefined };
}
