import { endpointCatalog } from '#functions/endpoints.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { toolCatalog } from '#functions/tools/catalog.ts';
import { deployedEnvironment, loadConfig } from '#shared/platform/config.ts';
import { createDocuments } from '#shared/platform/dynamo/documents.ts';
import { tableProbes } from '#shared/platform/health.ts';
import { createReferenceHandler } from './reference-handler.ts';

const config = loadConfig(deployedEnvironment());

export const handler = createReferenceHandler({
  catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
  baseUrl: config.baseUrl,
  probes: tableProbes(createDocuments(), config.tables),
});
