import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { inspectPage as contract } from './contract.ts';
import { inspectPage } from './logic.ts';

export const handler = toolHandler(contract, inspectPage, { services: liveToolServices });
