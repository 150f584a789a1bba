import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { PublishedTexts } from '#shared/callers/identity/published-texts.ts';
import { isOperatorText, type OperatorTextName, operatorTexts } from '#shared/contract/operator-texts.ts';
import type { CallResult, GatewayHandler } from '#shared/http/call.ts';
import { problemResult } from '#shared/http/problem-responses.ts';
import { ServiceError } from '#shared/platform/errors.ts';
import { checkHealth, type HealthProbes } from '#shared/platform/health.ts';
import { newId } from '#shared/platform/ids.ts';
import type { Documents } from './documents.ts';
import type { Catalogs } from './openapi.ts';
import { pageSecurityPolicy, searchPage } from './page-frame.ts';

interface ReferenceOptions {
  readonly catalogs: Catalogs;
  readonly baseUrl: string;
  /** What the service cannot do its work without. */
  readonly probes: HealthProbes;
  readonly texts: Pick<PublishedTexts, 'find'>;
}

/** Answers the routes of the served reference. */
export function createReferenceHandler(options: ReferenceOptions): GatewayHandler {
  const { catalogs, baseUrl, probes, texts } = options;
  let made: Promise<Documents> | undefined;
  const documents = () => {
    made ??= import('./documents.ts').then(({ createDocuments }) => createDocuments(catalogs, baseUrl));
    return made;
  };
  return async (event) => {
    const name = event.path.slice(1);
    const answerEvent = async () => {
      if (isOperatorText(name)) return operatorPage(name, texts);
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
  return html === undefined ? unknownPage(event, baseUrl) : htmlPage(html);
}

/** 404 for a text that is not there: a page that says so must not pass for the text. */
async function operatorPage(name: OperatorTextName, texts: ReferenceOptions['texts']): Promise<CallResult> {
  const [text, { renderOperatorText }] = await Promise.all([
    texts.find(name),
    import('./operator-text-page.ts'),
  ]);
  const page = htmlPage(renderOperatorText(operatorTexts[name].title, text));
  return text === undefined
    ? { ...page, statusCode: 404, headers: { ...page.headers, 'cache-control': 'no-store' } }
    : page;
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

function cached(contentType: string, body: string): CallResult {
  return {
    statusCode: 200,
    headers: { 'content-type': contentType, 'cache-control': 'public, max-age=300' },
    body,
  };
}

function htmlPage(html: string): CallResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': pageSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
    body: html,
  };
}

function unknownPage(event: APIGatewayProxyEvent, docsUrl: string): CallResult {
  const error = new ServiceError('not_found', 'There is no such page. /docs lists them all.');
  const requestId = newId('req');
  const result = problemResult(error, { docsUrl, call: { requestId, endpoint: event.path } });
  return { ...result, headers: { ...result.headers, 'x-request-id': requestId } };
}
