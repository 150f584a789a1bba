import { toolHandler } from '#shared/http/tool-handler.ts';
import { crawlingToolServices } from '../crawling-tool-services.ts';
import { auditSite as contract } from './contract.ts';

/** Its parsers and checks are read while the first call waits for its secrets, and not before it. */
const loadLogic = () => import('./logic.ts');

export const handler = toolHandler(
  contract,
  async (input, context) => (await loadLogic()).auditSite(input, context),
  { services: async () => (await Promise.all([crawlingToolServices(), loadLogic()]))[0] },
);
