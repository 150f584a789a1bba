import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { inspectDomain as contract } from './contract.ts';
import { inspectDomain } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, inspectDomain));
