import type { Foundation } from '#functions/foundation.ts';
import { apiFunctions } from '#functions/service.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { pageOrRefusal } from '#shared/http/visitor-page.ts';
import { ServiceError } from '#shared/platform/errors.ts';

export function unmatched({ baseUrl: docsUrl }: Foundation): GatewayHandler {
  const routes = apiFunctions.flatMap((served) => served.routes);
  return async (event) => {
    const result = pageOrRefusal(notRouted(routes, event), event, { docsUrl, endpoint: event.path });
    return { ...result, headers: { ...result.headers, 'cache-control': 'no-store' } };
  };
}

interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

/**
 * The error for a request that no route takes. `resource` is the path that the
 * gateway found, with its parameters in braces; for an unknown path it is none of `routes`.
 */
export function notRouted(
  routes: readonly KnownRoute[],
  { resource, path }: { readonly resource: string; readonly path: string },
): ServiceError {
  const allowed = routes.filter((route) => route.path === resource).map(({ method }) => method);
  if (allowed.length > 0)
    return new ServiceError('method_not_allowed', `Use ${allowed.join(' or ')} for this path.`, {
      headers: { allow: allowed.join(', ') },
    });
  return new ServiceError(
    'not_found',
    `There is nothing at ${path.slice(0, 100)}. The reference at /docs lists every path.`,
  );
}
