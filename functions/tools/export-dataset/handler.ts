import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { exportDataset as contract } from './contract.ts';
import { exportDataset } from './logic.ts';

export const handler = toolHandler(contract, exportDataset, { services: liveToolServices });
