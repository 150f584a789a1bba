import { apiFunctions } from '#functions/api-functions.ts';
import type { Foundation } from '#functions/foundation.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { pageOrRefusal } from '#shared/http/not-found-page.ts';
import { notRouted } from './logic.ts';

export function createHandler({ baseUrl: docsUrl }: Foundation): GatewayHandler {
  const routes = apiFunctions.flatMap((served) => served.routes);
  return async (event) => {
    const result = pageOrRefusal(notRouted(routes, event), event, { docsUrl, endpoint: event.path });
    return { ...result, headers: { ...result.headers, 'cache-control': 'no-store' } };
  };
}
