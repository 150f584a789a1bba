import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { compareKeywordCoverage as contract } from './contract.ts';
import { compareKeywordCoverage } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, compareKeywordCoverage));
