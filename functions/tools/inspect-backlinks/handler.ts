import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { inspectBacklinks as contract } from './contract.ts';
import { inspectBacklinks } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, inspectBacklinks));
