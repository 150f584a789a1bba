import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Foundation, sharedIndexOf, upstreamAccount } from '#functions/foundation.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import {
  createOutsideChecks,
  createPublishedTexts,
  type OutsideChecks,
  type PublishedTexts,
} from '#shared/callers/identity/published-texts.ts';
import { isOperatorText, type OperatorTextName, operatorTexts } from '#shared/contract/operator-texts.ts';
import type { CallResult, GatewayHandler } from '#shared/http/call.ts';
import { refusalResult } from '#shared/http/call-pipeline.ts';
import { asksForPage, visitorPageHeaders } from '#shared/http/visitor-page.ts';
import { defaultTerms } from '#shared/money/billing/order.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { tables as definitions, type TableName, type TableNames } from '#shared/platform/dynamo/tables.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Documents } from './documents.ts';
import type { Catalogs } from './openapi.ts';
import { pageSecurityPolicy, searchPage } from './page-frame.ts';

interface ReferenceOptions {
  readonly catalogs: Catalogs;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly probes: HealthProbes;
  readonly texts: Pick<PublishedTexts, 'find'>;
  readonly outside: Pick<OutsideChecks, 'latest'>;
  readonly hasLiveSource: () => Promise<boolean>;
}

export function createReferenceHandler(options: ReferenceOptions): GatewayHandler {
  const { catalogs, baseUrl, probes } = options;
  let made: Promise<Documents> | undefined;
  const documents = () => {
    made ??= import('./documents.ts').then(({ createDocuments }) => createDocuments(catalogs, baseUrl));
    return made;
  };
  return async (event) => {
    const name = event.path.slice(1);
    const answerEvent = async () => {
      if (isOperatorText(name)) return visitorResult(name, options);
      return event.path === '/healthz' ? health(probes) : read(event, await documents(), baseUrl);
    };
    const result = await answerEvent();
    return { ...result, headers: { 'x-request-id': newId('req'), ...result.headers } };
  };
}

function read(event: APIGatewayProxyEvent, documents: Documents, baseUrl: string): CallResult {
  if (event.path === '/openapi.json') return cached('application/json', documents.openApi);
  if (event.path === '/llms.txt') return cached('text/plain; charset=utf-8', documents.llmsTxt);
  const name = event.pathParameters?.page ?? 'index';
  const html = name === searchPage ? documents.search(queryOf(event)) : documents.page(name);
  if (html !== undefined) return docsPage(html);
  if (!asksForPage(event)) return unknownPage(event, baseUrl);
  return { ...unkept(docsPage(documents.unknownPage)), statusCode: 404 };
}

function visitorResult(name: OperatorTextName, options: ReferenceOptions): Promise<CallResult> {
  if (name === 'pricing') return pricingPage(options);
  if (name === 'status') return statusPage(options);
  return operatorPage(name, options);
}

/** 404 for a text that is not there: a page that says so must not pass for the text. */
async function operatorPage(name: OperatorTextName, { texts }: ReferenceOptions): Promise<CallResult> {
  const [text, { renderOperatorText }] = await Promise.all([texts.find(name), import('./operator-pages.ts')]);
  const page = visitorHtml(renderOperatorText(operatorTexts[name].title, text));
  return text === undefined ? { ...unkept(page), statusCode: 404 } : page;
}

async function pricingPage({ catalogs, texts }: ReferenceOptions): Promise<CallResult> {
  const [words, { renderPricing }] = await Promise.all([
    texts.find('pricing'),
    import('./operator-pages.ts'),
  ]);
  return visitorHtml(renderPricing(catalogs.tools, defaultTerms, words));
}

/** 200 also where something is not well: it is the page that says so. A table that does not answer takes nothing from it but its own words. */
async function statusPage(options: ReferenceOptions): Promise<CallResult> {
  const { probes, texts, outside, hasLiveSource, clock } = options;
  const [checks, live, lastCheck, words, { renderStatus }] = await Promise.all([
    checkHealth(probes),
    hasLiveSource(),
    outside.latest().catch(() => undefined),
    texts.find('status').catch(() => undefined),
    import('./operator-pages.ts'),
  ]);
  const state = { checks, hasLiveSource: live, outside: lastCheck, now: clock() };
  return unkept(visitorHtml(renderStatus(state, words)));
}

const maxQueryCharacters = 200;

function queryOf({ queryStringParameters }: APIGatewayProxyEvent): string {
  return (queryStringParameters?.q ?? '').slice(0, maxQueryCharacters);
}

/** Names the dependency that fails and never says why: it needs no credential. */
async function health(probes: HealthProbes): Promise<CallResult> {
  const checks = await checkHealth(probes);
  const isHealthy = Object.values(checks).every((state) => state === 'ok');
  return {
    statusCode: isHealthy ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', checks }),
  };
}

const keptFiveMinutes = 'public, max-age=300';

function cached(contentType: string, body: string): CallResult {
  return {
    statusCode: 200,
    headers: { 'content-type': contentType, 'cache-control': keptFiveMinutes },
    body,
  };
}

function docsPage(html: string): CallResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': keptFiveMinutes,
      'content-security-policy': pageSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: html,
  };
}

function visitorHtml(html: string): CallResult {
  return {
    statusCode: 200,
    headers: { ...visitorPageHeaders, 'cache-control': keptFiveMinutes },
    body: html,
  };
}

function unkept(result: CallResult): CallResult {
  return { ...result, headers: { ...result.headers, 'cache-control': 'no-store' } };
}

function unknownPage({ path: endpoint }: APIGatewayProxyEvent, docsUrl: string): CallResult {
  const error = new ServiceError('not_found', 'There is no such page. /docs lists them all.');
  return refusalResult(error, { docsUrl, endpoint });
}

/** What a call cannot do without, beside the facts: who calls and what it may spend. */
const healthTables = ['accounts', 'credentials'] as const;

/** By name of what is depended on; each rejects where it does not answer. */
export type HealthProbes = Readonly<Record<string, () => Promise<unknown>>>;

/** Reads an item from each table that cannot be there: what counts is that the table answers. */
export function tableProbes(
  documents: DynamoDBDocumentClient,
  tables: TableNames,
  sharedIndex: () => Promise<string>,
): HealthProbes {
  const probe = (name: TableName, TableName: string) => {
    const { partitionKey, ...definition } = definitions[name];
    const sortKey = 'sortKey' in definition ? { [definition.sortKey]: 'health' } : {};
    return documents.send(new GetCommand({ TableName, Key: { [partitionKey]: 'health', ...sortKey } }));
  };
  return {
    ...Object.fromEntries(healthTables.map((name) => [name, () => probe(name, tables[name])])),
    index: async () => probe('index', await sharedIndex()),
  };
}

/** A dependency that takes longer than this counts as unavailable. */
const probeMs = 2_000;

/** How each dependency is, asked all at once: `ok`, or `unavailable` where it failed or did not answer in time. */
export async function checkHealth(
  probes: HealthProbes,
): Promise<Readonly<Record<string, 'ok' | 'unavailable'>>> {
  const checks = Object.entries(probes).map(async ([name, probe]) => [name, await check(probe)] as const);
  return Object.fromEntries(await Promise.all(checks));
}

async function check(probe: () => Promise<unknown>): Promise<'ok' | 'unavailable'> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The dependency does not answer.')), probeMs);
  try {
    await Promise.race([probe(), late]);
    return 'ok';
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}

export function reference(foundation: Foundation): GatewayHandler {
  const { baseUrl, documents, tables, clock } = foundation;
  const identity = { documents, name: tables.identity, clock };
  return createReferenceHandler({
    catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
    baseUrl,
    clock,
    probes: tableProbes(documents, tables, sharedIndexOf(foundation)),
    texts: createPublishedTexts(identity),
    outside: createOutsideChecks(identity),
    hasLiveSource: async () => (await upstreamAccount(foundation)) !== undefined,
  });
}
