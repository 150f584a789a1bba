import { deployed } from '#functions/deployed.ts';
import { toolEndpoint } from '../tool-services.ts';
import { exportDataset as contract } from './contract.ts';
import { exportDataset } from './logic.ts';

export const handler = deployed(toolEndpoint(contract, exportDataset));
