import type { RoutedFunction } from '#shared/contract/routed-function.ts';
import type { GatewayHandler } from '#shared/http/tool-handler.ts';
import type { Route } from './router.ts';

/** The routes of a function that answers several of them by itself. */
export function functionRoutes(contract: RoutedFunction, handler: GatewayHandler): Route[] {
  const { timeoutSeconds } = contract;
  return contract.routes.map(({ method, path }) => ({ method, path, handler, timeoutSeconds }));
}
