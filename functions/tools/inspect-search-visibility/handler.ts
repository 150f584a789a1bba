import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { inspectSearchVisibility as contract } from './contract.ts';
import { inspectSearchVisibility } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, inspectSearchVisibility));
