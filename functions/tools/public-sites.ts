import type { Foundation } from '#functions/foundation.ts';
import type { ToolCallServices } from '#shared/calls/call.ts';
import type { ToolContract } from '#shared/contract/tool.ts';
import type { ToolLogic } from '#shared/facts/answers/tool-answer.ts';
import type { FieldVitals } from '#shared/facts/ports/sources.ts';
import type { GatewayHandler } from '#shared/http/call.ts';
import type { ToolServices } from '#shared/http/call-pipeline.ts';
import { toolHandler } from '#shared/http/tool-handler.ts';
import type { RequestSigner } from '#shared/site-audit/fetch/send-request.ts';
import { crawlerUserAgent, type SiteFetcher } from '#shared/site-audit/fetch/site-fetcher.ts';
import type { PageRenderer } from '#shared/site-audit/render/render-pages.ts';
import { toolServices } from './tool-services.ts';

/*
 * What functions that read public sites work with. Apart from the others, so
 * that functions which do not crawl carry no HTTP client for it.
 */

/**
 * A tool that reads public sites as a function of its foundation. Parsers, checks and
 * HTTP client are read while the first call waits for its secrets, and not before it.
 */
export function crawlingTool<Tool extends ToolContract>(
  tool: Tool,
  loadLogic: () => Promise<ToolLogic<Tool>>,
): (foundation: Foundation) => GatewayHandler {
  return (foundation) =>
    toolHandler(tool, async (input, context) => (await loadLogic())(input, context), {
      services: async () =>
        (await Promise.all([crawlingToolServices(foundation), loadLogic(), loadFetcher()]))[0],
    });
}

export async function crawlingToolServices(foundation: Foundation): Promise<ToolServices> {
  return withPublicSites(await toolServices(foundation), foundation);
}

/** The same services, whose sources read public sites. */
export function withPublicSites<Services extends ToolCallServices>(
  services: Services,
  foundation: Foundation,
): Services {
  const openSigner = async () => (await loadSigner()).openRequestSigner(foundation);
  const sites = publicSites(foundation, crawlerUserAgent(foundation.baseUrl), openSigner);
  return {
    ...services,
    openSources: async (...call: Parameters<ToolCallServices['openSources']>) => ({
      ...(await services.openSources(...call)),
      sites,
      renderer: foundation.renderer ?? calledRenderer(foundation),
      fieldVitals: fieldVitalsOf(foundation, call[1]),
    }),
  };
}

/** The function that opens pages is the one that functions with sites may call; undefined where none is. */
function calledRenderer({ calledFunction, logger }: Foundation): PageRenderer | undefined {
  if (calledFunction === undefined) return undefined;
  return {
    async render(urls, withinMs) {
      const { callForPages } = await import('#functions/open-pages/call-for-pages.ts');
      return callForPages(calledFunction, { urls, withinMs, logger });
    },
  };
}

/** Asks the Chrome UX Report until the signal ends; its code is loaded with the first question. */
export function fieldVitalsOf(foundation: Foundation, signal: AbortSignal): FieldVitals {
  const { documents, tables, clock, logger: log } = foundation;
  return {
    async read(asked) {
      const { createFieldVitals } = await import('#shared/facts/provider/crux/crux-vitals.ts');
      const secret = () => foundation.readSecret('crux');
      const vitals = createFieldVitals({ secret, documents, factsTable: tables.facts, clock, log, signal });
      return vitals.read(asked);
    },
  };
}

/** Fetches public pages; the HTTP client is loaded with the first of them. */
export function publicSites(
  { sites }: Pick<Foundation, 'sites'>,
  userAgent: string,
  openSigner?: () => Promise<RequestSigner | undefined>,
): SiteFetcher {
  if (sites) return sites;
  const open = async (): Promise<SiteFetcher> => {
    const [{ createGuardedFetcher }, sign] = await Promise.all([loadFetcher(), openSigner?.()]);
    return createGuardedFetcher({ userAgent, sign });
  };
  let opened: Promise<SiteFetcher> | undefined;
  return {
    async fetch(url, question) {
      opened ??= open();
      return (await opened).fetch(url, question);
    },
  };
}

const loadFetcher = () => import('#shared/site-audit/fetch/guarded-fetcher.ts');
const loadSigner = () => import('./request-signer.ts');
