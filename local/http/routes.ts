import type { Foundation } from '#functions/foundation.ts';
import { endpointFunctions } from '#functions/service.ts';
import { servedTools } from '#functions/tools/served-tools.ts';
import { toolEndpoint } from '#functions/tools/tool-services.ts';
import { type RoutedFunction, toolFunction } from '#shared/contract/routed-function.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { loadFunction } from '../load-function.ts';
import type { Route } from './router.ts';

/** Every route of the service with the function behind it, whose code is read with its first call. */
export function serviceRoutes(foundation: Foundation): Route[] {
  return [
    ...servedTools.flatMap(({ tool, logic }) =>
      routesOf(toolFunction(tool), toolEndpoint(tool, logic)(foundation)),
    ),
    ...endpointFunctions.flatMap((served) => {
      let loaded: Promise<GatewayHandler> | undefined;
      return routesOf(served, async (event, context) => {
        loaded ??= loadFunction<GatewayHandler>(served, foundation);
        return (await loaded)(event, context);
      });
    }),
  ];
}

function routesOf({ routes, timeoutSeconds }: RoutedFunction, handler: GatewayHandler): Route[] {
  return routes.map(({ method, path }) => ({ method, path, handler, timeoutSeconds }));
}
