import type { ToolServices } from '#shared/http/services.ts';
import { crawlerUserAgent } from '#shared/site-audit/fetch/user-agent.ts';
import { liveToolServices } from './live-tool-services.ts';

/**
 * The services of a deployed function that reads public sites. Apart from the
 * others, so that functions which do not crawl carry no HTTP client for it; read
 * while the first call waits for its secrets.
 */
export async function crawlingToolServices(): Promise<ToolServices> {
  const [services, { createGuardedFetcher }] = await Promise.all([
    liveToolServices(),
    import('#shared/site-audit/fetch/guarded-fetcher.ts'),
  ]);
  const sites = createGuardedFetcher({ userAgent: crawlerUserAgent(services.baseUrl) });
  return {
    ...services,
    openSources: async (spend, signal) => ({ ...(await services.openSources(spend, signal)), sites }),
  };
}
