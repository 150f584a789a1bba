/** The crawler's product token, which robots.txt files can name. */
export const crawlerToken = 'OrielBot';

/** How the crawler introduces itself: by name, with the address of the service that sent it. */
export function crawlerUserAgent(baseUrl: string): string {
  return `${crawlerToken}/1.0 (+${baseUrl}/docs/crawler)`;
}

/** Whether a user agent is the crawler's own. */
export function isCrawler(userAgent: string): boolean {
  return userAgent.startsWith(`${crawlerToken}/`);
}

/**
 * The origin at which sites find the crawler's keys; undefined where there is
 * none that they could reach: `Signature-Agent` takes https origins alone.
 */
export function signatureAgent(baseUrl: string): string | undefined {
  const url = URL.parse(baseUrl);
  return url?.protocol === 'https:' && url.origin === baseUrl ? baseUrl : undefined;
}
