import { type Foundation, sharedIndexOf, upstreamAccount } from '#functions/foundation.ts';
import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import { createOutsideChecks } from '#shared/callers/identity/outside-checks.ts';
import { createPublishedTexts } from '#shared/callers/identity/published-texts.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import { tableProbes } from '#shared/platform/health.ts';
import { createReferenceHandler } from './reference-handler.ts';

export function reference(foundation: Foundation): GatewayHandler {
  const { baseUrl, documents, tables, clock } = foundation;
  const identity = { documents, name: tables.identity, clock };
  return createReferenceHandler({
    catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
    baseUrl,
    clock,
    probes: tableProbes(documents, tables, sharedIndexOf(foundation)),
    texts: createPublishedTexts(identity),
    outside: createOutsideChecks(identity),
    hasLiveSource: async () => (await upstreamAccount(foundation)) !== undefined,
  });
}
