import type { IncomingMessage } from 'node:http';

/** The function that signed a request, by its access key id. */
export function callerOf({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string {
  const signed = headers.authorization ?? decodeURIComponent(url ?? '');
  return /AKIA-([\w-]+)\//u.exec(signed)?.[1] ?? 'nobody';
}
