import type { Context } from 'aws-lambda';
import type { CallResult, GatewayEvent } from '#shared/http/call.ts';

interface EventOptions {
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly sourceIp?: string;
}

/** A request as API Gateway hands it to a function. */
export function gatewayEvent(options: EventOptions): GatewayEvent {
  const { method = 'POST', path, body, headers = {}, query, sourceIp = '192.0.2.1' } = options;
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all = { ...(sent !== undefined && { 'Content-Type': 'application/json' }), ...headers };
  return {
    httpMethod: method,
    path,
    resource: path,
    headers: all,
    multiValueHeaders: Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value]])),
    queryStringParameters: query ?? null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    stageVariables: null,
    body: sent ?? null,
    isBase64Encoded: false,
    requestContext: { identity: { sourceIp } },
  } as unknown as GatewayEvent;
}

export const lambdaContext = { getRemainingTimeInMillis: () => 20_000 } as Context;

/** `Set-Cookie` values of an answer, as a browser would send them back. */
export function cookiesOf(result: CallResult): string {
  const cookies = (result.multiValueHeaders?.['set-cookie'] ?? []).map(String);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
