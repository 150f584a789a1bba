import { createGuardedFetcher } from '#shared/fetch/guarded-fetcher.ts';
import { crawlerUserAgent } from '#shared/fetch/user-agent.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { liveToolServices } from './live-tool-services.ts';

/**
 * The services of a deployed function that reads public sites. Apart from the
 * others, so that functions which do not crawl carry no HTTP client for it.
 */
export async function crawlingToolServices(): Promise<ToolServices> {
  const services = await liveToolServices();
  const sites = createGuardedFetcher({ userAgent: crawlerUserAgent(services.baseUrl) });
  return {
    ...services,
    openSources: async (spend, signal) => ({ ...(await services.openSources(spend, signal)), sites }),
  };
}
