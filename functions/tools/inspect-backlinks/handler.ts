import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { inspectBacklinks as contract } from './contract.ts';
import { inspectBacklinks } from './logic.ts';

export const handler = toolHandler(contract, inspectBacklinks, { services: liveToolServices });
