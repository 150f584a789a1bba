import { endpointCatalog } from '#functions/endpoints.ts';
import type { Foundation } from '#functions/foundation.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { toolCatalog } from '#functions/tools/catalog.ts';
import { createPublishedTexts } from '#shared/callers/identity/published-texts.ts';
import { tableProbes } from '#shared/platform/health.ts';
import { createReferenceHandler } from './reference-handler.ts';

export const createHandler = ({ baseUrl, documents, tables, clock }: Foundation) =>
  createReferenceHandler({
    catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
    baseUrl,
    probes: tableProbes(documents, tables),
    texts: createPublishedTexts({ documents, name: tables.identity, clock }),
  });
