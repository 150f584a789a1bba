import { isIPv6 } from 'node:net';
import { originSecretHeader, viewerAddressHeader } from '#shared/contract/edge-headers.ts';
import { isSameSecret } from '#shared/platform/same-secret.ts';
import type { GatewayEvent } from './call.ts';

/**
 * Network address of the caller, for limits on what needs no credential:
 * the one that the gateway saw. Behind the distribution that is the edge's own,
 * so there the edge's header counts instead, and only where the request proves
 * with the origin secret that the edge wrote it. What else callers say of their
 * address, in `X-Forwarded-For` too, is never read.
 */
export function callerAddress(
  { requestContext }: Pick<GatewayEvent, 'requestContext'>,
  headers: Readonly<Record<string, string>>,
  originSecret: string | undefined,
): string {
  const proof = headers[originSecretHeader];
  const isFromEdge = originSecret !== undefined && proof !== undefined && isSameSecret(proof, originSecret);
  const address = (isFromEdge && headers[viewerAddressHeader]) || requestContext.identity.sourceIp;
  return networkOf(address);
}

/** IPv6 callers own a /64 at least, so that is what counts as one. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const asIPv4 = /[\d.]+$/u.exec(address)?.[0] ?? '';
  if (asIPv4.includes('.')) return asIPv4;
  const [before = '', after] = address.split('::');
  const groups = before.split(':').filter((group) => group !== '');
  const omitted = after === undefined ? 0 : 8 - groups.length - after.split(':').length;
  const full = [...groups, ...Array.from({ length: omitted }, () => '0'), ...(after ?? '').split(':')];
  return full
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16))
    .join(':');
}
