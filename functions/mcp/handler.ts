import { crawlingToolServices } from '#functions/tools/crawling-tool-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { createMcpServices } from './create-services.ts';
import { mcpHandler } from './mcp-handler.ts';

export const handler = mcpHandler(async () =>
  createMcpServices(await liveFoundation(), await crawlingToolServices()),
);
