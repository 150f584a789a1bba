import { apiFunctions } from '#functions/api-functions.ts';
import type { Foundation } from '#functions/foundation.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { asksForPage, notFoundPage } from '#shared/http/not-found-page.ts';
import { problemResult } from '#shared/http/problem-responses.ts';
import { newId } from '#shared/platform/ids.ts';
import { notRouted } from './logic.ts';

export function createHandler({ baseUrl: docsUrl }: Foundation): GatewayHandler {
  const routes = apiFunctions.flatMap((served) => served.routes);
  return async (event) => {
    const requestId = newId('req');
    const error = notRouted(routes, event);
    const result =
      error.code === 'not_found' && asksForPage(event)
        ? notFoundPage()
        : problemResult(error, { docsUrl, call: { requestId, endpoint: event.path } });
    return {
      ...result,
      headers: { ...result.headers, 'cache-control': 'no-store', 'x-request-id': requestId },
    };
  };
}
