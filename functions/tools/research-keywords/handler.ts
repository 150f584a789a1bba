import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { researchKeywords as contract } from './contract.ts';
import { researchKeywords } from './logic.ts';

export const handler = toolHandler(contract, researchKeywords, { services: liveToolServices });
