import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { inspectKeyword as contract } from './contract.ts';
import { inspectKeyword } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, inspectKeyword));
