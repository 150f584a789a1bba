import type { Foundation } from '#functions/foundation.ts';
import { servedFunctions } from '#functions/service.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import type { Route } from './router.ts';

/** Every route of the service with the function behind it, whose code is read with its first call. */
export function serviceRoutes(foundation: Foundation): Route[] {
  return servedFunctions.flatMap(([{ routes, timeoutSeconds }, load]) => {
    let loaded: Promise<GatewayHandler> | undefined;
    const handler: GatewayHandler = async (event, context) => {
      loaded ??= load().then(({ createHandler }) => createHandler(foundation));
      return (await loaded)(event, context);
    };
    return routes.map(({ method, path }) => ({ method, path, handler, timeoutSeconds }));
  });
}
