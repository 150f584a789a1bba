import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { inspectPage as contract } from './contract.ts';
import { inspectPage } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, inspectPage));
