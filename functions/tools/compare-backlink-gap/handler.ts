import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { compareBacklinkGap as contract } from './contract.ts';
import { compareBacklinkGap } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, compareBacklinkGap));
