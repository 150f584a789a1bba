import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { inspectSearchVisibility as contract } from './contract.ts';
import { inspectSearchVisibility } from './logic.ts';

export const handler = toolHandler(contract, inspectSearchVisibility, { services: liveToolServices });
