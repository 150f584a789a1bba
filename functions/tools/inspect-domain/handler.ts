import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { inspectDomain as contract } from './contract.ts';
import { inspectDomain } from './logic.ts';

export const handler = toolHandler(contract, inspectDomain, { services: liveToolServices });
