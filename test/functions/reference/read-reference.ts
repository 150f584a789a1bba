import answers from '#functions/reference/example-answers.json' with { type: 'json' };
import { createReferenceHandler, type HealthProbes } from '#functions/reference/reference-handler.ts';
import { endpointCatalog } from '#functions/service.ts';
import { toolCatalog } from '#functions/tools/catalog.ts';
import type { OutsideCheck } from '#shared/callers/identity/published-texts.ts';
import { gatewayEvent, lambdaContext } from '#test/support/gateway-event.ts';

export type Options = Parameters<typeof createReferenceHandler>[0];

export const well = async () => {};
export const unhealthy = () => Promise.reject(new Error('ResourceNotFoundException: oriel-prod-index'));

const texts = {
  find: async (name: string) => ({ markdown: `# Our ${name}`, publishedAt: '2026-11-22T00:00:00.000Z' }),
};
export const now = Date.parse('2026-11-22T12:00:00Z');
const outside: { latest: () => Promise<OutsideCheck | undefined> } = { latest: async () => undefined };
export const handlerWith = (probes: HealthProbes, others: Partial<Options> = {}) =>
  createReferenceHandler({
    catalogs: { tools: toolCatalog, endpoints: endpointCatalog, answers },
    baseUrl: 'https://api.oriel.example',
    clock: () => now,
    probes,
    texts,
    outside,
    hasLiveSource: async () => false,
    ...others,
  });
export const healthyHandler = handlerWith({ accounts: well, index: well });

/** Asks the handler for a path, as API Gateway would pass it on. */
export async function read(path: string, handler = healthyHandler) {
  const { pathname, searchParams } = new URL(path, 'https://api.oriel.example');
  const page = /^\/docs\/(?<page>.+)$/u.exec(decodeURIComponent(pathname))?.groups?.page;
  const event = gatewayEvent({ method: 'GET', path: pathname });
  const queryStringParameters = Object.fromEntries(searchParams);
  const result = await handler(
    { ...event, queryStringParameters, pathParameters: page ? { page } : null },
    lambdaContext,
  );
  return { ...result, body: String(result.body) };
}
