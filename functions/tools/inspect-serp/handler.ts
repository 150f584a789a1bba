import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { inspectSerp as contract } from './contract.ts';
import { inspectSerp } from './logic.ts';

export const handler = toolHandler(contract, inspectSerp, { services: liveToolServices });
