import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { inspectKeyword as contract } from './contract.ts';
import { inspectKeyword } from './logic.ts';

export const handler = toolHandler(contract, inspectKeyword, { services: liveToolServices });
