import { memoizeWithTtl } from '#shared/platform/memoize-with-ttl.ts';
import type { GatewayHandler } from './call.ts';

/** A handler that is made with its first request, and every few minutes again. */
export function lazyHandler(make: () => Promise<GatewayHandler>): GatewayHandler {
  const made = memoizeWithTtl(make);
  return async (event, context) => (await made())(event, context);
}
