import { callServices } from '#functions/call-services.ts';
import { type Foundation, indexOptions, sharedIndexOf, upstreamAccount } from '#functions/foundation.ts';
import { createIdempotencyStore } from '#shared/callers/idempotency/dynamo-idempotency-store.ts';
import type { ToolCallServices } from '#shared/calls/call.ts';
import { archiveAnswer } from '#shared/calls/record-call.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import { createObservations } from '#shared/facts/answers/observations.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import { createSourceOpener, type SourceOpener } from '#shared/facts/assembly/open-sources.ts';
import { createDatasetRecords } from '#shared/facts/datasets/dataset-records.ts';
import { createDatasets } from '#shared/facts/datasets/datasets.ts';
import type { Crawls } from '#shared/facts/ports/sources.ts';
import { connectedSitesOf } from '#shared/facts/search-console/connected-sites.ts';
import { createIndexReader } from '#shared/facts/stored-index/table/index-reads.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import type { ToolServices } from '#shared/http/call-pipeline.ts';
import { toolHandler } from '#shared/http/tool-handler.ts';
import { createCreditLedger } from '#shared/money/ledger/dynamo-credit-ledger.ts';

export function toolEndpoint<Tool extends ToolContract>(
  tool: Tool,
  logic: ToolLogic<Tool>,
): (foundation: Foundation) => GatewayHandler {
  return (foundation) => toolHandler(tool, logic, { services: () => toolServices(foundation) });
}

/** What tools work with: the same on AWS, on one machine, by REST and over MCP. */
export async function toolServices(foundation: Foundation): Promise<ToolServices> {
  return { ...(await callServices(foundation)), ...toolCallServices(foundation) };
}

/** The same for calls without a caller: nothing here tells who may call. */
export function toolCallServices(foundation: Foundation): ToolCallServices {
  const { documents, singleAttempt, tables, objects, clock, prices, sites, runners, sampleFile } = foundation;
  const { logger, baseUrl, dashboardUrl, tellAccount } = foundation;
  const openProviders = providersOf(foundation);
  const openTable = async () => {
    const { createIndexTable } = await import('#shared/facts/stored-index/table/index-table.ts');
    return createIndexTable(indexOptions(foundation));
  };
  return {
    clock,
    logger,
    baseUrl,
    dashboardUrl,
    idempotency: createIdempotencyStore({ documents, tables, objects, clock }),
    ledger: createCreditLedger({ documents, singleAttempt, tables, clock }),
    datasets: createDatasets({ records: createDatasetRecords(documents, tables), objects, clock }),
    prices,
    tellAccount,
    archive: (call, body) => archiveAnswer(call, body, { documents, tables, clock, logger }),
    observations: createObservations({ documents, tables, clock }),
    openSources: async (...call) => ({
      ...(await openProviders(...call)),
      connected: connectedSitesOf(
        { open: () => createIndexReader({ documents, table: tables.index }), openTable },
        call[2],
        `${dashboardUrl}/sites`,
      ),
      crawls: crawlsFor(foundation, call[2]),
      async keepFaults(read) {
        const { createConsoleStore } = await import('#shared/facts/own-sites/console-store.ts');
        await createConsoleStore(await openTable()).keepFaults(call[2], read);
      },
      async tracked(asked) {
        const { trackedPlaces } = await import('#functions/ranks/tracked-places.ts');
        return trackedPlaces({ documents, name: tables.identity, clock }, call[2], asked);
      },
      ...(sites && { sites }),
    }),
    openSampleSources: async () => {
      const { openSampleSources } = await import('#shared/facts/sample/sample-table.ts');
      return openSampleSources(sampleFile);
    },
    ...(runners && { runners }),
  };
}

/** Loaded with the first crawl: one tool alone begins any. */
function crawlsFor(foundation: Foundation, accountId: string): Crawls {
  const open = async () =>
    (await import('#functions/crawls/open-crawls.ts')).openCrawls(foundation, accountId);
  return {
    begin: async (order) => (await open()).begin(order),
    get: async (id) => (await open()).get(id),
  };
}

const providers = new WeakMap<Foundation, SourceOpener>();

/** One connection for all tools of a process: they share its limits and what it stores after their answers. */
function providersOf(foundation: Foundation): SourceOpener {
  const { documents, tables, clock, logger: log, storing, openListFile } = foundation;
  const known = providers.get(foundation);
  if (known) return known;
  const upstream = () => upstreamAccount(foundation);
  const sharedIndex = sharedIndexOf(foundation);
  const opened = createSourceOpener({
    ...{ documents, tables, sharedIndex, clock, log, upstream, openListFile },
    ...storing,
  });
  providers.set(foundation, opened);
  return opened;
}
