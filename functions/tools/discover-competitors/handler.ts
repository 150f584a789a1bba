import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { discoverCompetitors as contract } from './contract.ts';
import { discoverCompetitors } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, discoverCompetitors));
