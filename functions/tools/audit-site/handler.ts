import { toolHandler } from '#shared/http/tool-handler.ts';
import { crawlingToolServices } from '../crawling-tool-services.ts';
import { auditSite as contract } from './contract.ts';
import { auditSite } from './logic.ts';

export const handler = toolHandler(contract, auditSite, { services: crawlingToolServices });
