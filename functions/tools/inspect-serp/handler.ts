import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { inspectSerp as contract } from './contract.ts';
import { inspectSerp } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, inspectSerp));
