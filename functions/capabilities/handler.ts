import { toolCatalog } from '#functions/tools/catalog.ts';
import { datasetDays } from '#shared/facts/datasets/datasets.ts';
import { composeCallServices } from '#shared/http/compose-services.ts';
import { openEndpointHandler } from '#shared/http/endpoint-handler.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import { availableSources } from './available-sources.ts';
import { getCapabilities as contract } from './contract.ts';
import { getCapabilities } from './logic.ts';

export const handler = openEndpointHandler(contract, getCapabilities, async () => {
  const foundation = await liveFoundation();
  const { baseUrl } = foundation;
  const available = availableSources(foundation.config.secretArns.upstream !== undefined);
  return {
    call: composeCallServices(foundation),
    own: { catalog: toolCatalog, baseUrl, available, datasetDays },
  };
});
