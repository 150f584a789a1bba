import { liveToolServices } from '#functions/tools/live-tool-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { streamAnswers } from '#shared/http/stream-answers.ts';
import type { SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import { crawlerUserAgent } from '#shared/site-audit/fetch/user-agent.ts';
import { createMcpServices } from './create-services.ts';
import { mcpHandler } from './mcp-handler.ts';

export const handler = streamAnswers(
  mcpHandler(async () => {
    const tools = await liveToolServices();
    const sites = sitesOnDemand(crawlerUserAgent(tools.baseUrl));
    return createMcpServices(await liveFoundation(), {
      ...tools,
      openSources: async (spend, signal) => ({ ...(await tools.openSources(spend, signal)), sites }),
    });
  }),
);

/** The HTTP client for public sites is loaded with the first page: most agents never audit. */
function sitesOnDemand(userAgent: string): SiteFetcher {
  let opened: Promise<SiteFetcher> | undefined;
  const open = async () => {
    const { createGuardedFetcher } = await import('#shared/site-audit/fetch/guarded-fetcher.ts');
    return createGuardedFetcher({ userAgent });
  };
  return {
    async fetch(url, question) {
      opened ??= open();
      return (await opened).fetch(url, question);
    },
  };
}
