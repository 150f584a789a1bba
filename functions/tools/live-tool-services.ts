import { createDatasetRecords } from '#shared/datasets/dataset-records.ts';
import { createDatasets } from '#shared/datasets/datasets.ts';
import { composeCallServices } from '#shared/http/compose-services.ts';
import { liveFoundation } from '#shared/http/live-foundation.ts';
import type { ToolServices } from '#shared/http/services.ts';
import { createObservations } from '#shared/observations/observations.ts';

/** What tools work with when deployed. */
export async function liveToolServices(): Promise<ToolServices> {
  const foundation = await liveFoundation();
  const { documents, tables, objects, clock } = foundation;
  return {
    ...composeCallServices(foundation),
    datasets: createDatasets({ records: createDatasetRecords(documents, tables), objects, clock }),
    observations: createObservations({ documents, tables, clock }),
    openSources: () => {
      throw new Error('not yet');
    },
  };
}
