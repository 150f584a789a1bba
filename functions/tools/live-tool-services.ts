import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import { createObservations } from '#shared/facts/deltas/observations.ts';
import { createSourceOpener } from '#shared/facts/providers/open-sources.ts';
import { parseUpstreamAccount, type UpstreamAccount } from '#shared/facts/providers/upstream-account.ts';
import { composeCallServices } from '#shared/http/compose-services.ts';
import { type LiveFoundation, liveFoundation } from '#shared/http/live-foundation.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { priceList } from './catalog.ts';

/** What tools work with when deployed. */
export async function liveToolServices(): Promise<ToolServices> {
  const foundation = await liveFoundation();
  const { documents, tables, objects, clock, logger } = foundation;
  return {
    ...composeCallServices(foundation),
    datasets: createDatasets({ records: createDatasetRecords(documents, tables), objects, clock }),
    prices: priceList,
    observations: createObservations({ documents, tables, clock }),
    openSources: createSourceOpener({
      documents,
      tables,
      clock,
      log: logger,
      isFrozenBetweenCalls: true,
      upstream: () => readUpstreamAccount(foundation),
    }),
  };
}

/** The provider's account, where the stage has one: a secret without a login means that it has none. */
async function readUpstreamAccount({
  config,
  secretStore,
}: LiveFoundation): Promise<UpstreamAccount | undefined> {
  const { upstream } = config.secretArns;
  if (upstream === undefined) return undefined;
  return parseUpstreamAccount(await secretStore.read(upstream));
}
