import type { GatewayEvent } from './call.ts';

/**
 * Network address of whoever calls, for limits on what needs no credential.
 * Behind the distribution the gateway sees the edge, so the edge's own header
 * comes first: `lib/edge/viewer-request.js` writes it over whatever the caller
 * sent, and the firewall lets nobody in around the distribution. IPv6 callers
 * own a /64 at least, so that is what counts as one.
 */
export function callerAddress(
  { requestContext }: Pick<GatewayEvent, 'requestContext'>,
  headers: Readonly<Record<string, string>>,
): string {
  const address = headers['x-viewer-address'] ?? requestContext.identity.sourceIp;
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
