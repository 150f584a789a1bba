import { endpointCatalog } from '#functions/endpoints.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { toolCatalog } from '#functions/tools/catalog.ts';
import { loadConfig } from '#shared/config.ts';
import { createDocuments } from '#shared/dynamo/documents.ts';
import { tableProbes } from '#shared/operations/health.ts';
import { createReferenceHandler } from './answer-reference.ts';

// biome-ignore lint/style/noProcessEnv: the one place where this function reads its environment.
const config = loadConfig(process.env);

export const handler = createReferenceHandler({
  catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
  baseUrl: config.baseUrl,
  probes: tableProbes(createDocuments(), config.tables),
});
