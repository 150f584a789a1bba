import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { discoverCompetitors as contract } from './contract.ts';
import { discoverCompetitors } from './logic.ts';

export const handler = toolHandler(contract, discoverCompetitors, { services: liveToolServices });
