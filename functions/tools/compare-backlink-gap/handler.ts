import { toolHandler } from '#shared/http/tool-handler.ts';
import { liveToolServices } from '../live-tool-services.ts';
import { compareBacklinkGap as contract } from './contract.ts';
import { compareBacklinkGap } from './logic.ts';

export const handler = toolHandler(contract, compareBacklinkGap, { services: liveToolServices });
