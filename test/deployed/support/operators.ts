import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { DeleteCommand, GetCommand, PutCommand, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Operations } from '#local/admin/open-operations.ts';
import { createAnswerArchive } from '#shared/callers/answers/answer-archive.ts';
import { createRecentAnswers } from '#shared/callers/answers/recent-answers.ts';
import { agentTokenSeconds, mcpAudience } from '#shared/callers/identity/agent-token.ts';
import { createConnectionRepository } from '#shared/callers/identity/connection-repository.ts';
import * as identityKeys from '#shared/callers/identity/identity-table.ts';

import { signToken } from '#shared/callers/identity/json-web-token.ts';
import { createSessionRepository } from '#shared/callers/identity/session-repository.ts';
import {
  createPublishedKeys,
  openSigningSecret,
  publicKeysOf,
} from '#shared/callers/identity/signing-keys.ts';
import { baselinePartition } from '#shared/facts/answers/observations.ts';
import { createCrawlFiles } from '#shared/facts/crawls/crawl-files.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { createImportServices } from '#shared/facts/imports/import-services.ts';
import { createUploadStore, uploadKey } from '#shared/facts/imports/uploads/upload-store.ts';
import { changeLimit, saveChange } from '#shared/facts/search-console/site-changes.ts';
import { createIndexTable } from '#shared/facts/stored-index/table/index-table.ts';
import { createAccountRepository } from '#shared/money/accounts/account-repository.ts';
import { lookUpKey } from '#shared/money/accounts/credential.ts';
import { pointerKey } from '#shared/money/accounts/credential-reader.ts';
import { noKeyLimits } from '#shared/money/accounts/principal.ts';
import { createOrderRepository } from '#shared/money/billing/order.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';
import { isoTime } from '#shared/platform/clock.ts';
import { newId } from '#shared/platform/ids.ts';
import type { ObjectStore } from '#shared/platform/object-store/object-store.ts';
import { importSource } from '#test/support/index/import-source.ts';
import { sourceOf } from '#test/support/index/import-world.ts';
import { wholeBody } from '#test/support/stores/whole-body.ts';
import type { RunningDeployment } from './deployment.ts';
import { staleMs } from './lifelike-database.ts';

/** A site whose figures `bring` brings. */
export const ownDomain = 'own-walk.example';
/** Its one page, found by more queries than an answer shows. */
export const ownPage = `https://${ownDomain}/tea`;

/** Figures of a month of 2026. */
function ownFigures(month = '08', page = ownPage, queries = 30): string {
  const rows = Array.from({ length: queries }, (_, number) => `tea ${number},${page},2026-${month}-01,1,9,3`);
  return ['query,page,date,clicks,impressions,position', ...rows].join('\n');
}

/** What lies in the stage's tables and bucket, put there past every function and every role. */
export type Operators = ReturnType<typeof createOperators>;

export function createOperators(running: RunningDeployment, operator: Operations['operator']) {
  const { documents, tables, baseUrl } = running;
  const clock = Date.now;
  const identity = { documents, name: tables.identity, clock };
  const accounts = createAccountRepository({ documents, tables, clock });
  const objects = bucketObjects(running);
  const recent = createRecentAnswers({ documents, tables, clock });
  const archive = createAnswerArchive({ documents, tables, objects, clock });
  return {
    objects,
    archive,
    /** Sessions that began two hours ago. */
    agedSessions: createSessionRepository({ ...identity, clock: () => clock() - 7_200_000 }, accounts),
    orders: createOrderRepository(documents, tables.billing),
    datasets: createDatasets({ records: createDatasetRecords(documents, tables), objects, clock }),

    /** Makes a session look as if its person had just signed in, though its last use was long ago. */
    async signInAgain(accountId: string, sessionId: string): Promise<void> {
      await documents.send(
        new UpdateCommand({
          TableName: tables.identity,
          Key: identityKeys.session(accountId, sessionId),
          UpdateExpression: 'SET created_at = :now',
          ExpressionAttributeValues: { ':now': isoTime(clock()) },
        }),
      );
    },

    /** Makes an account look as old as this. */
    async backdate(accountId: string, createdAt: number): Promise<void> {
      await documents.send(
        new UpdateCommand({
          TableName: tables.accounts,
          Key: { account_id: accountId },
          UpdateExpression: 'SET created_at = :created',
          ExpressionAttributeValues: { ':created': isoTime(createdAt) },
        }),
      );
    },

    /** Figures of a site of its own that an account has brought, of a month of 2026. */
    async bring(accountId: string, month?: string, domain = ownDomain, queries = 30): Promise<string> {
      const services = createImportServices({ documents, table: tables.index, clock });
      const source = sourceOf(ownFigures(month, `https://${domain}/tea`, queries));
      const options = { market: {}, owner: accountId, domain };
      return (await importSource(source, options, services)).import_id ?? '';
    },

    /** An upload of an account with its file: waits for its import, or to be started. */
    async queueUpload(accountId: string, status: 'queued' | 'awaiting_files' = 'queued'): Promise<string> {
      const uploads = createUploadStore(createIndexTable({ documents, table: tables.index }), clock);
      const id = newId('upl', clock());
      const key = uploadKey(accountId, id, 0);
      const bytes = Buffer.from(ownFigures());
      await objects.put(key, bytes);
      await uploads.create(
        accountId,
        {
          id,
          status,
          createdAt: isoTime(clock()),
          touchedAt: clock(),
          files: [{ name: 'figures.csv', bytes: bytes.length, key }],
          createdBy: 'cred_1',
          domain: ownDomain,
          market: {},
          progress: null,
          message: null,
        },
        40,
      );
      return id;
    },

    /** As many changes of a site as an account may have. */
    async recordChanges(accountId: string): Promise<void> {
      const table = createIndexTable({ documents, table: tables.index });
      const change = { site: ownDomain, at: '2026-11-01', what: 'Walk', pages: ['/*'], effect: null };
      const recorded = { ...change, recorded_at: isoTime(clock()) };
      for (let made = 0; made < changeLimit; made += 50)
        await Promise.all(
          Array.from({ length: 50 }, () =>
            saveChange(table, accountId, { ...recorded, id: newId('chg', clock()) }, { isNew: true }),
          ),
        );
    },

    /** What a run has kept of a crawl of the account. */
    keepCrawlPart: (accountId: string): Promise<string> =>
      createCrawlFiles(objects).putPart(accountId, newId('crl', clock()), {
        ...({ kind: 'part', lines: [] } as const),
        learnt: { known: [], excluded: [], contents: [] },
      }),

    /** Deletes the files below a prefix, as their lifecycle does. */
    async loseFiles(prefix: string): Promise<void> {
      for await (const key of objects.list(prefix)) await objects.delete(key);
    },

    /** What was fetched for all accounts is asked for again. */
    async forgetFetched(): Promise<void> {
      const TableName = tables.facts;
      for await (const { Items = [] } of paginateScan({ client: documents }, { TableName }))
        for (const { pk, sk } of Items)
          if (sk === 'answer' || sk === 'lease')
            await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
      await sleep(staleMs);
    },

    /** An answer of a call that began at a time. */
    async keepAnswer(accountId: string, at: number): Promise<void> {
      const request_id = newId('req', at);
      const kept = {
        request_id,
        credential_id: 'cred_walk',
        tool: 'inspect_domain',
        arguments: {},
        answer: {},
      };
      await recent.put(accountId, request_id, gzipSync(JSON.stringify(kept)));
    },

    /** The answers of an account as they are when their items have expired. */
    async moveToFiles(accountId: string): Promise<void> {
      await archive.pack(accountId, { from: 'req_', to: 'req_~' });
      await recent.forget(accountId);
    },

    /** The record of a call that says what it asked, an answer that is kept, and what it left to compare and to export. */
    async answer(accountId: string): Promise<void> {
      await this.keepAnswer(accountId, clock());
      await this.moveToFiles(accountId);
      await this.keepAnswer(accountId, clock());
      const Item = {
        account_id: accountId,
        id: newId('use', clock()),
        asked: '{"domain":"a.example"}',
        kept_under: 'a-key',
      };
      await documents.send(new PutCommand({ TableName: tables.usage, Item }));
      await objects.put(`idempotency/${accountId}/key=a-key/try=a-token`, Buffer.from(''));
      await objects.put(`datasets/${accountId}/${newId('ds', clock())}.ndjson.gz`, Buffer.from(''));
      const seen = { pk: baselinePartition(accountId), sk: 'question' };
      await documents.send(new PutCommand({ TableName: tables.facts, Item: seen }));
    },

    /** Begins calls of a credit each that do not end. */
    async beginCalls(accountId: string, calls: number): Promise<void> {
      const ledger = createCreditLedger({ documents, singleAttempt: documents, tables, clock });
      for (let begun = 0; begun < calls; begun += 1)
        await ledger.hold(
          {
            account: await accounts.get(accountId),
            ...{ credentialId: 'cred_walk', authSource: 'api_key', scopes: new Set() },
            ...{ keyLimits: noKeyLimits, meters: [] },
          },
          { requestId: newId('req', clock()), tool: 'inspect_keyword', credits: 1 },
        );
    },

    /** Another key of an account, whose limit a call has reserved from that died ten minutes ago. */
    async keyOfDeadCall(accountId: string): Promise<{ readonly key: string }> {
      const { key, api_credential } = await operator.createKey({
        accountId,
        name: 'walk',
        limits: { spendLimit: 900 },
      });
      const { Item } = await documents.send(
        new GetCommand({ TableName: tables.credentials, Key: pointerKey(accountId, api_credential.id) }),
      );
      const at = clock() - 600_000;
      const lanes = Object.fromEntries(Array.from('abcdefgh', (lane) => [lane, 0]));
      const period = isoTime(clock()).slice(0, 7);
      await documents.send(
        new UpdateCommand({
          TableName: tables.credentials,
          Key: lookUpKey(String(Item?.hash)),
          UpdateExpression: 'SET #use = :use',
          ExpressionAttributeNames: { '#use': 'use' },
          ExpressionAttributeValues: {
            ':use': { period, spent: 1, open: { [newId('use', at)]: { credits: 1, at } }, lanes },
          },
        }),
      );
      return { key };
    },

    /** An agent that an account has let in, with a token for `/mcp`. */
    async connect(accountId: string): Promise<{ readonly connectionId: string; readonly token: string }> {
      const connectionId = newId('conn', clock());
      await createConnectionRepository(identity, accounts).create({
        accountId,
        connectionId,
        clientId: 'client_walk',
        clientName: 'Walk',
        redirectHost: '127.0.0.1',
        scopes: ['tools'],
        payload: {},
      });
      const { keys } = openSigningSecret(running.secret('signing'));
      await createPublishedKeys(identity).publish(publicKeysOf(keys));
      const issuedAt = Math.floor(clock() / 1_000);
      const claims = {
        iss: baseUrl,
        aud: mcpAudience(baseUrl),
        sub: accountId,
        connection_id: connectionId,
        client_id: 'client_walk',
        scope: 'tools account:read',
        jti: connectionId,
        iat: issuedAt,
        exp: issuedAt + agentTokenSeconds,
      };
      return { connectionId, token: await signToken(claims, 'at+jwt', keys.current) };
    },
  };
}

/** The stage's one bucket of data. */
function bucketObjects({ deployment, services }: RunningDeployment): ObjectStore {
  const named = deployment.functions.find(({ environment }) => environment.OBJECTS_BUCKET);
  const path = (key: string) => `${named?.environment.OBJECTS_BUCKET}/${key}`;
  const { objects } = services;
  return {
    put: async (key, body) => void objects.set(path(key), { body: await wholeBody(body), headers: {} }),
    get: async (key) => objects.get(path(key))?.body,
    open: async (key) => {
      const body = objects.get(path(key))?.body;
      return body && Readable.from([body]);
    },
    delete: async (key) => void objects.delete(path(key)),
    uploadUrl: () => Promise.reject(new Error('Links are made by functions.')),
    downloadUrl: () => Promise.reject(new Error('Links are made by functions.')),
    async *list(prefix, { after = '' } = {}) {
      const start = path(prefix);
      const keys = [...objects.keys()].filter((key) => key.startsWith(start) && key > path(after));
      yield* keys.map((key) => key.slice(path('').length)).toSorted();
    },
  };
}
