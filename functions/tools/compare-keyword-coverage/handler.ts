import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { compareKeywordCoverage as contract } from './contract.ts';
import { compareKeywordCoverage } from './logic.ts';

export const handler = toolHandler(contract, compareKeywordCoverage, { services: liveToolServices });
