import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { researchKeywords as contract } from './contract.ts';
import { researchKeywords } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, researchKeywords));
