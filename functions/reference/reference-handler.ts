import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { CallResult } from '#shared/http/call.ts';
import { problemResult } from '#shared/http/problem-responses.ts';
import type { GatewayHandler } from '#shared/http/tool-handler.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { checkHealth, type HealthProbes } from '#shared/platform/health.ts';
import { newId } from '#shared/platform/ids.ts';
import { pageSecurityPolicy, renderPage } from './html.ts';
import { llmsTxt } from './llms-txt.ts';
import { type Catalogs, openApiDocument } from './openapi.ts';
import { checksPageEntry, type Page, type PageEntry, referencePages } from './pages.ts';

interface ReferenceOptions {
  readonly catalogs: Catalogs;
  readonly baseUrl: string;
  /** What the service cannot do its work without. */
  readonly probes: HealthProbes;
}

/** Answers the routes of the served reference. */
export function createReferenceHandler({ catalogs, baseUrl, probes }: ReferenceOptions): GatewayHandler {
  const pages = new Map(referencePages(catalogs, baseUrl).map((page) => [page.name, page]));
  const listed = [...pages.values(), checksPageEntry];
  const openApi = JSON.stringify(openApiDocument(catalogs, baseUrl));
  const guide = llmsTxt(catalogs, baseUrl);

  const pageNamed = async (name: string) =>
    name === checksPageEntry.name ? readChecksPage() : pages.get(name);

  const answer = async (event: APIGatewayProxyEvent): Promise<CallResult> => {
    if (event.path === '/healthz') return health(probes);
    if (event.path === '/openapi.json') return cached('application/json', openApi);
    if (event.path === '/llms.txt') return cached('text/plain; charset=utf-8', guide);
    const page = await pageNamed(event.pathParameters?.page ?? 'index');
    return page ? htmlPage(page, listed) : unknownPage(event, baseUrl);
  };
  return async (event) => {
    const result = await answer(event);
    return { ...result, headers: { 'x-request-id': newId('req'), ...result.headers } };
  };
}

async function readChecksPage(): Promise<Page> {
  const { checksReference } = await import('#shared/site-audit/report/checks-reference.ts');
  return { ...checksPageEntry, markdown: checksReference() };
}

/** Names the dependency that fails and never says why: anybody may ask. */
async function health(probes: HealthProbes): Promise<CallResult> {
  const checks = await checkHealth(probes);
  const isHealthy = Object.values(checks).every((state) => state === 'ok');
  return {
    statusCode: isHealthy ? 200 : 503,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', checks }),
  };
}

function cached(contentType: string, body: string): CallResult {
  return {
    statusCode: 200,
    headers: { 'content-type': contentType, 'cache-control': 'public, max-age=300' },
    body,
  };
}

function htmlPage(page: Page, pages: readonly PageEntry[]): CallResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': pageSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: renderPage(page, pages),
  };
}

function unknownPage(event: APIGatewayProxyEvent, docsUrl: string): CallResult {
  const error = new ServiceError('not_found', 'There is no such page. /docs lists them all.');
  const requestId = newId('req');
  const result = problemResult(error, { docsUrl, call: { requestId, endpoint: event.path } });
  return { ...result, headers: { ...result.headers, 'x-request-id': requestId } };
}
