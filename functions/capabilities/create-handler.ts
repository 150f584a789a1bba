import { callServices } from '#functions/call-services.ts';
import type { Foundation } from '#functions/foundation.ts';
import { upstreamAccount } from '#functions/secrets.ts';
import { sharedIndexOf } from '#functions/shared-index.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { SourceClass } from '#shared/contract/envelope.ts';
import { datasetDays } from '#shared/facts/datasets/dataset-objects.ts';
import { readStability } from '#shared/facts/stored-index/read-stability.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { openEndpointHandler } from '#shared/http/endpoint-handler.ts';
import { memoizeWithTtl } from '#shared/platform/memoize-with-ttl.ts';
import { getCapabilities as contract } from './contract.ts';
import { getCapabilities } from './logic.ts';

export function createHandler(foundation: Foundation): GatewayHandler {
  const { documents } = foundation;
  const sharedIndex = sharedIndexOf(foundation);
  // Whoever looks whether the service is there asks for this, and what places did changes by the day.
  const stability = memoizeWithTtl(async () => readStability(documents, await sharedIndex()));
  return openEndpointHandler(contract, getCapabilities, async () => {
    const available = availableSources((await upstreamAccount(foundation)) !== undefined);
    return {
      call: await callServices(foundation),
      own: { catalog: toolCatalog, baseUrl: foundation.baseUrl, available, datasetDays, stability },
    };
  });
}

/** What can answer here: the stored index and the crawler always, live listings with a provider's account. */
function availableSources(hasLiveSource: boolean): ReadonlySet<SourceClass> {
  const always: readonly SourceClass[] = [
    'crawl',
    'search_index',
    'backlink_index',
    'modeled',
    'webmaster_console',
  ];
  return new Set<SourceClass>(hasLiveSource ? ['live_serp', 'ai_answer', ...always] : always);
}
