/** The crawler's product token, which robots.txt files can name. */
export const crawlerToken = 'OrielBot';

/** How the crawler introduces itself: by name, with the address of the service that sent it. */
export function crawlerUserAgent(baseUrl: string): string {
  return `${crawlerToken}/1.0 (+${baseUrl}/docs/crawler)`;
}
