import type { GatewayEvent } from './call.ts';

/**
 * Network address of whoever calls, for limits on what needs no credential.
 * Behind the distribution the gateway sees the edge, so the edge's own header
 * comes first. Who reaches the gateway around it can write that header; it then
 * evades limits by address, not those by account or mail address. IPv6 callers
 * own a /64 at least, so that is what counts as one.
 */
export function callerAddress(
  { requestContext }: Pick<GatewayEvent, 'requestContext'>,
  headers: Readonly<Record<string, string>>,
): string {
  const viewer = headers['cloudfront-viewer-address']?.replace(/:\d+$/u, '');
  const address = viewer ?? requestContext.identity.sourceIp;
  return address.includes(':') ? address.split(':').slice(0, 4).join(':') : address;
}
