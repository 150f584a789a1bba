import { deployed } from '#functions/deployed.ts';
import { toolHandler } from '#shared/http/tool-handler.ts';
import { crawlingToolServices, loadFetcher } from '../public-sites.ts';
import { auditSite as contract } from './contract.ts';

/** Parsers, checks and HTTP client are read while the first call waits for its secrets, and not before it. */
const loadLogic = () => import('./logic.ts');

export const handler = deployed((foundation) =>
  toolHandler(contract, async (input, context) => (await loadLogic()).auditSite(input, context), {
    services: async () =>
      (await Promise.all([crawlingToolServices(foundation), loadLogic(), loadFetcher()]))[0],
  }),
);
